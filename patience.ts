/**
 * How long tests wait, in milliseconds: only what hangs is found by them. A machine that is busy with other things takes
 * twenty times as long as one of its own, and no test is about time.
 */
export const patience = {
  /** For a sign on a page, a line in a table, a mail. */
  sign: 60_000,
  /** For a page that is opened: its server may just be building. */
  page: 120_000,
  /** For a test. */
  test: 300_000,
  /** For a test of many pages. */
  tour: 900_000,
};
