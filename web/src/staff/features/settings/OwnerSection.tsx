import { Button, TextInput } from '@mantine/core';
import { IconCrown } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Organization } from '@vpisnik/contract/organizations';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { emailPattern } from '@vpisnik/contract/rules/limits';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { fieldErrorText } from '../../../lib/form/field-error-text.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { Message } from '../../../ui/notice/Message.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { failureText } from '../credentials/failure-text.ts';
import { useRefreshOwnerChange } from './queries.ts';
import classes from './settings.module.css';

/** The organisation's owner; a new address takes over by following the link mailed to it. */
export function OwnerSection({ organization }: { organization: Organization }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const params = { id: organization.id };
  const proposal = useQuery(api.organizations.ownerChange.options({ params }));
  const refresh = useRefreshOwnerChange();
  const cancel = useMutation({
    mutationFn: () => api.organizations.cancelOwnerChange({ params }),
    onSuccess: () => notify({ message: 'modules.settings.owner.cancelled', act: 'errors.organization.save' }),
    onError: (error) => notifyFailure(error, t, 'errors.organization.save'),
    onSettled: refresh,
  });
  const pending = proposal.data;
  return (
    <div className={classes.apart}>
      <SettingsSection
        anchor="owner"
        title={t('modules.settings.owner.title')}
        description={t('modules.settings.owner.text')}
        icon={IconCrown}
      >
        <div className={classes.fields}>
          <dl className={classes.fact}>
            <dt>{t('modules.settings.owner.present')}</dt>
            <dd>{organization.owner_email}</dd>
          </dl>
          {pending && (
            <div className={classes.pending}>
              <p>
                {t('modules.settings.owner.pending', {
                  email: pending.email,
                  who: pending.requested_by,
                  when: formatInstant(pending.requested_at, { locale, timeZone: organization.time_zone }),
                })}
              </p>
              <Button {...waiting(cancel.isPending, () => cancel.mutate())}>
                {t('modules.settings.owner.cancel')}
              </Button>
            </div>
          )}
          <OwnerForm key={pending?.email} organization={organization} onSent={refresh} />
          <p className={classes.hint}>
            {t('modules.settings.owner.rights')}{' '}
            <Link to="/users">{t('modules.settings.owner.rights_link')}</Link>
          </p>
        </div>
      </SettingsSection>
    </div>
  );
}

type OwnerFormProps = { organization: Organization; onSent: () => Promise<void> };

function OwnerForm({ organization: { id, owner_email }, onSent }: OwnerFormProps) {
  const { t } = useI18n();
  const api = useApi();
  const fieldId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<MessageKey>();
  const request = useMutation({
    mutationFn: (email: string) => api.organizations.requestOwnerChange({ params: { id }, body: { email } }),
    onSuccess: async (_nothing, email) => {
      notify({ translate: false, message: t('modules.settings.owner.sent', { email }) });
      if (input.current) input.current.value = '';
      await onSent();
    },
    onError: () => input.current?.focus(),
  });
  const [refused] = refusedFields(request.error);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (request.isPending) return;
    const email = (input.current?.value ?? '').trim();
    const found = problemOf(email, owner_email);
    setWrong(found);
    if (found) input.current?.focus();
    else request.mutate(email);
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <Message kind="failure">
        {request.isError && !refused && failureText(request.error, t, 'errors.organization.save')}
      </Message>
      <TextInput
        id={fieldId}
        ref={input}
        name="owner_email"
        type="email"
        label={t('modules.settings.owner.new')}
        description={t('modules.settings.owner.hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={wrong ? t(wrong) : refused && fieldErrorText(refused, t)}
      />
      <div>
        <Button type="submit" {...waiting(request.isPending)}>
          {t(request.isPending ? 'modules.settings.owner.sending' : 'modules.settings.owner.submit')}
        </Button>
      </div>
    </form>
  );
}

function problemOf(email: string, present: string): MessageKey | undefined {
  if (!email) return 'errors.fields.required';
  if (!emailPattern.test(email)) return 'errors.fields.invalid_email';
  return email.toLowerCase() === present ? 'errors.fields.email_unchanged' : undefined;
}
