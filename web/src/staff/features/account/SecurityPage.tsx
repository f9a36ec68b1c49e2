import { useI18n } from '../../../lib/i18n.ts';
import { AccountHeader } from './AccountHeader.tsx';
import classes from './account.module.css';
import { PasswordSection } from './PasswordSection.tsx';
import { SignInsSection } from './SignInsSection.tsx';

/** What protects one's own account: the password, and where one is signed in. */
export function SecurityPage() {
  const { t } = useI18n();
  return (
    <>
      <AccountHeader title={t('modules.account.security.title')} />
      <div className={classes.sections}>
        <PasswordSection />
        <SignInsSection />
      </div>
    </>
  );
}
