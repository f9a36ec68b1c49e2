import { Button, Checkbox } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Import, ImportMapping, ImportOutcome } from '@vpisnik/contract/imports';
import { listFormat } from '@vpisnik/contract/rules/formatters';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { formatTag } from '../../../lib/text/locale.ts';
import { UploadFailed } from '../../../ui/form/upload/Upload.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { useMay } from '../../permission/Permission.tsx';
import classes from './imports.module.css';
import { lists } from './kinds.ts';
import { OutcomeTable } from './OutcomeTable.tsx';
import { rememberImport, useRefreshImported } from './queries.ts';
import { saveReport } from './report.ts';

type Props = {
  sheet: Import;
  mapping: ImportMapping;
  createMissing: boolean;
  onCreateMissing: (createMissing: boolean) => void;
  onBack: () => void;
  onRestart: () => void;
};

/** The third step: what would become of each row, then what did. */
export function PreviewStep({ sheet, mapping, createMissing, ...on }: Props) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshImported();
  const [report, setReport] = useState<ImportOutcome | null>(sheet.report);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const params = { id: sheet.id };
  const body = { mapping, create_missing: createMissing };
  const preview = useQuery({
    ...api.imports.preview.options({ params, body }),
    enabled: report === null,
    placeholderData: (before) => before,
    // others may add the same meanwhile; the import itself looks again
    staleTime: 0,
  });
  const run = async () => {
    setRunning(true);
    setFailure(null);
    try {
      const outcome = await api.imports.run({ params, body });
      rememberImport(queryClient, api, { ...sheet, report: outcome });
      void refresh();
      setReport(outcome);
    } catch (error) {
      setFailure(errorText(error, t, 'modules.import.failed'));
    } finally {
      setRunning(false);
    }
  };
  if (report) return <Report sheet={sheet} report={report} onRestart={on.onRestart} />;
  const outcome = preview.data;
  const ready = outcome?.rows.filter(({ status }) => status === 'ready').length ?? 0;
  const error = failure ?? (preview.error && errorText(preview.error, t, 'errors.general.query'));
  return (
    <section className={classes.step}>
      <h2 className={classes.heading} id="import-step-3" tabIndex={-1}>
        {t('modules.import.preview.title')}
      </h2>
      {outcome ? (
        <>
          <Counts outcome={outcome} />
          <Missing
            outcome={outcome}
            checked={createMissing}
            disabled={running}
            onChange={on.onCreateMissing}
          />
          <OutcomeTable rows={outcome.rows} caption={t('modules.import.preview.title')} />
        </>
      ) : (
        !error && <Pending />
      )}
      {error && <UploadFailed onAgain={failure ? null : () => void preview.refetch()}>{error}</UploadFailed>}
      <div className={classes.buttons}>
        <Button {...waiting(running, on.onBack)}>{t('modules.import.preview.back')}</Button>
        <Button variant="filled" disabled={ready === 0} {...waiting(running, () => void run())}>
          {running
            ? t('modules.import.preview.running')
            : t(`modules.import.preview.run_${sheet.kind}`, { count: ready })}
        </Button>
      </div>
    </section>
  );
}

/** Counts of rows by status, in words. */
function Counts({ outcome }: { outcome: ImportOutcome }) {
  const { t } = useI18n();
  const count = (status: string) => outcome.rows.filter((row) => row.status === status).length;
  const parts = (['created', 'ready', 'duplicate', 'error'] as const).flatMap((status) => {
    const rows = count(status);
    return rows > 0 ? [t(`modules.import.counts.${status}`, { count: rows })] : [];
  });
  return (
    <p className={classes.lead} role="status">
      {parts.join(' ')}
    </p>
  );
}

type MissingProps = {
  outcome: ImportOutcome;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

/** Offers to create the categories and locations that rows name and that do not exist yet. */
function Missing({ outcome, checked, disabled, onChange }: MissingProps) {
  const { t, locale } = useI18n();
  const mayMake = useMay('categories.manage');
  const { categories, locations } = outcome.missing;
  if (categories.length + locations.length === 0) return null;
  const names = listFormat(formatTag[locale]).format(
    [...categories, ...locations].map((name) => t('modules.import.quoted', { name })),
  );
  if (!mayMake) return <p className={classes.missing}>{t('modules.import.preview.missing', { names })}</p>;
  return (
    <Checkbox
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t('modules.import.preview.create_missing', { names })}
    />
  );
}

type ReportProps = { sheet: Import; report: ImportOutcome; onRestart: () => void };

function Report({ sheet, report, onRestart }: ReportProps) {
  const { t, locale } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.step}>
      <h2 className={classes.heading} id="import-step-3" tabIndex={-1} ref={heading}>
        {t('modules.import.report.title')}
      </h2>
      <Counts outcome={report} />
      {sheet.kind === 'groups' && report.rows.some(({ status }) => status === 'created') && (
        <p className={classes.lead}>{t('modules.import.report.unpublished')}</p>
      )}
      <OutcomeTable rows={report.rows} caption={t('modules.import.report.title')} kind={sheet.kind} />
      <div className={classes.buttons}>
        <Button onClick={onRestart}>{t('modules.import.another')}</Button>
        <Button
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => saveReport(report, { name: sheet.file_name, t, locale })}
        >
          {t('modules.import.report.download')}
        </Button>
        <Button variant="filled" renderRoot={(props) => <Link to={lists[sheet.kind].to} {...props} />}>
          {t('modules.import.report.to_list')}
        </Button>
      </div>
    </section>
  );
}
