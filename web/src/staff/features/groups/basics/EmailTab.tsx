import { Select, Switch } from '@mantine/core';
import { recipients } from '@vpisnik/contract/groups';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { type EmailType, emailTypeRules, emailTypes } from '@vpisnik/contract/rules/email-types';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FieldPair, FormSection } from '../../../../ui/form/FormSection.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import { EmailResult } from './EmailResult.tsx';
import { usedTemplate } from './used-template.ts';

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
  const defaultValue = 'default';
  const chosen = setting.template_id;
  const { templates } = references;
  const nameOf = ({ system, name }: TemplateSummary) =>
    system ? t('modules.group_emails.system_template') : name;
  const used = usedTemplate(templates, type, chosen);
  const standard = usedTemplate(templates, type, null);
  const choices = templates.filter(
    (one) =>
      one.email_type === type &&
      // the system's is a choice of its own where another one is the default
      (one.system ? !standard?.system || one.id === chosen : one.active || one.id === chosen),
  );
  const isOff = templates.some((one) => one.email_type === type && !one.sent);
  const data = [
    {
      value: defaultValue,
      label: standard
        ? t('modules.group_emails.default_named', { name: nameOf(standard) })
        : t('modules.group_emails.default_template'),
    },
    ...choices.map((one) => ({
      value: one.id,
      label: one.active ? nameOf(one) : t('modules.group.hints.inactive', { name: nameOf(one) }),
    })),
    ...(chosen && !choices.some(({ id }) => id === chosen)
      ? [{ value: chosen, label: t('modules.group_emails.unknown_template') }]
      : []),
  ];
  return (
    <FormSection
      title={t(`modules.group.emails.${type}`)}
      description={[
        t(`modules.notification_template.sent.${type}`),
        emailTypeRules[type].on || isOff ? '' : t('modules.notification_template.payments_hint'),
      ].join(' ')}
    >
      {isOff && <p>{t('modules.group_emails.organization_off')}</p>}
      <Switch
        label={t('modules.group_emails.enabled')}
        {...(!setting.enabled && { description: t('modules.group_emails.off') })}
        aria-label={`${t('modules.group_emails.enabled')}: ${t(`modules.group.emails.${type}`)}`}
        checked={setting.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
        disabled={locked}
      />
      {setting.enabled && (
        <FieldPair>
          <Select
            id={groupControlId(`${path}.template_id`)}
            label={t('modules.group_emails.template')}
            data={data}
            value={chosen ?? defaultValue}
            onChange={(id) => change({ template_id: id === defaultValue ? null : id })}
            {...(used &&
              chosen &&
              used.id !== chosen && {
                description: t('modules.group_emails.missed', { name: nameOf(used) }),
              })}
            disabled={locked}
            error={errorAt(`${path}.template_id`)}
          />
          {/* those to the applicant go to the applicant; a choice of staff would do nothing */}
          {emailTypeRules[type].recipient === 'staff' && (
            <Select
              id={groupControlId(`${path}.recipient`)}
              label={t('modules.group_emails.recipient')}
              data={recipients.map((one) => ({
                value: one,
                label: t(`modules.group_emails.recipients.${one}`),
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
      {setting.enabled && !isOff && used && <EmailResult template={used} />}
    </FormSection>
  );
}
