import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { GroupSummary } from '@vpisnik/contract/groups';
import type { ReactNode } from 'react';
import { useI18n } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useMay } from '../../permission/Permission.tsx';
import { applicationLink, copyLink } from './group-link.ts';
import type { StatusChange } from './use-group-status.ts';

type GroupMenuItemsProps = {
  group: Pick<GroupSummary, 'id' | 'active' | 'accept_applications'>;
  onOpen?: () => void;
  onStatus: (change: StatusChange) => void;
  onDelete: () => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** What can be done with a group without opening it. */
export function GroupMenuItems({ group, onOpen, onStatus, onDelete }: GroupMenuItemsProps): ReactNode {
  const { t } = useI18n();
  const { organization } = useSession();
  const mayManage = useMay('groups.manage');
  return (
    <>
      {onOpen && (
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onOpen}>
          {t('modules.group.actions.open')}
        </Menu.Item>
      )}
      {organization && (
        <Menu.Item
          leftSection={<IconCopy {...icon} />}
          onClick={() => copyLink(applicationLink(organization.id, group.id))}
        >
          {t('modules.group.actions.copy_link')}
        </Menu.Item>
      )}
      {mayManage && (
        <>
          <Menu.Item
            leftSection={group.active ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
            onClick={() => onStatus({ active: !group.active })}
          >
            {t(group.active ? 'modules.group.actions.deactivate' : 'modules.group.actions.activate')}
          </Menu.Item>
          <Menu.Item
            leftSection={group.accept_applications ? <IconLock {...icon} /> : <IconLockOpen {...icon} />}
            onClick={() => onStatus({ accept_applications: !group.accept_applications })}
          >
            {t(group.accept_applications ? 'modules.group.actions.close' : 'modules.group.actions.accept')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash {...icon} />} color="error" onClick={onDelete}>
            {t('modules.group.actions.delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
