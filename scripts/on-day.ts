import { globSync } from 'node:fs';
import { run } from './run.ts';

/** Time zone of the demo's organisations. */
const zone = 'Europe/Ljubljana';
const usage = `Usage: npm run on-day -- 2027-02-28[T23:55] [command …]

The command, or all tests, begins at that moment in ${zone}.
`;

/**
 * Variables with which a program and all that it starts (server, PostgreSQL, browser) has its clock moved by libfaketime.
 *
 * @param moment wall time in Ljubljana at which the program begins, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; a day alone is its noon
 * @throws {RangeError} when it is no moment
 */
function clockAt(moment: string, library: string): Record<string, string> {
  const wall = moment.includes('T') ? moment : `${moment}T12:00`;
  const seconds = Temporal.ZonedDateTime.from(`${wall}[${zone}]`).epochMilliseconds / 1000;
  const offset = Math.round(seconds - Date.now() / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: offset < 0 ? String(offset) : `+${offset}`,
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
  const { code } = await run(command, command === 'npm' && args.length === 0 ? ['test'] : args, {
    show: true,
    env: clockAt(moment, library),
  });
  process.exitCode = code ?? 1;
}
