import { useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { makePasskey } from '../../../lib/passkeys.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { PasskeyName } from './PasskeyName.tsx';
import { PasswordForm } from './PasswordForm.tsx';

type AddPasskeyProps = {
  onDone: (recoveryCodes: readonly string[]) => Promise<void>;
  onCancel: () => void;
};

/** Adds a passkey: its name and the password, then the browser asks for finger, face or key. */
export function AddPasskey({ onDone, onCancel }: AddPasskeyProps) {
  const { t } = useI18n();
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const nameOf = () => (input.current?.value ?? '').trim();

  async function add(current_password: string) {
    const { options } = await api.second_factor.setUpPasskey({ body: { current_password } });
    const passkey = await makePasskey(options);
    const { recovery_codes } = await api.second_factor.addPasskey({ body: { name: nameOf(), passkey } });
    await onDone(recovery_codes);
  }

  return (
    <PasswordForm
      submit={t('modules.second_factor.add_passkey.submit')}
      fallback="modules.second_factor.failed"
      isReady={() => {
        setMissing(!nameOf());
        if (!nameOf()) input.current?.focus();
        return Boolean(nameOf());
      }}
      onSubmit={add}
      onCancel={onCancel}
    >
      <p>{t('modules.second_factor.add_passkey.text')}</p>
      <PasskeyName input={input} isMissing={isMissing} />
    </PasswordForm>
  );
}
