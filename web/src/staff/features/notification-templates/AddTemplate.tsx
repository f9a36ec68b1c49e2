import { Button, Group, Modal, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type EmailType, emailTypes, type TemplateSummary } from '@vpisnik/contract/notification-templates';
import { limits } from '@vpisnik/contract/rules/limits';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../ui/dialog/own-escape.ts';
import { useFocusReturn } from '../../../ui/dialog/use-focus-return.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { templatesQuery, useRememberTemplate } from './queries.ts';
import classes from './templates.module.css';

type AddTemplateProps = {
  /** What it begins with; without one, the type is asked for. */
  of?: TemplateSummary;
  onClose: () => void;
};

/** Makes a template of one's own, of the system's words or of another one, and opens it. */
export function AddTemplate({ of, onClose }: AddTemplateProps) {
  const { t } = useI18n();
  const api = useApi();
  const navigate = useNavigate();
  const remember = useRememberTemplate();
  const [type, setType] = useState<EmailType>(of?.email_type ?? 'application_confirmation');
  const [name, setName] = useState(
    of ? t('modules.notification_template.add.copy_name', { name: of.name }) : '',
  );
  const [from, setFrom] = useState<string | null>(of && !of.system ? of.id : null);
  const [is_default, setDefault] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const known = useQuery(templatesQuery(api)).data?.results ?? [];
  const sources = known.filter((one) => one.email_type === type && !one.system);
  useFocusReturn();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    setBusy(true);
    try {
      const source =
        from === null ? undefined : await api.notification_templates.get({ params: { id: from } });
      const made = await api.notification_templates.create({
        body: {
          ...{ name, email_type: type, is_default },
          ...(source && { translations: source.translations, sections: source.sections }),
        },
      });
      await remember(made);
      onClose();
      await navigate({ to: '/notifications/$template_id', params: { template_id: made.id } });
      notify({
        message: 'modules.notification_template.done.added',
        act: 'errors.notification_template.save',
      });
    } catch (error) {
      notifyFailure(error, t, 'errors.notification_template.save');
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={closeOnOwnEscape(onClose)}
      title={t(
        of?.system ? 'modules.notification_template.customise' : 'modules.notification_template.add.title',
      )}
      closeButtonProps={{ 'aria-label': t('ui.sheet.close') }}
    >
      <form className={classes.fields} noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('modules.notification_template.fields.name')}
          description={t('modules.notification_template.add.name_hint')}
          value={name}
          maxLength={limits.name}
          error={isMissing && name.trim() === '' ? t('errors.fields.required') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!of && (
          <Select
            label={t('modules.notification_template.add.type')}
            data={emailTypes.map((one) => ({
              value: one,
              label: t(`modules.group.emails.${one}`),
            }))}
            value={type}
            allowDeselect={false}
            onChange={(value) => {
              setType(emailTypes.find((one) => one === value) ?? type);
              setFrom(null);
            }}
          />
        )}
        {!of && sources.length > 0 && (
          <Select
            label={t('modules.notification_template.add.from')}
            data={[
              { value: 'system', label: t('modules.notification_template.add.from_system') },
              ...sources.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            value={from ?? 'system'}
            allowDeselect={false}
            onChange={(value) => setFrom(value === 'system' ? null : value)}
          />
        )}
        <Switch
          label={t('modules.notification_template.add.default')}
          description={t('modules.notification_template.add.default_hint')}
          checked={is_default}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap={8}>
          <Button onClick={onClose}>{t('ui.confirm.cancel')}</Button>
          <Button type="submit" variant="filled" {...waiting(busy)}>
            {t('modules.notification_template.add.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
