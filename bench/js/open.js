// The whole list is loaded and on the screen.
play(async () => {
  await openTransactions();
  tell("open");
});
