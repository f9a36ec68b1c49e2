import { TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { limits } from '@vpisnik/contract/limits';
import type { FieldsOf } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { controlId, errorAt } from '../../../ui/form-words.ts';
import { SettingsSection } from '../../../ui/SettingsSection.tsx';
import classes from './settings.module.css';
import type { SettingsValues } from './settings-form.ts';

type OrganizationSectionProps = { form: FieldsOf<SettingsValues>; ownerEmail: string };

/** What the organisation is called, and whose it is. */
export function OrganizationSection({ form, ownerEmail }: OrganizationSectionProps) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  return (
    <SettingsSection
      title={t('modules.settings.organization.title')}
      description={t('modules.settings.organization.text')}
      icon={IconBuilding}
    >
      <div className={classes.fields}>
        <TextInput
          id={controlId('name')}
          label={t('modules.settings.fields.name')}
          autoComplete="organization"
          maxLength={limits.name}
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={errorAt(problems, 'name', t)}
        />
        <dl className={classes.fact}>
          <dt>{t('modules.settings.organization.owner')}</dt>
          <dd>{ownerEmail}</dd>
        </dl>
      </div>
    </SettingsSection>
  );
}
