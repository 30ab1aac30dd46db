// A plan of all configurations is opened, applied and followed to its verification. The file that is chosen is the text kept here.
const made = async () => {
  const desk = JSON.parse(await door("GetDesk", "null"));
  const connection = desk.session.connection.id;
  const plan = { connection, why: "Measured", items: MEASURE.items };
  return JSON.parse(await door("MakePlan", JSON.stringify(plan)));
};

const beginningWith = (words) =>
  [...document.querySelectorAll("main button:enabled")].find((one) => one.textContent.trim().startsWith(words));

const progress = () => document.querySelector(".plan-progress")?.textContent ?? "";

play(async () => {
  const many = MEASURE.items.length;
  (await until(() => linkOf("Limits"))).click();
  await until(() => document.querySelector(".lane"));
  await after(START);
  await door("Keep", JSON.stringify({ name: "measured.jsonl", text: await made() }));
  (await until(() => buttonOf("Plan…"))).click();
  const open = await until(() => beginningWith("Open a plan…"));
  const toApply = () => beginningWith(`Apply ${many} changes`);
  const opened = await watch(async () => {
    open.click();
    await until(() => toApply() && !document.querySelector("main").textContent.includes("Checking…"));
  });
  const apply = toApply();
  await after(1000);
  const plan = await watch(async () => {
    apply.click();
    await until(() => {
      const stopped = document.querySelector("[aria-label=Stopped]");
      if (stopped) throw new Error(stopped.textContent);
      const now = progress();
      return now.includes(`${many} applied`) && now.includes(`${many} as planned`);
    });
  });
  tell("watched", { plan, opened });
});
