// Nothing happens; all transactions load; then they become a file, as CSV and as XLSX with all columns.
const chosen = async (name) => (await until(() => document.querySelector(`dialog[open] .choice-${name} input`))).click();

const exported = async (format) => {
  (await until(() => buttonOf("Export…"))).click();
  await chosen(format);
  await chosen("all-columns");
  await painted();
  const gaps = await watch(async () => {
    buttonOf("Export rows").click();
    await until(() => {
      const failed = document.querySelector("dialog[open] [role=alert]");
      if (failed) throw new Error(failed.textContent);
      return document.querySelector("dialog[open] .path");
    });
  });
  buttonOf("Back to the list").click();
  await until(() => !document.querySelector("dialog[open]"));
  return gaps;
};

play(async () => {
  await until(() => linkOf("Transactions"));
  await after(START);
  const nothing = await watch(() => after(2000));
  const load = await watch(openTransactions);
  await after(1000);
  const csv = await exported("csv");
  const xlsx = await exported("xlsx");
  tell("watched", { nothing, load, csv, xlsx });
});
