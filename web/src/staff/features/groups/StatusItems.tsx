import { Menu } from '@mantine/core';
import { IconEye, IconEyeOff, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { GroupSummary } from '@vpisnik/contract/groups';
import { useI18n } from '../../../lib/text/i18n.ts';
import type { StatusChange } from './use-group-status.ts';

type StatusItemsProps = {
  group: Pick<GroupSummary, 'active' | 'accept_applications'>;
  onStatus: (change: StatusChange) => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Publishing, hiding, opening and closing as items of a menu. */
export function StatusItems({ group, onStatus }: StatusItemsProps) {
  const { t } = useI18n();
  const { active, accept_applications } = group;
  return (
    <>
      <Menu.Item
        leftSection={active ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
        onClick={() => onStatus({ active: !active })}
      >
        {t(active ? 'modules.group.actions.deactivate' : 'modules.group.actions.activate')}
      </Menu.Item>
      <Menu.Item
        leftSection={accept_applications ? <IconLock {...icon} /> : <IconLockOpen {...icon} />}
        onClick={() => onStatus({ accept_applications: !accept_applications })}
      >
        {t(accept_applications ? 'modules.group.actions.close' : 'modules.group.actions.accept')}
      </Menu.Item>
    </>
  );
}
