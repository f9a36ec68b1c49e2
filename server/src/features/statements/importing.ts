/** What an upload brings: which of its transfers are new, known, or perhaps known. */
import type { contract } from '@vpisnik/contract/contract';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { isReadable, statementLimits, type TableMapping } from '@vpisnik/contract/rules/statements';
import type { BankStatement, StatementTable } from '@vpisnik/contract/statements';
import type { z } from 'zod';
import { recordBy } from '../../db/activity.ts';
import type { LeftOut } from '../../db/schema/statements.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import { alikeOf } from './alike.ts';
import { keyOf, type ReadStatement, type StatementLine } from './parse/lines.ts';
import { readStatementsApart, readTableApart, statementRefused } from './parse/read-statements-apart.ts';
import type { ReadTable } from './parse/read-table.ts';
import {
  closeLeftOut,
  insertEntries,
  insertStatement,
  lockLeftOut,
  lockStatements,
  type NewEntry,
  selectKnown,
  selectLeftOut,
  selectMappings,
  selectOfOtherFormats,
  selectOwnAccount,
  selectStatement,
  updateLeftOut,
} from './queries.ts';

type Calls = typeof contract.statements;
type Format = Pick<Parameters<typeof insertStatement>[1], 'header_key' | 'mapping'>;

/** Reads a file and keeps the transfers that no earlier import brought. */
export async function upload(
  inScope: InScope<Scope>,
  { file_name, ...asked }: z.output<Calls['upload']['query']>,
  file: Buffer,
): Promise<BankStatement> {
  const organizationId = await inScope(async (scope) => scope.organizationId);
  const mapping = mappingOf(asked);
  const read = mapping
    ? tableStatements(await readTableApart(file, organizationId, { mapping, remembered: [] }))
    : { statements: await readStatementsApart(file, organizationId), header_key: null, mapping: null };
  return inScope(async (scope) => {
    await lockStatements(scope);
    const statement = chosen(read.statements, await selectOwnAccount(scope));
    return keep(scope, file_name, statement, read);
  });
}

/** Reads a table as it would be imported, by the columns that were asked, remembered or guessed. */
export async function look(
  inScope: InScope<Scope>,
  asked: z.output<Calls['table']['query']>,
  file: Buffer,
): Promise<StatementTable> {
  const known = await inScope(async (scope) => ({
    organizationId: scope.organizationId,
    remembered: await selectMappings(scope),
  }));
  const mapping = mappingOf(asked);
  const table = await readTableApart(file, known.organizationId, { mapping, remembered: known.remembered });
  return { ...table, content: table.content && contentOf(table.content) };
}

/** Columns that are asked for; undefined where the file is no table, or its columns are to be guessed. */
function mappingOf({ row, ...columns }: z.output<Calls['table']['query']>): TableMapping | undefined {
  if (row === undefined) return undefined;
  return { row, ...Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined)) };
}

function contentOf({ statements, outgoing, unread }: NonNullable<ReadTable['content']>) {
  const lines = statements.flatMap((one) => one.lines);
  const [first] = statements;
  return {
    count: lines.length,
    total: wireOf(lines.reduce((sum, { cents }) => sum + cents, 0n)),
    currency: lines[0]?.currency ?? '',
    from_date: first?.from ?? '',
    to_date: first?.to ?? '',
    outgoing_count: outgoing,
    reversal_count: statements.reduce((count, { reversals }) => count + reversals, 0),
    transfers: lines
      .slice(0, statementLimits.shown)
      .map(({ cents, ...line }) => ({ ...line, amount: wireOf(cents) })),
    unread_count: unread.length,
    unread: unread.slice(0, statementLimits.problems),
  };
}

/**
 * The statements of a table.
 *
 * @throws {AppError} invalid_fields: table_unread
 */
