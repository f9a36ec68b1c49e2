import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { PasskeyName } from '../../second-factor/PasskeyName.tsx';
import classes from '../sign-in.module.css';

const icon = <IconFingerprint size={18} stroke={1.75} aria-hidden />;

/** Button that asks for a passkey; some browsers refuse a prompt without a click. */
export function PasskeyUse({ isPending, onUse }: { isPending: boolean; onUse: () => void }) {
  const { t } = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={classes.fields}>
      <p>{t('modules.sign_in.second_factor.passkey_text')}</p>
      <Button ref={button} variant="filled" leftSection={icon} {...waiting(isPending, onUse)}>
        {t(
          isPending ? 'modules.sign_in.second_factor.passkey_waits' : 'modules.sign_in.second_factor.passkey',
        )}
      </Button>
    </div>
  );
}

/** Form that creates a passkey under a name. */
export function PasskeySetup(props: { isPending: boolean; onName: (name: string) => void }) {
  const { isPending, onName } = props;
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => input.current?.focus(), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = (input.current?.value ?? '').trim();
    setMissing(!name);
    if (name) onName(name);
    else input.current?.focus();
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <p>{t('modules.sign_in.second_factor.setup_passkey_text')}</p>
      <PasskeyName input={input} isMissing={isMissing} />
      <Button type="submit" variant="filled" leftSection={icon} {...waiting(isPending)}>
        {t(
          isPending
            ? 'modules.sign_in.second_factor.passkey_waits'
            : 'modules.second_factor.add_passkey.submit',
        )}
      </Button>
    </form>
  );
}
