import { IconAlertTriangle, IconClock, IconMailCheck, IconMailOff, IconMailX } from '@tabler/icons-react';
import type { Message } from '@vpisnik/contract/messages';
import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import type { DeliveryPart } from '../queries.ts';
import classes from './log.module.css';

type TotalsProps = {
  counts: NonNullable<Message['counts']>;
  isOnItsWay: boolean;
  /** The one whose mails are shown; undefined: all. */
  chosen: DeliveryPart | undefined;
  onChoose: (part: DeliveryPart | undefined) => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** How many mails were sent, came back, failed, wait and were called back; each shows its own, and all again when it is let go. */
export function Totals({ counts, isOnItsWay, chosen, onChoose }: TotalsProps) {
  const { t, locale } = useI18n();
  const { sent, bounced, failed, waiting, cancelled } = counts;
  const totals = [
    { part: 'sent', count: sent, Icon: IconMailCheck, always: true },
    { part: 'bounced', count: bounced, Icon: IconMailX, always: true },
    { part: 'failed', count: failed, Icon: IconAlertTriangle, always: true },
    { part: 'waiting', count: waiting, Icon: IconClock, always: isOnItsWay },
    { part: 'cancelled', count: cancelled, Icon: IconMailOff, always: false },
  ] as const;
  return (
    <ul className={classes.totals} aria-label={t('modules.message.delivery.label')}>
      {totals
        .filter(({ part, count, always }) => always || count > 0 || part === chosen)
        .map(({ part, count, Icon }) => {
          const facts = (
            <>
              <b>{numberFormat(formatTag[locale]).format(count)}</b>
              <span>
                <Icon {...icon} />
                {t(`modules.message.delivery.totals.${part}`)}
              </span>
            </>
          );
          const isChosen = part === chosen;
          return (
            <li key={part}>
              {count > 0 || isChosen ? (
                <button
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => onChoose(isChosen ? undefined : part)}
                >
                  {facts}
                </button>
              ) : (
                <div>{facts}</div>
              )}
            </li>
          );
        })}
    </ul>
  );
}
