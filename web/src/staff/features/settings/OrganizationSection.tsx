import { Checkbox, Select, TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { languages } from '@vpisnik/contract/common';
import { limits } from '@vpisnik/contract/limits';
import type { FieldsOf } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { FieldPair } from '../../../ui/FormSection.tsx';
import { controlId, errorAt } from '../../../ui/form-words.ts';
import { SettingsSection } from '../../../ui/SettingsSection.tsx';
import classes from './settings.module.css';
import type { SettingsValues } from './settings-form.ts';

const zones = Intl.supportedValuesOf('timeZone');

type OrganizationSectionProps = { form: FieldsOf<SettingsValues>; ownerEmail: string };

/** Name, languages and time zone. */
export function OrganizationSection({ form, ownerEmail }: OrganizationSectionProps) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  const choose = (chosen: string[]) => {
    const next = languages.filter((one) => chosen.includes(one));
    const [first] = next;
    const isKept = !first || next.includes(values.default_language);
    change({ languages: next, ...(!isKept && { default_language: first }) });
  };
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
        <Checkbox.Group
          id={controlId('languages')}
          tabIndex={-1}
          label={t('modules.settings.fields.languages')}
          description={t('modules.settings.organization.languages_hint')}
          value={values.languages}
          onChange={choose}
          error={errorAt(problems, 'languages', t)}
        >
          <div className={classes.choices}>
            {languages.map((one) => (
              <Checkbox key={one} value={one} label={t(`layout.languages.${one}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <FieldPair>
          <Select
            id={controlId('default_language')}
            label={t('modules.settings.fields.default_language')}
            data={languages
              .filter((one) => values.languages.includes(one))
              .map((one) => ({ value: one, label: t(`layout.languages.${one}`) }))}
            value={values.default_language}
            onChange={(value) =>
              change({ default_language: languages.find((one) => one === value) ?? values.default_language })
            }
            error={errorAt(problems, 'default_language', t)}
          />
          <Select
            id={controlId('time_zone')}
            label={t('modules.settings.fields.time_zone')}
            data={zones.includes(values.time_zone) ? zones : [values.time_zone, ...zones]}
            searchable
            limit={50}
            nothingFoundMessage={t('modules.settings.organization.no_zone')}
            value={values.time_zone}
            onChange={(value) => change({ time_zone: value ?? values.time_zone })}
            error={errorAt(problems, 'time_zone', t)}
          />
        </FieldPair>
      </div>
    </SettingsSection>
  );
}
