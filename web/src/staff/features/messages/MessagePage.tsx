import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { messageQuery } from './queries.ts';
import { useBack } from './use-back.ts';

const ComposePage = onDemand(async () => (await import('./compose/ComposePage.tsx')).ComposePage, Waiting);
const SentPage = onDemand(async () => (await import('./log/SentPage.tsx')).SentPage, Waiting);

/** One message: a draft to be written, else what becomes of it. */
export function MessagePage({ id }: { id: string }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(messageQuery(useApi(), id));
  const back = useBack({ group_id: null });
  if (data) return data.state === 'draft' ? <ComposePage message={data} /> : <SentPage message={data} />;
  return (
    <>
      <PageHeader title={t('modules.message.one')} back={back} />
      {error ? <QueryFailed error={error} onRetry={refetch} /> : <Waiting />}
    </>
  );
}

function Waiting() {
  return <Pending rows={8} />;
}
