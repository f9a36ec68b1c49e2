import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useWriteMessage } from '../../participants/writing/use-write-message.ts';
import { everybodyIn } from '../../participants/writing/with-count.ts';
import classes from '../messages.module.css';
import { MessageList } from './MessageList.tsx';

/** Messages to people of a group, and the way to write another one to all of them. */
export function GroupMessages({ group: { id } }: { group: { id: string } }) {
  const { t } = useI18n();
  const write = useWriteMessage();
  return (
    <>
      <div className={classes.head}>
        <p>{t('modules.messages.no_tracking')}</p>
        <Button
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          onClick={() => void write(everybodyIn({ group_id: [id] }), id)}
        >
          {t('modules.message.new')}
        </Button>
      </div>
      <MessageList view={undefined} groupId={id} />
    </>
  );
}