function tableStatements({ content, header_key, mapping }: ReadTable) {
  if (!content || !isReadable(mapping)) throw statementRefused({ code: 'table_unread' });
  const isRead = content.statements.some(({ from }) => from !== '');
  if (!isRead) throw statementRefused({ code: 'table_unread' });
  return { statements: content.statements, header_key, mapping };
}

/**
 * The statement of the organisation's account; of the only one there is, where it hasn't said which. A table may not tell
 * its account: then it is the organisation's.
 *
 * @throws {AppError} invalid_fields: statement_other_account, statement_several_accounts, statement_currency,
 *   statement_no_account, statement_empty
 */
function chosen(statements: ReadStatement[], own: { iban: string | null; currency: string }) {
  if (statements.every(({ lines }) => lines.length === 0))
    throw statementRefused({ code: 'statement_empty' });
  const named = statements.map((one) => ({ ...one, account: one.account || own.iban || '' }));
  if (named.some(({ account }) => account === '')) throw statementRefused({ code: 'statement_no_account' });
  // some banks tell an account without country and check digits
  const isOwn = ({ account }: ReadStatement) => account === own.iban || account === own.iban?.slice(4);
  const its = own.iban === null ? named : named.filter(isOwn);
  const [statement, ...others] = its;
  if (!statement) throw statementRefused({ code: 'statement_other_account' });
  if (others.length > 0) throw statementRefused({ code: 'statement_several_accounts' });
  if (statement.lines.some(({ currency }) => currency !== '' && currency !== own.currency))
    throw statementRefused({ code: 'statement_currency' });
  return { ...statement, account: own.iban ?? statement.account, currency: own.currency };
}

async function keep(
  scope: Scope,
  file_name: string,
  statement: ReadStatement & { currency: string },
  { header_key, mapping }: Format,
): Promise<BankStatement> {
  const { account, currency, lines, from, to } = statement;
  if (lines.length === 0) throw statementRefused({ code: 'statement_empty' });
  const { news, left_out, known_at } = await sorted(scope, statement, { header_key, mapping });
  if (news.length === 0 && left_out.length === 0) throw statementRefused({ code: 'statement_known' });
  const days = lines.map(({ day }) => day).sort();
  const leftOut = left_out.flatMap((one) => one.lines);
  const id = await insertStatement(scope, {
    ...{ file_name, account, currency, header_key, mapping, known_at, left_out },
    from_date: from || (days[0] ?? ''),
    to_date: to || (days.at(-1) ?? ''),
    known_count: lines.length - news.length - leftOut.length + statement.repeated,
    reversal_count: statement.reversals,
    pending_count: statement.pending,
    unread_count: statement.unread,
  });
  await insertEntries(scope, id, news.map(entryOf));
  await closeLeftOut(
    scope,
    account,
    news.map(({ entry_key, told_in }) => ({ entry_key, told_in })),
  );
  const made = found(await selectStatement(scope, id));
  await recordBy(scope, {
    action: 'statement_imported',
    entity: 'statement',
    entity_id: id,
    changes: { file_name, count: made.entry_count, total: made.total },
  });
  return made;
}

const entryOf = ({ cents, currency: _, identity: __, ...line }: StatementLine): NewEntry => ({
  ...line,
  amount: wireOf(cents),
});

