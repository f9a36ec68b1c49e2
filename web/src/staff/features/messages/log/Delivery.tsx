import type { MessageSummary } from '@vpisnik/contract/messages';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { stopText } from '../words.ts';
import classes from './log.module.css';

/** What became of a message: a bar of what was sent, did not arrive, still waits and was called back, with the same in words. */
export function Delivery({ message }: { message: Pick<MessageSummary, 'state' | 'stop_reason' | 'counts'> }) {
  const { t } = useI18n();
  const { state, counts } = message;
  const word = t(`modules.message.states.${state}`);
  if (!counts) return <span className={classes.state}>{stopText(message, t) ?? word}</span>;
  const { mails, sent, waiting, failed, bounced, cancelled } = counts;
  const lost = failed + bounced;
  const parts = [
    { kind: 'sent', count: sent },
    { kind: 'lost', count: lost },
    { kind: 'waiting', count: waiting },
    { kind: 'cancelled', count: cancelled },
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
