import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
  const { data, error, refetch } = useQuery(messageQuery(useApi(), id));
  if (data) return data.state === 'draft' ? <ComposePage message={data} /> : <SentPage message={data} />;
  return <Waiting>{error && <QueryFailed error={error} onRetry={refetch} />}</Waiting>;
}

/** The page until the message and the code that shows it are there. */
function Waiting({ children }: { children?: ReactNode }) {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t('modules.message.one')} back={useBack({ group_id: null })} />
      {children || <Pending rows={8} />}
    </>
  );
}
