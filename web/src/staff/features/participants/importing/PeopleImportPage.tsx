import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { PersonColumn, PersonImport } from '@vpisnik/contract/participant-imports';
import { personFields } from '@vpisnik/contract/participant-imports';
import { useEffect } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { parseImportSearch } from '../../imports/address.ts';
import { ImportFailed } from '../../imports/ImportFailed.tsx';
import { Steps } from '../../imports/Steps.tsx';
import { useMapping } from '../../imports/use-mapping.ts';
import { PeopleColumns } from './PeopleColumns.tsx';
import { PeopleFile } from './PeopleFile.tsx';
import { PeoplePreview } from './PeoplePreview.tsx';
import { PeopleResult } from './PeopleResult.tsx';
import { peopleImportQuery } from './queries.ts';
import { useChosen } from './use-chosen.ts';

/** The assistant that makes participants of a spreadsheet: file, columns, preview, result. */
export function PeopleImportPage() {
  const { t } = useI18n();
  const api = useApi();
  const { address, set } = useAddress(parseImportSearch);
  const { id, group } = address;
  const mayAdd = useMay('participants.manage');
  const isOfAll = useMay('participants.list');
  const query = useQuery({ ...peopleImportQuery(api, id ?? ''), enabled: id !== undefined && mayAdd });
  if (!mayAdd) return <Navigate to="/dashboard" replace />;
  const kept = group ? { group } : {};
  const restart = () => void set(kept, { replace: false });
  const step = id === undefined ? 1 : address.step === 'preview' || query.data?.report ? 3 : 2;
  return (
    <>
      <PageHeader
        title={t('modules.import_people.title')}
        back={
          group
            ? {
                to: '/groups/$group_id',
                params: { group_id: group },
                search: { tab: 'participants' },
                label: t('modules.participant.participants'),
              }
            : {
                to: isOfAll ? '/participants' : '/groups',
                label: t(isOfAll ? 'modules.participant.participants' : 'modules.group.groups'),
              }
        }
        fact={query.data?.file_name}
      />
      <Steps current={step} />
      {id === undefined ? (
        <PeopleFile onUploaded={(made) => void set({ ...kept, id: made }, { replace: false })} />
      ) : query.data ? (
        <Rest
          key={id}
          sheet={query.data}
          groupId={group ?? null}
          isSettled={step === 3}
          onColumns={() => void set({ ...kept, id }, { replace: false })}
          onPreview={() => void set({ ...kept, id, step: 'preview' }, { replace: false })}
          onRestart={restart}
        />
      ) : query.error ? (
        <ImportFailed error={query.error} onRestart={restart} onRetry={query.refetch} />
      ) : (
        <Pending />
      )}
    </>
  );
}

type RestProps = {
  sheet: PersonImport;
  groupId: string | null;
  isSettled: boolean;
  onColumns: () => void;
  onPreview: () => void;
  onRestart: () => void;
};

/** The steps after the file share the columns and the choices for all rows. */
function Rest({ sheet, groupId, isSettled, onColumns, onPreview, onRestart }: RestProps) {
  const fields = [...personFields, ...sheet.questions.map(({ column }) => column as PersonColumn)];
  const { mapping, isKept, change, guess } = useMapping({ ...sheet, kind: 'participants' }, fields);
  const [chosen, choose] = useChosen(sheet, groupId);
  // what stands above is new with each step
  useEffect(() => {
    document.getElementById(`import-step-${isSettled ? 3 : 2}`)?.focus();
  }, [isSettled]);
  if (sheet.report) return <PeopleResult sheet={sheet} report={sheet.report} onRestart={onRestart} />;
  const shared = { sheet, mapping, chosen, onChoose: choose };
  return isSettled ? (
    <PeoplePreview {...shared} onBack={onColumns} />
  ) : (
    <PeopleColumns
      {...shared}
      onGuess={isKept ? guess : null}
      onMap={change}
      onBack={onRestart}
      onNext={onPreview}
    />
  );
}
