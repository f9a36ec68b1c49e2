import { Button } from '@mantine/core';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { RecoveryCodeList } from '../../second-factor/RecoveryCodeList.tsx';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';

type RecoveryCodesProps = {
  codes: string[];
  /** E-mail address of the account that they are for. */
  account: string;
  goOn: () => void;
};

/** Shows new recovery codes, only once, before the sign-in continues. */
export function RecoveryCodes({ codes, account, goOn }: RecoveryCodesProps) {
  const { t } = useI18n();
  return (
    <AccountPage title={t('modules.sign_in.second_factor.recovery_title')}>
      <p>{t('modules.sign_in.second_factor.recovery_text')}</p>
      <RecoveryCodeList codes={codes} account={account} />
      <div className={classes.actions}>
        <Button variant="filled" onClick={goOn}>
          {t('modules.sign_in.second_factor.go_on')}
        </Button>
      </div>
    </AccountPage>
  );
}
