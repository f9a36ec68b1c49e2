import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PersonImport, PersonOutcome } from '@vpisnik/contract/participant-imports';
import { csv } from '@vpisnik/contract/rules/csv';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import importing from '../../imports/imports.module.css';
import { isAtWork } from '../bulk/acts.ts';
import { JobCard } from '../bulk/JobCards.tsx';
import { jobQuery } from '../bulk/queries.ts';
import { bulkStore } from '../bulk/store.ts';
import { PeopleRows } from './PeopleRows.tsx';
import { problemLine, type Words } from './problem-words.ts';

type Props = {
  sheet: PersonImport;
  report: NonNullable<PersonImport['report']>;
  onRestart: () => void;
};

/** What became of an import: the work with its undo, and the rows that were left out. */
export function PeopleResult({ sheet, report, onRestart }: Props) {
  const { t, locale } = useI18n();
  const isOfAll = useMay('participants.list');
  const { outcome } = report;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const left = outcome.rows.filter(({ status }) => status !== 'ready');
  const words = { t, locale, questions: sheet.questions };
  return (
    <section className={importing.step}>
      <h2 className={importing.heading} id="import-step-3" tabIndex={-1} ref={heading}>
        {t('modules.import_people.result.title')}
      </h2>
      <Job id={report.job_id} />
      {left.length > 0 && (
        <>
          <p className={importing.lead}>{t('modules.import_people.result.left', { count: left.length })}</p>
          <PeopleRows
            rows={left}
            questions={sheet.questions}
            caption={t('modules.import_people.result.left', { count: left.length })}
          />
        </>
      )}
      <div className={importing.buttons}>
        <Button onClick={onRestart}>{t('modules.import.another')}</Button>
        {left.length > 0 && (
          <Button
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            onClick={() => saveLeft(left, { ...words, name: sheet.file_name })}
          >
            {t('modules.import_people.result.download')}
          </Button>
        )}
        <Button
          variant="filled"
          renderRoot={(props) => <Link to={isOfAll ? '/participants' : '/groups'} {...props} />}
        >
          {t('modules.import.report.to_list')}
        </Button>
      </div>
    </section>
  );
}

/** The work itself, which says by itself how far it is; other notices of it are not needed here. */
function Job({ id }: { id: string }) {
  const { t } = useI18n();
  const { data: job, error, refetch } = useQuery(jobQuery(useApi(), id));
  useEffect(() => bulkStore.addList(), []);
  // lists show it as well from now on, with its undo
  const isOpen = job !== undefined && (isAtWork(job) || job.undo_until !== null);
  useEffect(() => {
    if (isOpen) bulkStore.watch(id);
  }, [id, isOpen]);
  if (error) return <QueryFailed error={error} onRetry={refetch} />;
  if (!job) return <Pending />;
  return (
    <>
      <JobCard job={job} isFixed />
      {job.undo_until && <p className={importing.lead}>{t('modules.bulk.result.undo_hint_import')}</p>}
    </>
  );
}

/** Saves the rows that were left out beside the file that they are from. */
function saveLeft(rows: PersonOutcome['rows'], { name, ...words }: Words & { name: string }): void {
  const { t, locale } = words;
  const header = ['row', 'title', 'status', 'problems'] as const;
  const lines = rows.map(({ row, title, status, problems }) => [
    String(row),
    title,
    t(`modules.import_people.status.${status}`),
    problems.map((problem) => problemLine(problem, words)).join(' '),
  ]);
  const text = csv(
    [header.map((one) => t(`modules.import.table.${one}`)), ...lines],
    locale === 'sl' ? ';' : ',',
  );
  saveFile(
    new Blob([text], { type: 'text/csv;charset=utf-8' }),
    `${name.replace(/\.\w+$/, '')}-${t('modules.import.report.file')}.csv`,
  );
}
