import { useI18n } from '../../../lib/text/i18n.ts';
import { SecondFactorSection } from '../second-factor/SecondFactorSection.tsx';
import { AccountHeader } from './AccountHeader.tsx';
import classes from './account.module.css';
import { PasswordSection } from './PasswordSection.tsx';
import { SignInsSection } from './SignInsSection.tsx';
import { useManagedElsewhere } from './use-managed-elsewhere.ts';

/** Security of the user's own account: password, second factor, and signed-in devices. */
export function SecurityPage() {
  const { t } = useI18n();
  // a hosted provider asks for its own factors
  const isElsewhere = useManagedElsewhere();
  return (
    <>
      <AccountHeader title={t('layout.titles.security')} />
      <div className={classes.sections}>
        <PasswordSection />
        {!isElsewhere && <SecondFactorSection />}
        <SignInsSection />
      </div>
    </>
  );
}
