import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useI18n } from '../../../lib/i18n.ts';
import { RowMenu } from '../../../ui/RowMenu.tsx';
import { DeleteGroup } from './DeleteGroup.tsx';
import { GroupMenuItems } from './GroupMenuItems.tsx';
import { useGroupStatus } from './use-group-status.ts';

/** The "…" of a group in the list. */
export function GroupRowMenu({ group }: { group: GroupSummary }) {
  const { locale } = useI18n();
  const navigate = useNavigate();
  const { change } = useGroupStatus();
  const [deleting, dialog] = useDisclosure(false);
  const name = groupName(group, locale);
  return (
    <>
      <RowMenu name={name}>
        <GroupMenuItems
          group={group}
          onOpen={() => navigate({ to: '/groups/$group_id', params: { group_id: group.id } })}
          onStatus={(status) => change(group.id, status)}
          onDelete={dialog.open}
        />
      </RowMenu>
      <DeleteGroup
        group={{ id: group.id, active: group.active, name }}
        opened={deleting}
        onClose={dialog.close}
      />
    </>
  );
}
