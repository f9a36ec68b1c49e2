import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { Permission, useMay } from '../../../permission/Permission.tsx';
import { useParticipantDialogs } from '../Dialogs.tsx';
import { MoveItems } from '../Status.tsx';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The "…" of a participant: the allowed moves, then what changes or deletes the person. */
export function ParticipantRowMenu({ participant }: { participant: ParticipantSummary }) {
  const mayDecide = useMay('participants.decide');
  if (!mayDecide) return null;
  return (
    <RowMenu name={participant.name}>
      <MoveItems participant={participant} />
      <ManageItems participant={participant} divided />
    </RowMenu>
  );
}

/** Edit, move and delete as items of a menu, for those who may. */
export function ManageItems({
  participant: { id, name },
  divided = false,
}: {
  participant: Pick<ParticipantSummary, 'id' | 'name'>;
  divided?: boolean;
}) {
  const { t } = useI18n();
  const open = useParticipantDialogs();
  return (
    <Permission role="participants.manage" action="hide">
      {divided && <Menu.Divider />}
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => open({ kind: 'edit', id, name })}>
        {t('modules.participant.actions.edit')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowsExchange {...icon} />}
        onClick={() => open({ kind: 'transfer', id, name })}
      >
        {t('modules.participant.actions.transfer')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash {...icon} />}
        color="error"
        onClick={() => open({ kind: 'delete', id, name })}
      >
        {t('modules.participant.actions.delete')}
      </Menu.Item>
    </Permission>
  );
}
