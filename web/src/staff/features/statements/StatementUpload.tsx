import { IconFileInvoice } from '@tabler/icons-react';
import { ApiError } from '@vpisnik/contract/kit';
import { limits } from '@vpisnik/contract/rules/limits';
import { statementLimits } from '@vpisnik/contract/rules/statements';
import type { BankStatement, StatementTable } from '@vpisnik/contract/statements';
import { useRef, useState } from 'react';
import { errorText } from '../../../lib/form/error-text.ts';
import { mayPass, sendingWithProgress } from '../../../lib/send-file.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { FileDrop } from '../../../ui/form/upload/FileDrop.tsx';
import { UploadFailed, UploadProgress } from '../../../ui/form/upload/Upload.tsx';
import { problemText } from '../imports/problem-text.ts';
import { useStatementCalls } from './queries.ts';
import { TableStep } from './TableStep.tsx';

type Work =
  | { kind: 'idle' }
  | {
      kind: 'table';
      file: File;
      table: StatementTable;
      busy: 'reading' | 'importing' | null;
      problem: string;
    }
  | { kind: 'busy'; sent: number | null }
  | { kind: 'failed'; text: string; file: File /** Whether sending it again may help. */; mayPass: boolean };

/** Texts of what a file is refused for. */
const problems: Partial<Record<string, MessageKey>> = {
  not_a_statement: 'modules.statement.problems.not_a_statement',
  statement_broken: 'modules.statement.problems.statement_broken',
  statement_has_entities: 'modules.statement.problems.statement_has_entities',
  statement_too_large: 'modules.statement.problems.statement_too_large',
  statement_too_long: 'modules.statement.problems.statement_too_long',
  statement_other_account: 'modules.statement.problems.statement_other_account',
  statement_several_accounts: 'modules.statement.problems.statement_several_accounts',
  statement_currency: 'modules.statement.problems.statement_currency',
  statement_empty: 'modules.statement.problems.statement_empty',
  statement_known: 'modules.statement.problems.statement_known',
  statement_no_account: 'modules.statement.problems.statement_no_account',
  table_unread: 'modules.statement.problems.table_unread',
};

/** Types that banks save tables as; the content decides whether a file is one. */
const isTable = ({ name }: File) => /\.(?:csv|tsv|txt|xlsx?|ods)$/i.test(name);

const megabytes = statementLimits.bytes / 1024 / 1024;

/** Takes a bank statement, shows how far it is sent, and says why one is not taken. */
export function StatementUpload({ onImported }: { onImported: (made: BankStatement) => void }) {
  const { t } = useI18n();
  const calls = useStatementCalls();
  const [work, setWork] = useState<Work>({ kind: 'idle' });
  const tooLarge = t('modules.statement.problems.too_large', { max: megabytes });
  const textOf = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'payload_too_large') return tooLarge;
    const [problem] = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
    const key = problem && problems[problem.code];
    if (key) return t(key, { max: statementLimits.lines });
    return problem?.path === 'file'
      ? problemText({ ...problem, value: '' }, t)
      : errorText(error, t, 'modules.statement.file.failed');
  };
  const latest = useRef<AbortController>(undefined);
  const fail = (error: unknown, file: File) =>
    setWork({ kind: 'failed', text: textOf(error), file, mayPass: mayPass(error) });
  // its content decides what it is
  const contentOf = (file: File) => file.slice(0, file.size, 'application/octet-stream');
  const nameOf = (file: File) => file.name.slice(0, limits.name).toWellFormed() || '-';
  const upload = async (file: File) => {
    if (file.size > statementLimits.bytes)
      return setWork({ kind: 'failed', text: tooLarge, file, mayPass: false });
    setWork({ kind: 'busy', sent: null });
    const transport = sendingWithProgress((sent) => setWork({ kind: 'busy', sent: sent < 1 ? sent : null }));
    try {
      if (isTable(file)) {
        const table = await calls.look(contentOf(file), {}, { transport });
        return setWork({ kind: 'table', file, table, busy: null, problem: '' });
      }
      onImported(await calls.upload(contentOf(file), nameOf(file), transport));
      setWork({ kind: 'idle' });
    } catch (error) {
      fail(error, file);
    }
  };
  const readAgain = async (work: Work & { kind: 'table' }, mapping: StatementTable['mapping']) => {
    latest.current?.abort();
    const own = new AbortController();
    latest.current = own;
    const table = { ...work.table, mapping };
    setWork({ ...work, table, busy: 'reading', problem: '' });
    try {
      const read = await calls.look(contentOf(work.file), mapping, { signal: own.signal });
      if (latest.current === own) setWork({ ...work, table: read, busy: null, problem: '' });
    } catch (error) {
      // the choice stays; another one, or the same again, reads it anew
      if (latest.current === own)
        setWork({ ...work, table: { ...table, content: null }, busy: null, problem: textOf(error) });
    }
  };
  const importTable = async (work: Work & { kind: 'table' }) => {
    setWork({ ...work, busy: 'importing', problem: '' });
    try {
      onImported(await calls.upload(contentOf(work.file), nameOf(work.file), fetch, work.table.mapping));
      setWork({ kind: 'idle' });
    } catch (error) {
      setWork({ ...work, busy: null, problem: textOf(error) });
    }
  };
  if (work.kind === 'table')
    return (
      <>
        <TableStep
          table={work.table}
          busy={work.busy}
          onChange={(mapping) => void readAgain(work, mapping)}
          onImport={() => void importTable(work)}
          onBack={() => {
            latest.current?.abort();
            latest.current = undefined;
            setWork({ kind: 'idle' });
          }}
        />
        {work.problem && <UploadFailed file={work.file.name}>{work.problem}</UploadFailed>}
      </>
    );
  const failed = work.kind === 'failed' ? work : null;
  return (
    <>
      {failed && (
        <UploadFailed
          id="statement-error"
          file={failed.file.name}
          onAgain={failed.mayPass ? () => void upload(failed.file) : null}
        >
          {failed.text}
        </UploadFailed>
      )}
      {work.kind === 'busy' ? (
        <UploadProgress sent={work.sent}>
          {t(work.sent === null ? 'modules.statement.file.reading' : 'modules.statement.file.sending')}
        </UploadProgress>
      ) : (
        <FileDrop
          choose={t('modules.statement.file.choose')}
          drop={t('modules.statement.file.drop')}
          accept=".xml,.zip,.camt,.csv,.tsv,.txt,.xlsx,application/xml,text/xml,application/zip,text/csv"
          icon={<IconFileInvoice size={26} stroke={1.5} aria-hidden />}
          hint={t('modules.statement.file.hint', {
            size: megabytes,
            lines: statementLimits.lines,
          })}
          invalid={failed !== null}
          describedBy={failed ? 'statement-error' : undefined}
          onFile={(file) => void upload(file)}
        />
      )}
    </>
  );
}
