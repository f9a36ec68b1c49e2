import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from '../messages.module.css';
import { useIsUnwritten } from '../queries.ts';
import { MessageList } from './MessageList.tsx';
import { NewMessage } from './NewMessage.tsx';

/** Messages to people of a group, and the way to write another one to all of them. */
export function GroupMessages({ group: { id } }: { group: { id: string } }) {
  const { t } = useI18n();
  const isEmpty = useIsUnwritten(id);
  return (
    <>
      <div className={classes.head}>
        <p>{t('modules.messages.no_tracking')}</p>
        {!isEmpty && <NewMessage groupId={id} />}
      </div>
      <MessageList view={undefined} groupId={id} />
    </>
  );
}
