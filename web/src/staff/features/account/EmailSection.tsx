import { Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { emailPattern } from '@vpisnik/contract/rules/limits';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { fieldErrorText } from '../../../lib/form/field-error-text.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { Message } from '../../../ui/notice/Message.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { failureText } from '../credentials/failure-text.ts';
import { PasswordField } from '../credentials/PasswordField.tsx';
import classes from './account.module.css';
import { useManagedElsewhere } from './use-managed-elsewhere.ts';

type Wrong = { email?: MessageKey; password?: MessageKey };

/** Changes the user's e-mail address, after a confirmation by a link mailed to the new one. */
export function EmailSection({ email: present }: { email: string }) {
  const { t } = useI18n();
  const api = useApi();
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const isElsewhere = useManagedElsewhere();
  const [wrong, setWrong] = useState<Wrong>({});
  const request = useMutation({
    mutationFn: (body: { email: string; current_password: string }) =>
      api.accounts.requestEmailChange({ body }),
    onSuccess: () => {
      if (passwordInput.current) passwordInput.current.value = '';
    },
    onError: (error) => {
      const refused = refusedFields(error);
      if (refused.some(({ path }) => path === 'current_password')) passwordInput.current?.select();
      else if (refused.some(({ path }) => path === 'email')) emailInput.current?.focus();
    },
  });
  const refused = refusedFields(request.error).find(({ path }) => path === 'email');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (request.isPending) return;
    const email = emailInput.current?.value.trim() ?? '';
    const password = passwordInput.current?.value ?? '';
    const found: Wrong = {};
    if (!email) found.email = 'errors.fields.required';
    else if (!emailPattern.test(email)) found.email = 'errors.fields.invalid_email';
    else if (email.toLowerCase() === present) found.email = 'modules.account.email.same';
    if (!password) found.password = 'errors.fields.required';
    setWrong(found);
    if (found.email) emailInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else request.mutate({ email, current_password: password });
  }

  return (
    <SettingsSection
      title={t('modules.account.email.title')}
      description={
        <span className={classes.fact}>{t('modules.account.email.present', { email: present })}</span>
      }
      icon={IconMail}
    >
      {isElsewhere ? (
        <p>{t('errors.codes.managed_by_provider')}</p>
      ) : (
        <form className={classes.fields} onSubmit={submit} noValidate>
          <Message kind="notice">
            {request.isSuccess && t('modules.account.email.sent', { email: request.variables.email })}
          </Message>
          <Message kind="failure">
            {request.isError && !refused && failureText(request.error, t, 'errors.user.save')}
          </Message>
          <TextInput
            ref={emailInput}
            name="new_email"
            type="email"
            label={t('modules.account.email.new')}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={wrong.email ? t(wrong.email) : refused && fieldErrorText(refused, t)}
          />
          <PasswordField
            ref={passwordInput}
            name="current_password"
            label={t('modules.account.email.password')}
            description={t('modules.account.email.password_hint')}
            autoComplete="current-password"
            error={wrong.password && t(wrong.password)}
          />
          <Button type="submit" {...waiting(request.isPending)}>
            {t(request.isPending ? 'modules.account.email.pending' : 'modules.account.email.submit')}
          </Button>
        </form>
      )}
    </SettingsSection>
  );
}
