import { useQueryClient } from '@tanstack/react-query';
import { personImportLimits } from '@vpisnik/contract/participant-imports';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import importing from '../../imports/imports.module.css';
import { SheetUpload } from '../../imports/SheetUpload.tsx';
import { rememberPeopleImport } from './queries.ts';

const facts = ['google', 'group', 'names', 'dates', 'consents'] as const;

/** The first step: bring the file. */
export function PeopleFile({ onUploaded }: { onUploaded: (id: string) => void }) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  return (
    <section className={importing.step}>
      <p className={importing.lead}>{t('modules.import_people.file.lead')}</p>
      <SheetUpload
        limits={personImportLimits}
        onFile={async (file, file_name, transport) => {
          const made = await api.participant_imports.upload({ query: { file_name }, file }, { transport });
          rememberPeopleImport(queryClient, api, made);
          onUploaded(made.id);
        }}
      />
      <dl className={importing.rules}>
        {facts.map((fact) => (
          <div key={fact}>
            <dt>{t(`modules.import_people.rules.${fact}`)}</dt>
            <dd>{t(`modules.import_people.rules.${fact}_text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
