import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { accounts } from '@vpisnik/contract/accounts';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { fieldErrorText } from '../../../../lib/form/field-error-text.ts';
import { problemsOfBody, refusedFields } from '../../../../lib/form/problems.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { controlId } from '../../../../ui/form/form-words.ts';
import { ErrorSummary } from '../../../../ui/form/saving/ErrorSummary.tsx';
import { useSummaryFocus } from '../../../../ui/form/saving/summary-focus.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { NewPasswordFields } from '../../credentials/NewPasswordFields.tsx';
import { useNewPassword } from '../../credentials/use-new-password.ts';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';

const fields = ['organization_name', 'name', 'email', 'password', 'repeated', 'accept_terms'] as const;
type Field = (typeof fields)[number];

const labels = {
  organization_name: 'modules.register.organization_name',
  name: 'modules.register.name',
  email: 'modules.sign_in.email',
  password: 'modules.sign_in.password',
  repeated: 'modules.register.repeat_password',
  accept_terms: 'modules.register.terms',
} as const satisfies Record<Field, MessageKey>;

const ids = { password: controlId('password'), repeated: controlId('repeated') };

/** Makes an organisation and the account of who runs it. */
export function RegisterPage() {
  const { t, locale } = useI18n();
  const api = useApi();
  const navigate = useNavigate();
  const [values, setValues] = useState({ organization_name: '', name: '', email: '', accept_terms: false });
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<{ problems: FieldError[]; values: object }>();
  const [refusals, setRefusals] = useState(0);
  const secret = useNewPassword();
  const { password } = secret;
  const body = { ...values, email: values.email.trim(), password, language: locale };

  const register = useMutation({
    mutationFn: () => api.accounts.signUp({ body: { ...body, accept_terms: true } }),
    onSuccess: () => navigate({ to: '/register-success', state: { email: body.email }, replace: true }),
    onError: (error) => {
      const problems = refusedFields(error);
      setRefused({ problems, values });
      if (problems.length > 0) setRefusals((count) => count + 1);
    },
  });

  const summary = useSummaryFocus(refusals);

  const found = problemsOfBody(accounts.signUp.body, body).filter(({ path }) => !path.startsWith('password'));
  const problems = [...(isChecked ? found : []), ...(refused?.values === values ? refused.problems : [])];
  const messageOf = (field: Field): string | undefined => {
    if (field === 'password' || field === 'repeated') {
      const key = secret.problems[field];
      return key && t(key);
    }
    const problem = problems.find(({ path }) => path === field);
    if (!problem) return undefined;
    if (field === 'accept_terms') return t('errors.register.terms_required');
    return problem.code === 'email_taken' ? t('errors.register.email_exists') : fieldErrorText(problem, t);
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (register.isPending) return;
    setChecked(true);
    setRefused(undefined);
    if (Object.keys(secret.check()).length + found.length > 0) setRefusals((count) => count + 1);
    else register.mutate();
  }

  const text = (field: 'organization_name' | 'name' | 'email') => ({
    id: controlId(field),
    name: field,
    label: t(labels[field]),
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [field]: event.currentTarget.value }),
    error: messageOf(field),
  });
  const failure = register.isError && refused?.problems.length === 0;
  return (
    <AccountPage
      title={t('layout.titles.register')}
      failure={failure && failureText(register.error, t, 'errors.register.failed')}
    >
      <ErrorSummary
        ref={summary}
        errors={fields.flatMap((field) => {
          const message = messageOf(field);
          return message ? [{ id: controlId(field), message: `${t(labels[field])} – ${message}` }] : [];
        })}
      />
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          {...text('organization_name')}
          description={t('modules.register.organization_hint')}
          autoComplete="organization"
        />
        <TextInput {...text('name')} autoComplete="name" />
        <TextInput
          {...text('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordFields form={secret} ids={ids} label={labels.password} repeatLabel={labels.repeated} />
        <Checkbox
          id={controlId('accept_terms')}
          label={t(labels.accept_terms)}
          checked={values.accept_terms}
          onChange={(event) => setValues({ ...values, accept_terms: event.currentTarget.checked })}
          error={messageOf('accept_terms')}
        />
        <LegalLinks />
        <Button type="submit" variant="filled" {...waiting(register.isPending)}>
          {t(register.isPending ? 'modules.register.pending' : 'modules.register.submit')}
        </Button>
      </form>
      <p>
        {t('modules.register.has_account')} <Link to="/login">{t('modules.register.sign_in')}</Link>
      </p>
    </AccountPage>
  );
}

/** Links to the terms that a registration accepts; in new tabs, so that the form stays. */
function LegalLinks() {
  const { t, locale } = useI18n();
  const link = (path: string, text: ReactNode) => (
    <a href={`${path}?lang=${locale}`} target="_blank" rel="noreferrer">
      {text}
      <span className="vh"> {t('modules.register.new_tab')}</span>
    </a>
  );
  return (
    <p className={classes.legal}>
      {link('/terms-and-conditions', t('modules.register.terms_link'))}
      {link('/data-processing-agreement', t('modules.register.processing_link'))}
      {link('/privacy-policy', t('modules.register.privacy_link'))}
    </p>
  );
}
