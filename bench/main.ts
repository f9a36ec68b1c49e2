import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runUntilStopped } from '../server/src/lifecycle.ts';
import { application } from './cases/application.ts';
import { bulk } from './cases/bulk.ts';
import { demo } from './cases/demo.ts';
import { editor } from './cases/editor.ts';
import { exporting } from './cases/export.ts';
import { firstView } from './cases/first-view.ts';
import { growth } from './cases/growth.ts';
import { list } from './cases/list.ts';
import { mails } from './cases/mails.ts';
import { groupFinder, groupList, groupPage, participantsPage, programmes, week } from './cases/requests.ts';
import { rush } from './cases/rush.ts';
import { search } from './cases/search.ts';
import { staffFirst } from './cases/staff-first.ts';
import type { Result } from './measure.ts';
import { keep, movedSince, table } from './report.ts';
import { openStage } from './stage.ts';

const cases = [
  firstView,
  groupPage,
  programmes,
  groupFinder,
  application,
  mails,
  participantsPage,
  search,
  list,
  bulk,
  exporting,
  growth,
  groupList,
  week,
  staffFirst,
  editor,
  rush,
  demo,
];

const { values } = parseArgs({
  options: {
    case: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const load = () =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(' ');

const chosen = cases.filter(({ name }) => !values.case || values.case.includes(name));
if (chosen.length === 0) {
  say(
    `Choose among --case ${cases.map(({ name }) => name).join(', ')}; --quick for a glance, --save for a new baseline.`,
  );
  process.exit(1);
}

await runUntilStopped(async (parts) => {
  const stage = await openStage(parts, values.quick, say);
  say(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${load()}`);
  const results: Result[] = [];
  for (const { name, run } of chosen) {
    say(`${name} …`);
    await using own = new AsyncDisposableStack();
    const its = await run(stage, own);
    // a later case may end the run
    say(table(its));
    results.push(...its);
  }
  say(`\n${table(results)}\n\nload at the end ${load()}`);
  const moved = movedSince(results);
  say(
    moved.length > 0
      ? `moved since the baseline:\n  ${moved.join('\n  ')}`
      : 'nothing moved since the baseline',
  );
  if (values.save) keep(results);
  await parts.disposeAsync();
});
