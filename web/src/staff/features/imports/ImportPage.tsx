import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { type Import, type ImportField, type ImportKind, importFields } from '@vpisnik/contract/imports';
import { useEffect } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useMay } from '../../permission/Permission.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { type ImportSearch, parseImportSearch } from './address.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ImportFailed } from './ImportFailed.tsx';
import { isImportKind, lists } from './kinds.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { Steps } from './Steps.tsx';
import { useMapping } from './use-mapping.ts';

const route = getRouteApi('/_app/imports/$kind');

/** The assistant that makes groups, categories or locations of a spreadsheet: file, columns, preview. */
export function ImportPage() {
  const { kind } = route.useParams();
  return isImportKind(kind) ? <Assistant key={kind} kind={kind} /> : <Navigate to="/groups" replace />;
}

function Assistant({ kind }: { kind: ImportKind }) {
  const { t } = useI18n();
  const api = useApi();
  const { address, set } = useAddress(parseImportSearch);
  const { id } = address;
  const list = lists[kind];
  const mayAdd = useMay(list.permission);
  const query = useQuery({
    ...api.imports.get.options({ params: { id: id ?? '' } }),
    enabled: id !== undefined && mayAdd,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!mayAdd) return <Navigate to="/dashboard" replace />;
  const restart = () => set({});
  const step = id === undefined ? 1 : address.step === 'preview' || query.data?.report ? 3 : 2;
  return (
    <>
      <PageHeader
        title={t(`modules.import.titles.${kind}`)}
        back={{ to: list.to, label: t(list.title) }}
        fact={query.data?.file_name}
      />
      <Steps current={step} />
      {id === undefined ? (
        <FileStep kind={kind} onUploaded={(made) => set({ id: made.id }, { replace: false })} />
      ) : query.data ? (
        <Columns key={id} sheet={query.data} address={address} isSettled={step === 3} onStep={set} />
      ) : query.error ? (
        <ImportFailed error={query.error} onRestart={restart} onRetry={query.refetch} />
      ) : (
        <Pending />
      )}
    </>
  );
}

type ColumnsProps = {
  sheet: Import;
  address: ImportSearch;
  isSettled: boolean;
  onStep: (search: ImportSearch, how?: { replace?: boolean }) => void;
};

/** The second and third step share what the columns are. */
function Columns({ sheet, address, isSettled, onStep }: ColumnsProps) {
  const { mapping, isKept, change, guess } = useMapping<ImportField>(sheet, importFields[sheet.kind]);
  const { id } = sheet;
  // what stands above is new with each step
  useEffect(() => {
    document.getElementById(`import-step-${isSettled ? 3 : 2}`)?.focus();
  }, [isSettled]);
  return isSettled ? (
    <PreviewStep
      sheet={sheet}
      mapping={mapping}
      createMissing={address.create_missing ?? false}
      onCreateMissing={(create_missing) =>
        onStep({ id, step: 'preview', ...(create_missing && { create_missing }) })
      }
      onBack={() => onStep({ id }, { replace: false })}
      onRestart={() => onStep({}, { replace: false })}
    />
  ) : (
    <ColumnsStep
      sheet={sheet}
      mapping={mapping}
      onGuess={isKept ? guess : null}
      onChange={change}
      onBack={() => onStep({}, { replace: false })}
      onNext={() => onStep({ id, step: 'preview' }, { replace: false })}
    />
  );
}
