import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconCopyPlus,
  IconPencil,
  IconPrinter,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { GroupSummary } from '@vpisnik/contract/groups';
import type { ReactNode } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useMay } from '../../permission/Permission.tsx';
import { applicationLink, copyLink } from '../sharing/links.ts';
import type { GroupAct } from './GroupActs.tsx';
import { StatusItems } from './StatusItems.tsx';
import type { StatusChange } from './use-group-status.ts';

type GroupMenuItemsProps = {
  group: GroupSummary;
  onOpen?: () => void;
  onStatus: (change: StatusChange) => void;
  /** Something that asks or shows first. */
  onAct: (act: GroupAct) => void;
};

/** Whether people would miss a group that is put away: it has some, and is not over. */
const isRunning = ({ archived_at, enrolment, taken, waiting }: GroupSummary) =>
  archived_at === null && enrolment !== 'ended' && taken + waiting > 0;

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Menu items for actions on a group without opening it. */
export function GroupMenuItems({ group, onOpen, onStatus, onAct }: GroupMenuItemsProps): ReactNode {
  const { t } = useI18n();
  const { organization } = useSession();
  const navigate = useNavigate();
  const mayManage = useMay('groups.manage');
  const print = () => navigate({ to: '/groups/$group_id/roster', params: { group_id: group.id } });
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
          onClick={() => copyLink(applicationLink(organization, group))}
        >
          {t('modules.group.actions.copy_link')}
        </Menu.Item>
      )}
      {organization && (
        <Menu.Item leftSection={<IconQrcode {...icon} />} onClick={() => onAct('share')}>
          {t('modules.group_tools.share.open')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={print}>
        {t('modules.group_tools.print.open')}
      </Menu.Item>
      {mayManage && (
        <>
          <Menu.Divider />
          <StatusItems group={group} onStatus={onStatus} />
          <Menu.Divider />
          <Menu.Item leftSection={<IconCopyPlus {...icon} />} onClick={() => onAct('copy')}>
            {t('modules.group_tools.copy.open')}
          </Menu.Item>
          <Menu.Item
            leftSection={group.archived_at ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
            onClick={() =>
              isRunning(group) ? onAct('archive') : onStatus({ archived: group.archived_at === null })
            }
          >
            {t(group.archived_at ? 'modules.group.actions.restore' : 'modules.group.actions.archive')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash {...icon} />} color="error" onClick={() => onAct('delete')}>
            {t('modules.group.actions.delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
