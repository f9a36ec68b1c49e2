import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runUntilStopped } from '../server/src/lifecycle.ts';
import { applicantView } from './cases/applicant-view.ts';
import { application } from './cases/application.ts';
import { bulk } from './cases/bulk.ts';
import { demo } from './cases/demo.ts';
import { editor } from './cases/editor.ts';
import { exporting } from './cases/export.ts';
import { monthlyJob } from './cases/fees.ts';
import { firstView } from './cases/first-view.ts';
import { growth } from './cases/growth.ts';
import { ledger } from './cases/ledger.ts';
import { list } from './cases/list.ts';
import { mails } from './cases/mails.ts';
import { matching } from './cases/matching.ts';
import { paymentsList } from './cases/payments.ts';
import { groupFinder, groupList, groupPage, participantsPage, programmes, week } from './cases/requests.ts';
import { rush } from './cases/rush.ts';
import { search } from './cases/search.ts';
import { sending } from './cases/sending.ts';
import { slips } from './cases/slips.ts';
import { staffFirst } from './cases/staff-first.ts';
import { ways } from './cases/ways.ts';
import type { Case, MoneyCase, Result } from './measure.ts';
import { keep, movedSince, table } from './report.ts';
import { openMoneyStage, openStage, startDatabases } from './stage.ts';

const cases: Case[] = [
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
/** Those with a database of their own. */
const apart = [ways];
const ofMoney: MoneyCase[] = [paymentsList, monthlyJob, matching, slips, ledger, sending, applicantView];

const { values, positionals } = parseArgs({
  allowPositionals: true,
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

const named = [...positionals, ...(values.case ?? [])];
const isChosen = ({ name }: { name: string }) => named.length === 0 || named.includes(name);
if (![...cases, ...ofMoney, ...apart].some(isChosen)) {
  say(
    `Choose among ${[...cases, ...ofMoney, ...apart].map(({ name }) => name).join(', ')}; --quick for a glance, --save for a new baseline.`,
  );
  process.exit(1);
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}

const on =
  <On>(stage: () => Promise<On>) =>
  ({ name, run }: Case<On>) => ({
    name,
    run: async (own: AsyncDisposableStack) => run(await stage(), own),
  });

await runUntilStopped(async (parts) => {
  const url = await startDatabases(parts);
  // each is opened, and made if need be, by the first case that takes place in it
  const stage = once(() => openStage(parts, url, values.quick, say));
  const money = once(() => openMoneyStage(parts, url, values.quick, say));
  const runs = [
    ...cases.filter(isChosen).map(on(stage)),
    ...ofMoney.filter(isChosen).map(on(money)),
    ...apart.filter(isChosen).map(on(async () => ({ quick: values.quick, say }))),
  ];
  say(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${load()}`);
  const results: Result[] = [];
  for (const { name, run } of runs) {
    say(`${name} …`);
    await using own = new AsyncDisposableStack();
    const its = await run(own);
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
