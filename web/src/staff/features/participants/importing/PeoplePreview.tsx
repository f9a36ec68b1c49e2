import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PersonImport, PersonMapping, PersonOutcome } from '@vpisnik/contract/participant-imports';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { UploadFailed } from '../../../../ui/form/upload/Upload.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import importing from '../../imports/imports.module.css';
import { isAtWork } from '../bulk/acts.ts';
import { rememberJob, useRefreshPeople } from '../bulk/queries.ts';
import { PeopleChoices } from './PeopleChoices.tsx';
import { PeopleRows } from './PeopleRows.tsx';
import { peopleImportQuery } from './queries.ts';
import type { Chosen } from './use-chosen.ts';

type Props = {
  sheet: PersonImport;
  mapping: PersonMapping;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  onBack: () => void;
};

/** The third step: what would become of each row, and how. */
export function PeoplePreview({ sheet, mapping, chosen, onChoose, onBack }: Props) {
  const { t } = useI18n();
  const api = useApi();
  const input = { params: { id: sheet.id }, body: { mapping: mapping as Record<string, number>, ...chosen } };
  const preview = useQuery({
    ...api.participant_imports.preview.options(input),
    placeholderData: keepPreviousData,
    // others may add the same meanwhile; the import itself looks again
    staleTime: 0,
  });
  const { running, failure, run } = useRun(sheet, input);
  const outcome = preview.data;
  const error = failure ?? (preview.error && errorText(preview.error, t, 'errors.general.query'));
  return (
    <section className={importing.step}>
      <h2 className={importing.heading} id="import-step-3" tabIndex={-1}>
        {t('modules.import.preview.title')}
      </h2>
      {outcome ? (
        <>
          <Counts outcome={outcome} />
          <PeopleChoices
            sheet={sheet}
            outcome={outcome}
            chosen={chosen}
            disabled={running}
            onChoose={onChoose}
          />
          <PeopleRows
            rows={outcome.rows}
            questions={sheet.questions}
            caption={t('modules.import.preview.title')}
            included={chosen.include}
            disabled={running}
            onInclude={(include) => onChoose({ ...chosen, include })}
          />
          <Unnamed outcome={outcome} />
        </>
      ) : (
        !error && <Pending />
      )}
      {error && <UploadFailed onAgain={failure ? null : () => void preview.refetch()}>{error}</UploadFailed>}
      <div className={importing.buttons}>
        <Button {...waiting(running, onBack)}>{t('modules.import.preview.back')}</Button>
        <Button
          variant="filled"
          disabled={preview.isPlaceholderData || !outcome?.ready_count}
          {...waiting(running, () => void run())}
        >
          {running
            ? t('modules.import.preview.running')
            : t('modules.import_people.run', { count: outcome?.ready_count ?? 0 })}
        </Button>
      </div>
    </section>
  );
}

type Input = { params: { id: string }; body: { mapping: Record<string, number> } & Chosen };

/** Begins the import: one done at once shows in the lists. */
function useRun(sheet: PersonImport, input: Input) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshPeople();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setRunning(true);
    setFailure(null);
    try {
      const job = await api.participant_imports.run(input);
      rememberJob(queryClient, api, job);
      if (!isAtWork(job)) refresh();
      // with what became of its rows
      await queryClient.fetchQuery({ ...peopleImportQuery(api, sheet.id), staleTime: 0 });
    } catch (error) {
      setFailure(errorText(error, t, 'modules.import.failed'));
    } finally {
      setRunning(false);
    }
  };
  return { running, failure, run };
}

/** Counts of rows by status, in words. */
function Counts({ outcome }: { outcome: PersonOutcome }) {
  const { t } = useI18n();
  const parts = (['ready', 'duplicate', 'error'] as const).flatMap((status) => {
    const count = outcome[`${status}_count`];
    return count > 0 ? [t(`modules.import_people.counts.${status}`, { count })] : [];
  });
  return (
    <p className={importing.lead} role="status">
      {parts.join(' ')}
    </p>
  );
}

/** Says how many more rows there are without a remark. */
function Unnamed({ outcome }: { outcome: PersonOutcome }) {
  const { t } = useI18n();
  const all = outcome.ready_count + outcome.duplicate_count + outcome.error_count;
  const count = all - outcome.rows.length;
  if (count <= 0) return null;
  return <p className={importing.lead}>{t('modules.import_people.unnamed', { count })}</p>;
}
