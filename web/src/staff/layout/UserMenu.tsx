import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeLocale, useI18n } from '../../lib/i18n.ts';
import { isLocale, locales } from '../../lib/locale.ts';
import { useSession, useSessionStore } from '../../lib/session/context.ts';
import classes from './layout.module.css';

const schemes = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[];

/** Up to two initials of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`.toUpperCase();
}

/** Language and theme of the person signed in; opened by the avatar and what stands beside it. */
export function UserMenu({
  children,
  position,
}: {
  children?: ReactNode;
  position: 'top-start' | 'bottom-end';
}) {
  const { t, locale } = useI18n();
  const { user } = useSession();
  const store = useSessionStore();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!user) return null;
  const setLanguage = (value: string) => {
    if (!isLocale(value)) return;
    changeLocale(value);
    store.saveLanguage?.(value);
  };
  return (
    <Menu trigger="click-hover" position={position} closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <span className={classes.avatar} aria-hidden>
            {initials(user.name)}
          </span>
          {children ?? <span className="vh">{user.name}</span>}
          <span className="vh">{t('layout.default_authenticated.user_menu')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('layout.preferences.language')}</Menu.Label>
        <Menu.RadioGroup value={locale} onChange={setLanguage} aria-label={t('layout.preferences.language')}>
          {locales.map((one) => (
            <Menu.RadioItem key={one} value={one} lang={one}>
              {t(`layout.own_names.${one}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('layout.preferences.theme')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((one) => one === value) ?? 'auto')}
          aria-label={t('layout.preferences.theme')}
        >
          {schemes.map((one) => (
            <Menu.RadioItem key={one} value={one}>
              {t(`layout.preferences.theme_${one}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
