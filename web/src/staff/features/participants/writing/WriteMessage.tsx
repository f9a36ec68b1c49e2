import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { Participant } from '@vpisnik/contract/participants';
import { use } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ListPlace } from '../list/list-place.ts';
import { useWriteMessage } from './use-write-message.ts';

/** Begins a message to one participant. Renders nothing for one without an address. */
export function WriteMessage({ participant: { id, email } }: { participant: Participant }) {
  const { t } = useI18n();
  const groupId = use(ListPlace);
  const write = useWriteMessage();
  if (email === null) return null;
  return (
    <Button
      size="compact-sm"
      leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
      onClick={() => void write({ ids: [id] }, groupId)}
    >
      {t('modules.message.write')}
    </Button>
  );
}
