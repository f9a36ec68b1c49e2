import { Switch, TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import classes from './settings.module.css';
import type { SettingsValues } from './values.ts';

/** Name of the organisation, and what its staff are told each day. */
export function OrganizationSection({ form }: { form: FieldsOf<SettingsValues> }) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  return (
    <SettingsSection
      anchor="organization"
      title={t('modules.settings.organization.title')}
      description={t('modules.settings.organization.text')}
      icon={IconBuilding}
    >
      <div className={classes.fields}>
        <TextInput
          id={controlId('name')}
          label={t('modules.settings.fields.name')}
          autoComplete="organization"
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={errorAt(problems, 'name', t)}
        />
        <Switch
          id={controlId('queue_digest')}
          label={t('modules.settings.fields.queue_digest')}
          description={t('modules.settings.organization.digest_hint')}
          checked={values.queue_digest}
          onChange={(event) => change({ queue_digest: event.currentTarget.checked })}
        />
      </div>
    </SettingsSection>
  );
}
