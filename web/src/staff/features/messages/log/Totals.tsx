import { IconAlertTriangle, IconClock, IconMailCheck, IconMailOff, IconMailX } from '@tabler/icons-react';
import type { Message } from '@vpisnik/contract/messages';
import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import classes from './log.module.css';

type TotalsProps = { counts: NonNullable<Message['counts']>; isOnItsWay: boolean };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** How many mails were sent, came back, failed, wait and were called back. */
export function Totals({ counts, isOnItsWay }: TotalsProps) {
  const { t, locale } = useI18n();
  const { sent, bounced, failed, waiting, cancelled } = counts;
  const totals = [
    { name: 'sent', count: sent, Icon: IconMailCheck, always: true },
    { name: 'bounced', count: bounced, Icon: IconMailX, always: true },
    { name: 'failed', count: failed, Icon: IconAlertTriangle, always: true },
    { name: 'waiting', count: waiting, Icon: IconClock, always: isOnItsWay },
    { name: 'cancelled', count: cancelled, Icon: IconMailOff, always: false },
  ] as const;
  return (
    <dl className={classes.totals} aria-label={t('modules.message.delivery.label')}>
      {totals
        .filter(({ count, always }) => always || count > 0)
        .map(({ name, count, Icon }) => (
          <div key={name}>
            <dt>
              <Icon {...icon} />
              {t(`modules.message.delivery.totals.${name}`)}
            </dt>
            <dd>{numberFormat(formatTag[locale]).format(count)}</dd>
          </div>
        ))}
    </dl>
  );
}
