import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useSessionStore } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { NewPasswordFields, newPasswordIds } from '../../credentials/NewPasswordFields.tsx';
import { useNewPassword } from '../../credentials/use-new-password.ts';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';

/** A new password, demanded by an administrator: nothing else can be done in such a session until it is set. */
export function RequiredPasswordChangePage() {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const form = useNewPassword();
  const change = useMutation({
    mutationFn: async (new_password: string) => {
      await api.accounts.changePassword({ body: { new_password } });
      // the session then says that nothing is demanded any more
      await store.reload();
    },
  });

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const wrong = form.check();
    if (wrong.password) document.getElementById(newPasswordIds.password)?.focus();
    else if (wrong.repeated) document.getElementById(newPasswordIds.repeated)?.focus();
    else change.mutate(form.password);
  }

  return (
    <AccountPage
      title={t('layout.titles.required_password_change')}
      failure={change.isError && failureText(change.error, t, 'errors.reset.change_failed')}
    >
      <p>{t('modules.sign_in.required_change')}</p>
      <form className={classes.fields} onSubmit={send} noValidate>
        <NewPasswordFields form={form} />
        <Button type="submit" variant="filled" {...waiting(change.isPending)}>
          {t(change.isPending ? 'modules.sign_in.saving' : 'modules.sign_in.set_password')}
        </Button>
      </form>
      <Button className={classes.aside} variant="subtle" onClick={() => store.signOut()}>
        {t('layout.default_authenticated.sign_out')}
      </Button>
    </AccountPage>
  );
}
