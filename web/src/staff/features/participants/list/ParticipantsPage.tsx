import { Button } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { copyLink, programmesLink } from '../../sharing/links.ts';
import { type ParticipantsSearch, parseParticipantsSearch } from '../address.ts';
import { useParticipantDialogs } from '../Dialogs.tsx';
import { ImportPeopleLink } from '../importing/ImportPeopleLink.tsx';
import { ListTabs } from '../ListTabs.tsx';
import { PeopleFact } from '../PeopleFact.tsx';
import { useLinkedView } from '../views/use-linked-view.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { peopleViews, starterNames, starterViews } from '../views/values.ts';
import { ListPlace } from './list-place.ts';
import { ParticipantList } from './ParticipantList.tsx';

const ViewNotice = onDemand(async () => (await import('../views/ViewNotice.tsx')).ViewNotice);

/** Participants of all groups; an open one is shown beside the list and has an address of its own. */
export function ParticipantsPage() {
  const { address: filters, go, set } = useAddress(parseParticipantsSearch);
  const { participant_id } = useParams({ strict: false });
  useLinkedView(peopleViews, filters, set);
  const { t } = useI18n();
  const starters = starterNames.map((name) => ({
    name: t(`modules.participant.views.starter.${name}`),
    search: starterViews[name],
  }));
  return (
    <ListPlace value={null}>
      {filters.view && <ViewNotice id={filters.view} list="participants" />}
      <ParticipantList
        filters={filters}
        onChange={go}
        onClear={() => set(clearedOf)}
        views={(columns) => (
          <ViewsMenu of={peopleViews} search={filters} {...{ starters, columns }} onGo={set} />
        )}
        openId={participant_id}
        head={
          <>
            <Head />
            <ListTabs active="participants" />
          </>
        }
        empty={<NoParticipants />}
      />
    </ListPlace>
  );
}

/** Without filters; order and columns stay. */
const clearedOf = ({ sort, columns }: ParticipantsSearch): ParticipantsSearch => ({
  ...(sort && { sort }),
  ...(columns && { columns }),
});

function Head() {
  const { t } = useI18n();
  return (
    <PageHeader
      title={t('modules.participant.participants')}
      fact={<PeopleFact />}
      actions={
        <>
          <ImportPeopleLink />
          <Add filled />
        </>
      }
    />
  );
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
