// The first page, or limits that can be used.
play(async () => {
  await until(page[MEASURE.until]);
  await painted();
  await tell(MEASURE.until);
});
