import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Message } from '../../../../ui/notice/Message.tsx';
import { stoppedQuery } from '../queries.ts';
import { stopText } from '../words.ts';
import classes from './list.module.css';

/** Names messages that stopped by themselves lately, each with its reason; renders nothing without one. */
export function StoppedNotice({ groupId }: { groupId: string | null }) {
  const { t, locale } = useI18n();
  const { data: rows = [] } = useQuery(stoppedQuery(useApi(), groupId));
  if (rows.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Message kind="notice">
        {t('modules.messages.list.stopped', { count: rows.length })}
        {rows.map((row) => (
          <span key={row.id}>
            <Link to="/messages/$message_id" params={{ message_id: row.id }}>
              {bestText(row.subjects, locale).text || t('modules.message.no_subject')}
            </Link>{' '}
            {stopText(row, t)}
          </span>
        ))}
      </Message>
    </div>
  );
}
