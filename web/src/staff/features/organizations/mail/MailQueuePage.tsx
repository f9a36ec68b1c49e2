import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MailQueue } from '@vpisnik/contract/mail-queue';
import { outboxViews } from '@vpisnik/contract/rules/mails';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { PlatformTabs } from '../PlatformTabs.tsx';
import { parseMailQueueSearch } from './address.ts';
import classes from './mail.module.css';
import { OrganizationMails } from './OrganizationMails.tsx';
import { PauseList } from './PauseList.tsx';
import { type Asked, QueueQuestion } from './QueueQuestion.tsx';
import { queueQuery } from './queries.ts';

/** Mails of all organisations that wait, are held back or have failed, for the operator: how many and why, never whose. */
export function MailQueuePage() {
  const { t } = useI18n();
  const { view = 'waiting' } = useAddress(parseMailQueueSearch).address;
  const queue = useQuery(queueQuery(useApi(), view));
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <>
      <PageHeader title={t('layout.titles.organizations')} fact={t('modules.mail_queue.fact')} />
      <PlatformTabs active="mails" />
      {queue.data && <PauseList pauses={queue.data.pauses} />}
      <nav className={classes.views} aria-label={t('modules.mail_queue.views.label')}>
        {outboxViews.map((one) => (
          <Link
            key={one}
            to="/organizations/mails"
            search={one === 'waiting' ? {} : { view: one }}
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={one === view ? 'page' : undefined}
          >
            {t(`modules.mail_queue.views.${one}`)}
            {queue.data && <span>{queue.data.counts[one]}</span>}
          </Link>
        ))}
      </nav>
      {queue.data && <AccountMails counts={queue.data.accounts} />}
      {queue.isError && !queue.data ? (
        <QueryFailed error={queue.error} onRetry={queue.refetch} />
      ) : !queue.data ? (
        <Pending />
      ) : queue.data.organizations.length === 0 ? (
        <EmptyState title={t(`modules.mail_queue.empty.${view}`)}>
          {t('modules.mail_queue.empty_text')}
        </EmptyState>
      ) : (
        <div className={classes.list} aria-busy={queue.isPlaceholderData}>
          {queue.data.organizations.map((organization) => (
            <OrganizationMails
              key={organization.id}
              organization={organization}
              view={view}
              onAct={(cause, act) => ask({ organization, cause, view, act })}
            />
          ))}
          {queue.data.total > queue.data.organizations.length && (
            <p className={classes.hint}>
              {t('modules.mail_queue.more', {
                shown: queue.data.organizations.length,
                count: queue.data.total,
              })}
            </p>
          )}
        </div>
      )}
      <QueueQuestion asked={asked} onClose={() => ask(null)} />
    </>
  );
}

/** Mails about accounts are of no organisation; they are only counted, and only when some have not left. */
function AccountMails({ counts }: { counts: MailQueue['accounts'] }) {
  const { t } = useI18n();
  const some = outboxViews.filter((view) => counts[view] > 0);
  if (some.length === 0) return null;
  const parts = some.map((view) => t(`modules.mail_queue.accounts.${view}`, { count: counts[view] }));
  return <p className={classes.hint}>{t('modules.mail_queue.accounts.all', { parts: parts.join(', ') })}</p>;
}
