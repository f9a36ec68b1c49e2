import type { MessageSummary } from '@vpisnik/contract/messages';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './log.module.css';

/** What became of a message: a bar of what was sent, did not arrive and still waits, with the same in words. */
export function Delivery({
  message: { state, counts },
}: {
  message: Pick<MessageSummary, 'state' | 'counts'>;
}) {
  const { t } = useI18n();
  const word = t(`modules.message.states.${state}`);
  if (!counts) return <span className={classes.state}>{word}</span>;
  const { mails, sent, failed, bounced } = counts;
  const lost = failed + bounced;
  const parts = [
    { kind: 'sent', count: sent - bounced },
    { kind: 'lost', count: lost },
    { kind: 'waiting', count: mails - sent - failed },
  ].filter(({ count }) => count > 0);
  return (
    <div className={classes.delivery}>
      <span className={classes.ticks} aria-hidden>
        {parts.map(({ kind, count }) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: count }} />
        ))}
      </span>
      <span>
        {state !== 'sent' && `${word}, `}
        {t('modules.message.delivery.sent', { sent, count: mails })}
        {lost > 0 && <b>, {t('modules.message.delivery.lost', { count: lost })}</b>}
      </span>
    </div>
  );
}
