import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { Comparing } from './Comparing.tsx';
import { comparisonQuery, isEitherGone } from './queries.ts';

/** Two applications side by side: are they one person's, and what holds then. */
export function ComparePage() {
  const { t } = useI18n();
  const { participant_id = '', other_id = '' } = useParams({ strict: false });
  const comparison = useQuery(comparisonQuery(useApi(), participant_id, other_id));
  const { data, error } = comparison;
  const isOver = isEitherGone(error);
  const isApart = data && data.kept.group_id !== data.other.group_id;
  return (
    <>
      <PageHeader
        title={t('modules.same_person.question')}
        back={{
          to: '/participants/$participant_id',
          params: { participant_id },
          label: data?.kept.name ?? t('modules.participant.participants'),
        }}
        fact={data && !isOver && t(isApart ? 'modules.same_person.apart' : 'modules.same_person.choose')}
      />
      {isOver ? (
        <EmptyState kind="no-results" title={t('modules.same_person.gone')}>
          {t('modules.same_person.gone_why')}
        </EmptyState>
      ) : data ? (
        <Comparing
          key={`${data.kept.id} ${data.kept.version} ${data.other.version}`}
          comparison={data}
          isApart={isApart === true}
        />
      ) : error ? (
        <QueryFailed error={error} onRetry={() => comparison.refetch()} />
      ) : (
        <Pending rows={6} />
      )}
    </>
  );
}
