import { globSync } from 'node:fs';
import { run } from './run.ts';

/** Time zone of the demo's organisations. */
const zone = 'Europe/Ljubljana';
const usage = `Usage: npm run on-day -- 2026-02-28[T23:55] [command …]

The command, or all tests, begins at that moment in ${zone}, which has passed.
`;

/**
 * Variables with which a program and all that it starts (server, PostgreSQL, browser) has its clock moved by libfaketime.
 *
 * @param moment wall time in Ljubljana at which the program begins, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; a day alone is its noon
 * @throws {RangeError} when it is no moment, or has not passed: in a signal's handler libfaketime tells the true time, so
 * PostgreSQL would wait for the moved one before it ends a statement or gives a lock up
 */
function clockAt(moment: string, library: string): Record<string, string> {
  const wall = moment.includes('T') ? moment : `${moment}T12:00`;
  const seconds = Temporal.ZonedDateTime.from(`${wall}[${zone}]`).epochMilliseconds / 1000;
  const offset = Math.round(seconds - Date.now() / 1000);
  if (offset > 0)
    throw new RangeError(`${moment} has not passed, and time limits of PostgreSQL would not end`);
  return {
    LD_PRELOAD: library,
    FAKETIME: String(offset),
    // time-outs are counted as they pass
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // real file times, so that earlier builds still look older than new ones
    NO_FAKE_STAT: '1',
  };
}

const [moment, command = 'npm', ...args] = process.argv.slice(2);
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
if (!moment) process.stderr.write(usage);
else if (!library) process.stderr.write('Debian’s package faketime is needed: apt-get install faketime\n');
process.exitCode = 1;
if (moment && library) {
  try {
    const env = clockAt(moment, library);
    const all = command === 'npm' && args.length === 0;
    const { code } = await run(command, all ? ['test'] : args, { show: true, env });
    process.exitCode = code ?? 1;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    process.stderr.write(`${error.message}\n`);
  }
}
