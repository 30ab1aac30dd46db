// From the start to something that a person can use: the first page, then the list of the sandbox.
play(async () => {
  await until(() => document.querySelector(MEASURE.first));
  await painted();
  tell("first");
  if (!MEASURE.button) return;
  (await until(() => buttonOf(MEASURE.button))).click();
  await until(() => document.querySelector(MEASURE.list));
  await painted();
  tell("list");
});
