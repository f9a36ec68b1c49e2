import { Select, Switch } from '@mantine/core';
import { recipients } from '@vpisnik/contract/groups';
import { type EmailType, emailTypeRules, emailTypes } from '@vpisnik/contract/rules/email-types';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FieldPair, FormSection } from '../../../../ui/form/FormSection.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';

/** Tab of the group's mails: switches, templates, and recipients among the users. */
export function EmailTab() {
  return emailTypes.map((type) => <EmailSection key={type} type={type} />);
}

function EmailSection({ type }: { type: EmailType }) {
  const { t } = useI18n();
  const { form, values, references, isLocked, errorAt } = useEditor();
  const setting = values.email_settings[type];
  const locked = isLocked('email_settings');
  const path = `email_settings.${type}`;
  const change = (part: Partial<typeof setting>) =>
    form.change(({ email_settings: now }) => ({
      email_settings: { ...now, [type]: { ...now[type], ...part } },
    }));
  const systemValue = 'system';
  const chosen = setting.template_id;
  const templates = references.templates.filter(
    (one) => one.email_type === type && !one.system && (one.active || one.id === chosen),
  );
  const data = [
    { value: systemValue, label: t('modules.group.emails.system_template') },
    ...templates.map(({ id, name, active }) => ({
      value: id,
      label: active ? name : t('modules.group.hints.inactive', { name }),
    })),
    ...(chosen && !templates.some(({ id }) => id === chosen)
      ? [{ value: chosen, label: t('modules.group.emails.unknown_template') }]
      : []),
  ];
  return (
    <FormSection
      title={t(`modules.group.emails.${type}`)}
      description={[
        t(`modules.notification_template.sent.${type}`),
        emailTypeRules[type].on ? '' : t('modules.notification_template.payments_hint'),
      ].join(' ')}
    >
      <Switch
        label={t('modules.group.emails.enabled')}
        {...(!setting.enabled && { description: t('modules.group.emails.off') })}
        aria-label={`${t('modules.group.emails.enabled')}: ${t(`modules.group.emails.${type}`)}`}
        checked={setting.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
        disabled={locked}
      />
      {setting.enabled && (
        <FieldPair>
          <Select
            id={groupControlId(`${path}.template_id`)}
            label={t('modules.group.emails.template')}
            data={data}
            value={chosen ?? systemValue}
            onChange={(id) => change({ template_id: id === systemValue ? null : id })}
            disabled={locked}
            error={errorAt(`${path}.template_id`)}
          />
          {/* those to the applicant go to the applicant; a choice of staff would do nothing */}
          {emailTypeRules[type].recipient === 'staff' && (
            <Select
              id={groupControlId(`${path}.recipient`)}
              label={t('modules.group.emails.recipient')}
              data={recipients.map((one) => ({
                value: one,
                label: t(`modules.group.emails.recipients.${one}`),
              }))}
              value={setting.recipient}
              onChange={(value) =>
                change({ recipient: recipients.find((one) => one === value) ?? setting.recipient })
              }
              disabled={locked}
              error={errorAt(`${path}.recipient`)}
            />
          )}
        </FieldPair>
      )}
    </FormSection>
  );
}
