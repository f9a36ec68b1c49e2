import { Button, TextInput } from '@mantine/core';
import { ApiError } from '@vpisnik/contract/kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type MessageKey, useI18n } from '../../../lib/i18n.ts';
import type { Recovery, SecondFactorStep as Step } from '../../../lib/session/sign-in.ts';
import { AccountPage } from './AccountPage.tsx';
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx';
import { failureText } from './failure-text.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './sign-in.module.css';

type SecondFactorStepProps = {
  step: Step;
  /** Goes back to the password, which has to be given again; with the reason when time has run out. */
  onBack: (why?: unknown) => void;
};

/** After the password: the code of the authenticator app, which may have to be set up first. */
export function SecondFactorStep({ step, onBack }: SecondFactorStepProps) {
  const { t } = useI18n();
  const { setup } = step;
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<MessageKey>();
  const [failure, setFailure] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  const [recovery, setRecoveryCodes] = useState<Recovery>();
  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const code = (input.current?.value ?? '').trim();
    setFailure(undefined);
    setWrong(code ? undefined : 'errors.fields.required');
    if (!code) return input.current?.focus();
    setPending(true);
    try {
      // without codes to show the button stays locked: this page is being left
      setRecoveryCodes(await step.continueWithCode(code));
    } catch (error) {
      setPending(false);
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (problem?.code === 'interaction_expired') return onBack(error);
      if (problem?.errors?.some(({ path }) => path === 'code')) setWrong('errors.fields.incorrect_code');
      else setFailure(error);
      input.current?.select();
    }
  }

  function typeRecoveryCode() {
    setRecovery(true);
    input.current?.focus();
  }

  if (recovery) return <RecoveryCodes codes={recovery.codes} goOn={() => recovery.goOn().catch(onBack)} />;
  return (
    <AccountPage
      title={t(setup ? 'modules.sign_in.second_factor.setup_title' : 'modules.sign_in.second_factor.title')}
      failure={failure !== undefined && failureText(failure, t)}
    >
      {setup && <AuthenticatorSetup {...setup} />}
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          ref={input}
          name="code"
          label={t('modules.sign_in.second_factor.code')}
          description={t(
            setup ? 'modules.sign_in.second_factor.setup_hint' : 'modules.sign_in.second_factor.hint',
          )}
          // recovery codes have letters, which a keyboard of digits lacks
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          error={wrong && t(wrong)}
        />
        <Button type="submit" variant="filled" aria-disabled={isPending}>
          {t(isPending ? 'modules.sign_in.pending' : 'modules.sign_in.second_factor.submit')}
        </Button>
      </form>
      {!setup && !isRecovery && (
        <Button className={classes.aside} variant="subtle" onClick={typeRecoveryCode}>
          {t('modules.sign_in.second_factor.type_recovery')}
        </Button>
      )}
      <Button className={classes.aside} variant="subtle" onClick={() => onBack()}>
        {t('modules.sign_in.second_factor.back')}
      </Button>
    </AccountPage>
  );
}
