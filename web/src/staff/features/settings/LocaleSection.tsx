import { Checkbox, Select } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { languages } from '@vpisnik/contract/common';
import { useMemo } from 'react';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { LongSelect } from '../../../ui/form/LongSelect.tsx';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import classes from './settings.module.css';
import type { SettingsValues } from './values.ts';

const zoneOf = (name: string) => ({ value: name, label: name });
const zones = Intl.supportedValuesOf('timeZone').map(zoneOf);

/** In which languages and by which clock the organisation works, and in which money. */
export function LocaleSection({ form }: { form: FieldsOf<SettingsValues> }) {
  const { t, locale } = useI18n();
  const { values, change, problems } = form;
  const { time_zone } = values;
  const choose = (chosen: string[]) => {
    const next = languages.filter((one) => chosen.includes(one));
    const [first] = next;
    const isKept = !first || next.includes(values.default_language);
    change({ languages: next, ...(!isKept && { default_language: first }) });
  };
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({
      value: code,
      label: `${code} – ${names.of(code) ?? code}`,
    }));
  }, [locale]);
  return (
    <SettingsSection
      anchor="locale"
      title={t('modules.settings.locale.title')}
      description={t('modules.settings.locale.text')}
      icon={IconLanguage}
    >
      <div className={classes.fields}>
        <Checkbox.Group
          id={controlId('languages')}
          tabIndex={-1}
          label={t('modules.settings.fields.languages')}
          description={t('modules.settings.locale.languages_hint')}
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
          <LongSelect
            id={controlId('time_zone')}
            label={t('modules.settings.fields.time_zone')}
            data={zones.some(({ value }) => value === time_zone) ? zones : [zoneOf(time_zone), ...zones]}
            nothingFoundMessage={t('modules.settings.locale.no_zone')}
            value={time_zone}
            onChange={(value) => change({ time_zone: value ?? time_zone })}
            error={errorAt(problems, 'time_zone', t)}
          />
          <LongSelect
            id={controlId('currency')}
            label={t('modules.settings.fields.currency')}
            description={t('modules.settings.locale.currency_hint')}
            data={currencies}
            nothingFoundMessage={t('modules.settings.locale.no_currency')}
            value={values.currency}
            onChange={(value) => change({ currency: value ?? values.currency })}
            error={errorAt(problems, 'currency', t)}
          />
        </FieldPair>
      </div>
    </SettingsSection>
  );
}
