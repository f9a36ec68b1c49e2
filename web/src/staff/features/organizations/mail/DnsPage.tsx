import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MailDns } from '@vpisnik/contract/mail-queue';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { Message } from '../../../../ui/notice/Message.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { SkeletonRows } from '../../../../ui/notice/SkeletonRows.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { PlatformTabs } from '../PlatformTabs.tsx';
import { DnsRecordCard } from './DnsRecordCard.tsx';
import classes from './mail.module.css';
import { dnsQuery } from './queries.ts';

/** What DNS must say so that mails arrive, with what it says now. */
export function DnsPage() {
  const { t } = useI18n();
  const dns = useQuery(dnsQuery(useApi()));
  return (
    <>
      <PageHeader
        title={t('layout.titles.organizations')}
        fact={dns.data ? t('modules.mail_queue.dns.fact', { domain: dns.data.domain }) : undefined}
        actions={
          dns.data && (
            <Button
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              {...waiting(dns.isFetching, () => void dns.refetch())}
            >
              {t('modules.mail_queue.dns.check')}
            </Button>
          )
        }
      />
      <PlatformTabs active="dns" />
      {dns.isError && !dns.isFetching ? (
        <QueryFailed error={dns.error} onRetry={dns.refetch} />
      ) : !dns.data ? (
        <div role="status" aria-label={t('modules.mail_queue.dns.checking')}>
          <SkeletonRows />
        </div>
      ) : (
        <Records dns={dns.data} busy={dns.isFetching} />
      )}
    </>
  );
}

/** When the mailbox of reports was last read, and why it can't be. */
function MailboxState({ mailbox }: { mailbox: NonNullable<MailDns['mailbox']> }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { host, read_at, fault } = mailbox;
  const when = read_at && formatInstant(read_at, { locale, timeZone });
  return (
    <>
      <p>
        {t('modules.mail_queue.dns.mailbox', { host })}{' '}
        {when
          ? t('modules.mail_queue.dns.mailbox_read', { when })
          : t('modules.mail_queue.dns.mailbox_unread')}
      </p>
      {fault && <Message kind="notice">{t('modules.mail_queue.dns.mailbox_fault', { said: fault })}</Message>}
    </>
  );
}

function Records({ dns, busy }: { dns: MailDns; busy: boolean }) {
  const { t } = useI18n();
  const { records, signs, reports, senders, mailbox } = dns;
  const isAway = records.every(({ verdict }) => verdict === 'unknown');
  const hasKey = records.some(({ purpose }) => purpose === 'dkim');
  return (
    <div className={classes.list} aria-busy={busy}>
      {isAway && <Message kind="notice">{t('modules.mail_queue.dns.away')}</Message>}
      {records.map((record) => (
        <DnsRecordCard key={`${record.purpose} ${record.name}`} record={record} />
      ))}
      <div className={classes.hints}>
        {!hasKey && (
          <p>
            {t('modules.mail_queue.dns.no_key')} <code>npm run keys -- mail</code>
          </p>
        )}
        {hasKey && signs && (
          <p>
            {t('modules.mail_queue.dns.rotate')} <code>npm run keys -- mail rotate</code>
          </p>
        )}
        {!senders && (
          <p>
            {t('modules.mail_queue.dns.no_senders')} <code>MAIL_SENDERS</code>
          </p>
        )}
        {mailbox && <MailboxState mailbox={mailbox} />}
        {!reports && (
          <p>
            {t('modules.mail_queue.dns.no_reports')} <code>MAIL_BOUNCES</code>
          </p>
        )}
      </div>
    </div>
  );
}
