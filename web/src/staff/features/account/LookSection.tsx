import { Radio, useMantineColorScheme } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { useSessionStore } from '../../../lib/session/context.ts';
import { changeLocale, useI18n } from '../../../lib/text/i18n.ts';
import { isLocale, locales } from '../../../lib/text/locale.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { colorSchemes } from '../../layout/color-schemes.ts';
import classes from './account.module.css';

/** Language, which counts for mail too, and the look on this device; both at once. */
export function LookSection() {
  const { t, locale } = useI18n();
  const store = useSessionStore();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const setLanguage = (value: string) => {
    if (!isLocale(value)) return;
    changeLocale(value);
    store.saveLanguage?.(value);
  };
  return (
    <SettingsSection title={t('modules.account.look.title')} icon={IconPalette}>
      <div className={classes.fields}>
        <Radio.Group
          label={t('layout.preferences.language')}
          description={t('modules.account.look.language_hint')}
          value={locale}
          onChange={setLanguage}
        >
          <div className={classes.choices}>
            {locales.map((one) => (
              <Radio key={one} value={one} label={<span lang={one}>{t(`layout.own_names.${one}`)}</span>} />
            ))}
          </div>
        </Radio.Group>
        <Radio.Group
          label={t('layout.preferences.theme')}
          description={t('modules.account.look.theme_hint')}
          value={colorScheme}
          onChange={(value) => setColorScheme(colorSchemes.find((one) => one === value) ?? 'auto')}
        >
          <div className={classes.choices}>
            {colorSchemes.map((one) => (
              <Radio key={one} value={one} label={t(`layout.preferences.theme_${one}`)} />
            ))}
          </div>
        </Radio.Group>
      </div>
    </SettingsSection>
  );
}