/** Transfers that are new, and entries that are left out since another statement seems to have brought them. */
async function sorted(scope: Scope, { account, lines }: ReadStatement, format: Format) {
  const entries = Map.groupBy(lines, ({ entry_key }) => entry_key);
  const known = await selectKnown(scope, account, [...entries.keys()]);
  const offered = await selectLeftOut(scope, account);
  const before = new Set(offered.map(({ entry_key, told_in }) => `${entry_key} ${told_in}`));
  const unknown = new Map<string, StatementLine[]>();
  const likes = new Map<string, string>();
  for (const [key, its] of entries) {
    const told_in = its[0]?.told_in ?? '';
    if (before.has(`${key} ${told_in}`)) continue;
    const teller = known.tellers.get(key);
    if (teller === undefined) unknown.set(key, its);
    // what the bank doesn't number, and another statement told: perhaps it came once more
    else if (told_in !== '' && teller !== told_in) likes.set(key, key);
  }
  const days = [...unknown.values()].flatMap((its) => its.map(({ day }) => day));
  const told = [...new Set(days)].sort();
  const others = told.length > 0 ? await selectOfOtherFormats(scope, { account, ...format }, told) : [];
  // those that this file tells in the same words are no others
  const apart = others.filter(({ entry_key }) => !entries.has(entry_key));
  for (const [key, like] of alikeOf(unknown, apart)) likes.set(key, like);
  const left_out = [...likes].map(([key, like]): LeftOut => {
    const its = entries.get(key) ?? [];
    const { identity = '', told_in = '' } = its[0] ?? {};
    return { entry_key: key, told_in, identity, like, is_taken: false, lines: its.map(wordsOf) };
  });
  const news = [...unknown].flatMap(([key, its]) => (likes.has(key) ? [] : its));
  return { news, left_out, known_at: known.at };
}

const wordsOf = ({ position, day, cents, payer_name, payer_iban, reference, text }: StatementLine) => ({
  ...{ position, day, payer_name, payer_iban, reference, text },
  amount: wireOf(cents),
});

/**
 * Imports transfers as new that were left out as perhaps imported already. Those that were taken meanwhile are skipped.
 *
 * @throws {AppError} not_found also of an import that was undone
 */
export async function take(scope: Scope, id: string, keys: readonly string[]): Promise<BankStatement> {
  await lockStatements(scope);
  const { account, file_name, left_out } = found(await lockLeftOut(scope, id));
  const asked = new Set(keys);
  const wanted = left_out.filter(({ entry_key, is_taken }) => asked.has(entry_key) && !is_taken);
  if (wanted.length > 0) {
    const made = wanted.flatMap(({ lines }) => lines);
    const total = wireOf(made.reduce((sum, { amount }) => sum + centsOf(amount), 0n));
    await insertTaken(scope, id, account, wanted);
    await updateLeftOut(
      scope,
      id,
      left_out.map((one) => (wanted.includes(one) ? { ...one, is_taken: true } : one)),
    );
    await recordBy(scope, {
      action: 'statement_imported',
      entity: 'statement',
      entity_id: id,
      changes: { file_name, count: made.length, total },
    });
  }
  return found(await selectStatement(scope, id));
}

/** Adds transfers by their own keys; by the next numbers of their identities where an equal one has the key. */
async function insertTaken(
  scope: Scope,
  id: string,
  account: string,
  wanted: readonly LeftOut[],
): Promise<void> {
  const { tellers } = await selectKnown(
    scope,
    account,
    wanted.map(({ entry_key }) => entry_key),
  );
  const [equal, free] = [true, false].map((isEqual) =>
    wanted.filter(({ entry_key }) => tellers.has(entry_key) === isEqual),
  );
  const linesOf = ({ lines, told_in }: LeftOut, entry_key: string) =>
    lines.map((line) => ({ ...line, entry_key, told_in }));
  await insertEntries(
    scope,
    id,
    (free ?? []).flatMap((one) => linesOf(one, one.entry_key)),
  );
  // one by one: the next equal one finds the number taken
  for (const one of equal ?? [])
    await insertEntries(scope, id, linesOf(one, await nextKey(scope, account, one.identity)));
}

/** Equal transfers of one day that are numbered; nobody has so many. */
const MOST_EQUAL = 1000;

async function nextKey(scope: Scope, account: string, identity: string): Promise<string> {
  const keys = Array.from({ length: MOST_EQUAL }, (_, at) => keyOf(identity, at + 1));
  const { tellers } = await selectKnown(scope, account, keys);
  return found(keys.find((key) => !tellers.has(key)));
}
