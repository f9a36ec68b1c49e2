import { useNavigate } from '@tanstack/react-router';
import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { MenuOnDemand } from '../../../../ui/table/MenuOnDemand.tsx';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { Enrolment, EnrolmentPill } from '../Enrolment.tsx';
import { type GroupAct, GroupActs } from '../GroupActs.tsx';
import { GroupMenuItems } from '../GroupMenuItems.tsx';
import { StatusItems } from '../StatusItems.tsx';
import { type StatusChange, useGroupStatus } from '../use-group-status.ts';

/** The "…" of a group in the list. */
export function GroupRowMenu({ group }: { group: GroupSummary }) {
  const { locale } = useI18n();
  const navigate = useNavigate();
  const { change } = useGroupStatus();
  const [act, setAct] = useState<GroupAct | null>(null);
  const onStatus = (status: StatusChange) => change(group, status);
  return (
    <>
      <RowMenu name={groupName(group, locale)}>
        <GroupMenuItems
          group={group}
          onOpen={() => navigate({ to: '/groups/$group_id', params: { group_id: group.id } })}
          onStatus={onStatus}
          onAct={setAct}
        />
      </RowMenu>
      <GroupActs group={group} act={act} onStatus={onStatus} onClose={() => setAct(null)} />
    </>
  );
}

/** Enrolment status of a group; with permission, a menu that publishes, hides, opens and closes it. */
export function EnrolmentMenu({ group }: { group: GroupSummary }) {
  const { t, locale } = useI18n();
  const { change } = useGroupStatus();
  if (!useMay('groups.manage')) return <Enrolment group={group} />;
  return (
    <MenuOnDemand
      position="bottom-start"
      button={(props) => (
        <EnrolmentPill
          group={group}
          {...props}
          more={t('modules.group.list.change_state', { name: groupName(group, locale) })}
        />
      )}
    >
      <StatusItems group={group} onStatus={(status) => change(group, status)} />
    </MenuOnDemand>
  );
}
