/**
 * How long tests wait, in milliseconds: only what hangs is found by them. A machine that is busy with other things takes
 * twenty times as long as one of its own, and no test is about time.
 */
export const patience = {
  /** For a sign on a page, a line in a table, a mail. */
  sign: 60_000,
  /** For a page that is opened: its server may just be building. */
  page: 120_000,
  /** For a test: some kill a process ten times, and each start of one takes seconds. */
  test: 900_000,
  /** For a test of many pages. */
  tour: 1_800_000,
};
