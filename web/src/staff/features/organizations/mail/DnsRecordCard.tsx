import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconHelp,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react';
import type { DnsRecord } from '@vpisnik/contract/mail-queue';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import type { DnsVerdict } from '@vpisnik/contract/rules/mail-dns';
import type { ReactNode } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { StatusPill, type Tint } from '../../../../ui/marks/StatusPill.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { Tip } from '../../../../ui/Tip.tsx';
import classes from './mail.module.css';

const looks: Record<DnsVerdict, { tint: Tint; icon: typeof IconCheck }> = {
  right: { tint: 'approved', icon: IconCheck },
  wrong: { tint: 'rejected', icon: IconX },
  missing: { tint: 'rejected', icon: IconAlertTriangle },
  unknown: { tint: 'inactive', icon: IconQuestionMark },
  unset: { tint: 'pending', icon: IconHelp },
};

/** One record: what it is for, what it must say, and what was found. */
export function DnsRecordCard({ record }: { record: DnsRecord }) {
  const { t } = useI18n();
  const { purpose, type, name, wanted, found, verdict } = record;
  const { tint, icon } = looks[verdict];
  const title = t(`modules.mail_queue.dns.purposes.${purpose}`);
  const id = `dns-${purpose}-${name}`;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={id}>{title}</h2>
          <span>{t(`modules.mail_queue.dns.why.${purpose}`)}</span>
          <KeyState record={record} />
        </div>
        <StatusPill tint={tint} icon={icon}>
          {t(`modules.mail_queue.dns.verdicts.${verdict}`)}
        </StatusPill>
      </div>
      <dl className={classes.facts}>
        <Fact label={t('modules.mail_queue.dns.name', { type })} copied={name} of={title}>
          {name}
        </Fact>
        {wanted && (
          <Fact label={t('modules.mail_queue.dns.wanted')} copied={wanted} of={title}>
            {wanted}
          </Fact>
        )}
        {verdict !== 'unknown' && (verdict !== 'right' || found.join() !== wanted) && (
          <Fact label={t('modules.mail_queue.dns.found')}>
            {found.length === 0
              ? t('modules.mail_queue.dns.nothing')
              : found.map((one) => <span key={one}>{one}</span>)}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function KeyState({ record: { key } }: { record: DnsRecord }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  if (!key) return null;
  const dayOf = (instant: string) => formatDay(inZone(instant, timeZone).day, locale);
  return (
    <span>
      {t(`modules.mail_queue.dns.keys.${key.state}`, {
        day: dayOf(key.until ?? key.since),
      })}
    </span>
  );
}

type FactProps = { label: string; children: ReactNode; copied?: string; of?: string };

function Fact({ label, children, copied, of = '' }: FactProps) {
  const { t } = useI18n();
  const copyLabel = t('modules.mail_queue.dns.copy', { what: label, of });
  const copy = async (text: string) => {
    const act = 'modules.mail_queue.dns.copy_failed';
    try {
      await navigator.clipboard.writeText(text);
      notify({ message: 'modules.mail_queue.dns.copied', act });
    } catch {
      notify({ message: act, color: 'error', act });
    }
  };
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{children}</code>
        {copied !== undefined && (
          <Tip label={copyLabel}>
            <ActionIcon className={classes.copy} aria-label={copyLabel} onClick={() => void copy(copied)}>
              <IconCopy size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tip>
        )}
      </dd>
    </div>
  );
}
