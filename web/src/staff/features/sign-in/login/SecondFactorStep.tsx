import { Button } from '@mantine/core';
import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { refusedFields } from '../../../../lib/form/problems.ts';
import type { Recovery, SecondFactorStep as Step } from '../../../../lib/session/second-factor-step.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Reason } from '../../second-factor/PasswordForm.tsx';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeySetup, PasskeyUse } from './PasskeyForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type SecondFactorStepProps = {
  step: Step;
  /** The e-mail address that was given with the password. */
  email: string;
  /** Goes back to the password, which has to be given again; with the reason when time has run out. */
  onBack: (why?: unknown) => void;
};

/** Kinds of second factors to enter or set up. */
type Way = 'passkey' | 'app' | 'recovery';

/** After the password: a passkey, the code of the app or a recovery code; the first factor may have to be set up. */
export function SecondFactorStep({ step, email, onBack }: SecondFactorStepProps) {
  const { t } = useI18n();
  const { setup, app, continueWithCode, continueWithPasskey, setUpPasskey } = step;
  const withCode = app ? 'app' : 'recovery';
  const [way, setWay] = useState<Way>(continueWithPasskey ? 'passkey' : withCode);
  const [failure, setFailure] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const [recovery, setRecoveryCodes] = useState<Recovery>();

  /** Tries a way; answers whether it is the code that is wrong. */
  async function attempt(work: () => Promise<Recovery | undefined>): Promise<boolean> {
    if (isPending) return false;
    setFailure(undefined);
    setPending(true);
    try {
      // without codes to show the buttons stay locked: this page is being left
      setRecoveryCodes(await work());
      return false;
    } catch (error) {
      setPending(false);
      if (error instanceof ApiError && error.code === 'interaction_expired') onBack(error);
      const isWrong = refusedFields(error).some(({ path }) => path === 'code');
      if (!isWrong) setFailure(error);
      return isWrong;
    }
  }

  function change(next: Way) {
    setFailure(undefined);
    setWay(next);
  }

  if (recovery) {
    const goOn = () => recovery.goOn().catch(onBack);
    return <RecoveryCodes codes={recovery.codes} account={email} goOn={goOn} />;
  }
  return (
    <AccountPage
      title={t(setup ? 'modules.sign_in.second_factor.setup_title' : 'modules.sign_in.second_factor.title')}
      failure={failure !== undefined && <Reason error={failure} fallback="errors.codes.sign_in_failed" />}
    >
      {way !== 'passkey' ? (
        <>
          {setup && <AuthenticatorSetup {...setup} />}
          <CodeForm
            key={way}
            kind={setup ? 'setup' : way}
            isPending={isPending}
            onCode={(code) => attempt(() => continueWithCode(code))}
          />
        </>
      ) : setUpPasskey ? (
        <PasskeySetup isPending={isPending} onName={(name) => attempt(() => setUpPasskey(name))} />
      ) : (
        continueWithPasskey && <PasskeyUse isPending={isPending} onUse={() => attempt(continueWithPasskey)} />
      )}
      <div className={classes.asides}>
        {setUpPasskey &&
          (way === 'passkey' ? (
            <Aside onClick={() => change('app')}>{t('modules.sign_in.second_factor.setup_app')}</Aside>
          ) : (
            <Aside onClick={() => change('passkey')}>
              {t('modules.sign_in.second_factor.setup_passkey')}
            </Aside>
          ))}
        {continueWithPasskey && way !== 'passkey' && (
          <Aside onClick={() => change('passkey')}>{t('modules.sign_in.second_factor.to_passkey')}</Aside>
        )}
        {!setup && app && way !== 'app' && (
          <Aside onClick={() => change('app')}>{t('modules.sign_in.second_factor.to_app')}</Aside>
        )}
        {!setup && way !== 'recovery' && (
          <Aside onClick={() => change('recovery')}>{t('modules.sign_in.second_factor.type_recovery')}</Aside>
        )}
        <Aside onClick={() => onBack()}>{t('modules.sign_in.second_factor.back')}</Aside>
      </div>
    </AccountPage>
  );
}

function Aside({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button className={classes.aside} variant="subtle" onClick={onClick}>
      {children}
    </Button>
  );
}
