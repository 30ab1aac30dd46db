// The whole list is loaded and shown as far as a window of it goes.
play(async () => {
  await until(() => document.querySelector("main h1"));
  await openList();
  await painted();
  tell("open");
});
