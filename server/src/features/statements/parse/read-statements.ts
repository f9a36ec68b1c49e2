/** Bank statements from a file: one message, or a ZIP of several. */
import { statementLimits } from '@vpisnik/contract/rules/statements';
import { unzip, ZipError } from '../../imports/sheets/unzip.ts';
import { createNumbering, statementsOf } from './camt.ts';
import type { ReadStatement } from './lines.ts';
import { Refused, type StatementRefusal, treeOf } from './xml.ts';

const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));

/**
 * Reads all statements of a file and joins those of an account. It takes its time: call it through `readStatementsApart`.
 *
 * @param most bytes that it may unpack to
 */
export function readStatements(
  file: Buffer,
  most: number = statementLimits.bytes,
): { statements: ReadStatement[] } | { refusal: StatementRefusal } {
  try {
    if (file.length > most) throw new Refused('statement_too_large', most);
    const numbering = createNumbering();
    const statements = xmlsOf(file, most).flatMap((one) => statementsOf(treeOf(one), numbering));
    const accounts = [...Map.groupBy(statements, ({ account }) => account).values()].map(joined);
    if (accounts.some(({ lines }) => lines.length > statementLimits.lines))
      throw new Refused('statement_too_long', statementLimits.lines);
    return { statements: accounts };
  } catch (error) {
    return { refusal: error instanceof Refused ? error.refusal : { code: 'statement_broken' } };
  }
}

function xmlsOf(file: Buffer, most: number): Buffer[] {
  if (!isZip(file)) return [file];
  try {
    // what a Mac packs beside a file is none
    const isXml = (name: string) => /\.xml$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
    return unzip(file, isXml, most).map(({ data }) => data);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw error.message === 'too large'
      ? new Refused('statement_too_large', most)
      : new Refused('not_a_statement');
  }
}

/** Statements of one account as one; an entry that two of them tell is there once, and counted. */
function joined(statements: ReadStatement[]): ReadStatement {
  const teller = new Map<string, ReadStatement>();
  for (const one of statements)
    for (const { entry_key } of one.lines) if (!teller.has(entry_key)) teller.set(entry_key, one);
  const sum = (of: 'reversals' | 'pending' | 'unread') =>
    statements.reduce((count, one) => count + one[of], 0);
  const lines = statements.flatMap((one) =>
    one.lines.filter(({ entry_key }) => teller.get(entry_key) === one),
  );
  const days = (of: 'from' | 'to') => statements.flatMap((one) => one[of] || []).sort();
  return {
    account: statements[0]?.account ?? '',
    lines,
    from: days('from')[0] ?? '',
    to: days('to').at(-1) ?? '',
    reversals: sum('reversals'),
    pending: sum('pending'),
    unread: sum('unread'),
    repeated: statements.reduce((count, one) => count + one.lines.length, 0) - lines.length,
  };
}
