const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT'];

/**
 * Whether PostgreSQL's own time limits end a wait: libfaketime gives their signal handler the real time, so with a clock that was
 * moved forward they never do.
 */
export const limitsEnd: boolean = !process.env.FAKETIME?.startsWith('+');

/** Variables of `npm run on-day`, for a process that inherits no others: its clock is then that of the test. */
export const clockVariables: Record<string, string> = Object.fromEntries(
  names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
