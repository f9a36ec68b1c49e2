import { Button, Progress } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconFileSpreadsheet, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type Import, type ImportKind, importLimits } from '@vpisnik/contract/imports';
import { ApiError } from '@vpisnik/contract/kit';
import { limits } from '@vpisnik/contract/rules/limits';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { sendingWithProgress } from '../../../lib/send-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FileDrop } from '../../../ui/form/FileDrop.tsx';
import classes from './imports.module.css';
import { problemText } from './problem-text.ts';
import { rememberImport } from './queries.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type Work =
  | { kind: 'idle' }
  | { kind: 'busy'; sent: number | null }
  | { kind: 'failed'; text: string; file: File };

/** The first step: bring the file, or get one to begin with. */
export function FileStep({ kind, onUploaded }: { kind: ImportKind; onUploaded: (made: Import) => void }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const [work, setWork] = useState<Work>({ kind: 'idle' });
  const upload = async (file: File) => {
    if (file.size > importLimits.bytes)
      return setWork({ kind: 'failed', text: t('modules.import.problems.file_too_large'), file });
    setWork({ kind: 'busy', sent: null });
    const transport = sendingWithProgress((sent) => setWork({ kind: 'busy', sent: sent < 1 ? sent : null }));
    try {
      const query = { kind, file_name: file.name.slice(0, limits.name).toWellFormed() || '-' };
      // its content decides what it is: what browsers make of endings (`.tsv`, `.ods`) only stands in the way
      const content = file.slice(0, file.size, 'application/octet-stream');
      const made = await api.imports.upload({ query, file: content }, { transport });
      rememberImport(queryClient, api, made);
      onUploaded(made);
    } catch (error) {
      const [problem] = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
      const isTooLarge = error instanceof ApiError && error.code === 'payload_too_large';
      const text = isTooLarge
        ? t('modules.import.problems.file_too_large')
        : problem
          ? problemText({ ...problem, value: '' }, t)
          : errorText(error, t, 'modules.import.failed');
      setWork({ kind: 'failed', text, file });
    }
  };
  const failed = work.kind === 'failed' ? work : null;
  return (
    <section className={classes.step}>
      <p className={classes.lead}>{t(`modules.import.file.lead_${kind}`)}</p>
      {failed && (
        <div className={classes.error} role="alert" id="import-error">
          <IconAlertCircle size={16} stroke={2} aria-hidden />
          <span>{failed.text}</span>
          <Button leftSection={<IconRefresh {...icon} />} onClick={() => void upload(failed.file)}>
            {t('ui.query.retry')}
          </Button>
        </div>
      )}
      {work.kind === 'busy' ? (
        <div className={classes.busy}>
          <p role="status" id="import-busy">
            {t(work.sent === null ? 'modules.import.file.reading' : 'modules.import.file.sending')}
          </p>
          <Progress
            value={work.sent === null ? 100 : Math.round(work.sent * 100)}
            animated={work.sent === null}
            aria-labelledby="import-busy"
          />
        </div>
      ) : (
        <FileDrop
          choose={t('modules.import.file.choose')}
          drop={t('modules.import.file.drop')}
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          icon={<IconFileSpreadsheet size={26} stroke={1.5} aria-hidden />}
          hint={t('modules.import.file.hint', { rows: importLimits.rows })}
          invalid={failed !== null}
          describedBy={failed ? 'import-error' : undefined}
          onFile={(file) => void upload(file)}
        />
      )}
      <div className={classes.templates}>
        <h2>{t('modules.import.file.template')}</h2>
        <p>{t('modules.import.file.template_text')}</p>
        <div>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={`/import-templates/${kind}-${locale}.${format}`}
              download
              leftSection={<IconDownload {...icon} />}
            >
              {t(`modules.import.file.template_${format}`)}
            </Button>
          ))}
        </div>
      </div>
      {kind === 'groups' && <Rules />}
    </section>
  );
}

const rules = [
  'schedule',
  'dates',
  'applications',
  'when_full',
  'references',
  'leaders',
  'fields',
  'price',
  'languages',
  'color',
] as const;

/** Explains the format of values such as schedules and dates. */
function Rules() {
  const { t } = useI18n();
  return (
    <dl className={classes.rules}>
      {rules.map((rule) => (
        <div key={rule}>
          <dt>{t(`modules.import.rules.${rule}`)}</dt>
          <dd>{t(`modules.import.rules.${rule}_text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
