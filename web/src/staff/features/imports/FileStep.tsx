import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type Import, type ImportKind, importLimits } from '@vpisnik/contract/imports';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './imports.module.css';
import { rememberImport } from './queries.ts';
import { SheetUpload } from './SheetUpload.tsx';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The first step: bring the file, or get one to begin with. */
export function FileStep({ kind, onUploaded }: { kind: ImportKind; onUploaded: (made: Import) => void }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  return (
    <section className={classes.step}>
      <p className={classes.lead}>{t(`modules.import.file.lead_${kind}`)}</p>
      <SheetUpload
        limits={importLimits}
        onFile={async (file, file_name, transport) => {
          const made = await api.imports.upload({ query: { kind, file_name }, file }, { transport });
          rememberImport(queryClient, api, made);
          onUploaded(made);
        }}
      />
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
