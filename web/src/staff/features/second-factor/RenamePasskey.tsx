import type { Passkey } from '@vpisnik/contract/second-factor';
import { useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { PasskeyName } from './PasskeyName.tsx';
import { PasswordForm } from './PasswordForm.tsx';

type RenamePasskeyProps = { passkey: Passkey; onDone: () => Promise<void>; onCancel: () => void };

/** Calls a passkey something else. With the password: names tell which key to remove when a device is lost. */
export function RenamePasskey({ passkey: { id, name }, onDone, onCancel }: RenamePasskeyProps) {
  const { t } = useI18n();
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const nameOf = () => (input.current?.value ?? '').trim();

  return (
    <PasswordForm
      submit={t('modules.second_factor.rename_passkey.submit')}
      fallback="modules.second_factor.failed"
      isReady={() => {
        setMissing(!nameOf());
        if (!nameOf()) input.current?.focus();
        return Boolean(nameOf());
      }}
      onSubmit={async (current_password) => {
        await api.second_factor.renamePasskey({ params: { id }, body: { name: nameOf(), current_password } });
        await onDone();
      }}
      onCancel={onCancel}
    >
      <PasskeyName input={input} present={name} isMissing={isMissing} isFirst />
    </PasswordForm>
  );
}
