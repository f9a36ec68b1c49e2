import { Button } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router';
import { participantStatuses } from '@vpisnik/contract/participants';
import { useApi } from '../../../../lib/api.ts';
import { changedSearch } from '../../../../lib/list-address.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { copyLink, programmesLink } from '../../sharing/links.ts';
import { type ParticipantsSearch, parseParticipantsSearch } from '../address.ts';
import { useParticipantDialogs } from '../Dialogs.tsx';
import { allGroupsQuery, countsQuery } from '../queries.ts';
import { ListPlace } from './list-place.ts';
import { ParticipantList } from './ParticipantList.tsx';

const route = getRouteApi('/_app/participants');

/** Participants of all groups; an open one is shown beside the list and has an address of its own. */
export function ParticipantsPage() {
  const filters = parseParticipantsSearch(route.useSearch());
  const { participant_id } = useParams({ strict: false });
  const navigate = useNavigate();
  const goTo = (search: ParticipantsSearch) =>
    navigate({ to: '.', search: () => search, replace: true, resetScroll: false });
  return (
    <ListPlace value={null}>
      <ParticipantList
        filters={filters}
        onChange={(change) => goTo(changedSearch(filters, change))}
        onClear={() => goTo(filters.sort ? { sort: filters.sort } : {})}
        openId={participant_id}
        head={<Head />}
        empty={<NoParticipants />}
      />
    </ListPlace>
  );
}

function Head() {
  const { t } = useI18n();
  const api = useApi();
  const counts = useQuery(countsQuery(api)).data;
  const groups = useQuery(allGroupsQuery(api)).data;
  const all = counts && participantStatuses.reduce((sum, status) => sum + counts[status], 0);
  const fact = all !== undefined && all > 0 && groups && (
    <>
      {t('modules.participant.list.fact', { count: all })}{' '}
      {t('modules.participant.list.fact_groups', { count: groups.length })}
    </>
  );
  return <PageHeader title={t('modules.participant.participants')} fact={fact} actions={<Add filled />} />;
}

function Add({ filled = false }: { filled?: boolean }) {
  const { t } = useI18n();
  const open = useParticipantDialogs();
  return (
    <Button
      {...(filled && { variant: 'filled' })}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => open({ kind: 'add', groupId: null })}
    >
      {t('modules.participant.actions.add')}
    </Button>
  );
}

function NoParticipants() {
  const { t } = useI18n();
  const { organization } = useSession();
  return (
    <EmptyState
      title={t('modules.participant.list.empty_title')}
      actions={
        organization && (
          <Button
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
            onClick={() => copyLink(programmesLink(organization))}
          >
            {t('modules.participant.list.copy_link')}
          </Button>
        )
      }
    >
      {t('modules.participant.list.empty_text')}
    </EmptyState>
  );
}
