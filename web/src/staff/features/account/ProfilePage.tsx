import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { AccountHeader } from './AccountHeader.tsx';
import classes from './account.module.css';
import { EmailSection } from './EmailSection.tsx';
import { LookSection } from './LookSection.tsx';
import { NameSection } from './NameSection.tsx';

/** Page of the user's own name, e-mail address, language and theme. */
export function ProfilePage() {
  const { t } = useI18n();
  const api = useApi();
  const me = useQuery(api.users.me.options());
  return (
    <>
      <AccountHeader title={t('layout.titles.profile')} />
      {me.data ? (
        <div className={classes.sections}>
          <NameSection name={me.data.name} />
          <EmailSection email={me.data.email} />
          <LookSection />
        </div>
      ) : me.isError ? (
        <QueryFailed error={me.error} onRetry={me.refetch} />
      ) : (
        <Pending />
      )}
    </>
  );
}
