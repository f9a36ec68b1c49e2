import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { everybodyIn } from '../../participants/writing/audience.ts';
import { useWriteMessage } from '../../participants/writing/use-write-message.ts';

type NewMessageProps = { groupId: string | null; variant?: 'filled' };

/** Writes to all people of a group, or to those of all groups. */
export function NewMessage({ groupId, ...look }: NewMessageProps) {
  const { t } = useI18n();
  const write = useWriteMessage();
  return (
    <Button
      {...look}
      leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
      onClick={() => void write(everybodyIn(groupId === null ? {} : { group_id: [groupId] }), groupId)}
    >
      {t('modules.message.new')}
    </Button>
  );
}
