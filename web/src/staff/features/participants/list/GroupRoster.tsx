import { Button } from '@mantine/core';
import { IconCopy, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GroupSummary } from '@vpisnik/contract/groups';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { Permission, useMay } from '../../../permission/Permission.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { applicationLink, copyLink } from '../../sharing/links.ts';
import { given, parseRosterSearch } from '../address.ts';
import { useParticipantDialogs } from '../Dialogs.tsx';
import { ImportPeopleLink } from '../importing/ImportPeopleLink.tsx';
import { groupQuery } from '../queries.ts';
import { ListPlace } from './list-place.ts';
import { ParticipantList } from './ParticipantList.tsx';
import { RosterFact } from './RosterFact.tsx';
import classes from './roster.module.css';

const OfferStrip = onDemand(async () => (await import('../offers/OfferStrip.tsx')).OfferStrip);

/** The part of the group's address that is the roster's. */
const parseRoster = (search: Record<string, unknown>) => ({
  ...parseRosterSearch(search),
  tab: 'participants' as const,
  ...(typeof search.participant === 'string' && { participant: search.participant }),
});

/** A group's participants, for every role with the group in scope; filters and the open participant are in the address. */
export function GroupRoster({ group }: { group: Pick<GroupSummary, 'id' | 'label'> }) {
  const { id: groupId } = group;
  const { address, go, set } = useAddress(parseRoster);
  const { participant, tab: _, ...filters } = address;
  return (
    <ListPlace value={groupId}>
      <ParticipantList
        filters={filters}
        onChange={go}
        onClear={() => set(({ tab, participant, sort }) => ({ tab, ...given({ participant, sort }) }))}
        openId={participant}
        head={
          <>
            <div className={classes.head}>
              <RosterFact groupId={groupId} />
              <div className={classes.acts}>
                <Print groupId={groupId} />
                <ImportPeopleLink groupId={groupId} />
                <Add groupId={groupId} />
              </div>
            </div>
            <FreePlaces groupId={groupId} />
          </>
        }
        empty={<NoParticipants group={group} />}
      />
    </ListPlace>
  );
}

/** Places to offer, where some are free and people wait for them. */
function FreePlaces({ groupId }: { groupId: string }) {
  const group = useQuery(groupQuery(useApi(), groupId)).data;
  const mayDecide = useMay('participants.decide');
  const [wasShown, setWasShown] = useState(false);
  const isShown =
    mayDecide &&
    group !== undefined &&
    group.waiting > 0 &&
    (group.places === null || group.taken < group.places);
  // the strip ends by itself once what was asked there is done
  if (isShown && !wasShown) setWasShown(true);
  return wasShown ? <OfferStrip groupId={groupId} /> : null;
}

function Print({ groupId }: { groupId: string }) {
  const { t } = useI18n();
  return (
    <Button
      className={classes.print}
      leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/groups/$group_id/roster" params={{ group_id: groupId }} {...props} />}
    >
      {t('modules.group_tools.print.print')}
    </Button>
  );
}

function Add({ groupId }: { groupId: string }) {
  const { t } = useI18n();
  const open = useParticipantDialogs();
  return (
    <Permission role="participants.manage" action="hide">
      <Button
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        onClick={() => open({ kind: 'add', groupId })}
      >
        {t('modules.participant.actions.add')}
      </Button>
    </Permission>
  );
}

function NoParticipants({ group }: { group: { label: string } }) {
  const { t } = useI18n();
  const { organization } = useSession();
  return (
    <EmptyState
      title={t('modules.participant.list.empty_title')}
      actions={
        organization && (
          <Button
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
            onClick={() => copyLink(applicationLink(organization, group))}
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
