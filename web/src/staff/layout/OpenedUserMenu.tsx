import { Menu, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDevicesOff, IconKeyboard, IconShieldLock, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactElement, type RefObject, useLayoutEffect, useState } from 'react';
import { useSessionStore } from '../../lib/session/context.ts';
import { changeLocale, useI18n } from '../../lib/text/i18n.ts';
import { isLocale, locales } from '../../lib/text/locale.ts';
import { whenOpened } from '../../ui/dialog/on-demand.tsx';
import { colorSchemes } from './color-schemes.ts';
import { openCommand } from './commands/open-command.ts';
import type { SignOutEverywhere as Question } from './session/SignOutEverywhere.tsx';

const SignOutEverywhere = whenOpened<ComponentProps<typeof Question>>(
  async () => (await import('./session/SignOutEverywhere.tsx')).SignOutEverywhere,
);

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type OpenedUserMenuProps = {
  /** The button with the avatar, and where it will be. */
  button: ReactElement;
  target: RefObject<HTMLButtonElement | null>;
  /** What opened it first: one that was pressed stays when the pointer leaves. */
  by: 'press' | 'pointer';
  position: 'top-start' | 'bottom-end';
  onNavigate: (() => void) | undefined;
};

/** The user's own menu from the moment it is opened first: profile, security, language and theme. */
export function OpenedUserMenu({ button, target, by, position, onNavigate }: OpenedUserMenuProps) {
  const { t, locale } = useI18n();
  const store = useSessionStore();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [asking, question] = useDisclosure(false);
  const [opened, setOpened] = useState(false);
  // The button took the place of the one that was pressed, and so takes its focus and the press.
  useLayoutEffect(() => {
    if (by === 'pointer') {
      setOpened(true);
      return;
    }
    target.current?.focus({ preventScroll: true });
    target.current?.click();
  }, [by, target]);
  const toPage = { closeMenuOnClick: true, ...(onNavigate && { onClick: onNavigate }) };
  const setLanguage = (value: string) => {
    if (!isLocale(value)) return;
    changeLocale(value);
    store.saveLanguage?.(value);
  };
  return (
    <>
      <Menu
        trigger="click-hover"
        opened={opened}
        onChange={setOpened}
        position={position}
        closeOnItemClick={false}
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to="/account" leftSection={<IconUser {...icon} />} {...toPage}>
            {t('layout.default_authenticated.account')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/account/security"
            leftSection={<IconShieldLock {...icon} />}
            {...toPage}
          >
            {t('layout.default_authenticated.security')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKeyboard {...icon} />}
            closeMenuOnClick
            onClick={() => {
              onNavigate?.();
              openCommand('shortcuts');
            }}
          >
            {t('layout.shortcuts.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDevicesOff {...icon} />} closeMenuOnClick onClick={question.open}>
            {t('layout.default_authenticated.sign_out_everywhere')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('layout.preferences.language')}</Menu.Label>
          <Menu.RadioGroup
            value={locale}
            onChange={setLanguage}
            aria-label={t('layout.preferences.language')}
          >
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
            onChange={(value) => setColorScheme(colorSchemes.find((one) => one === value) ?? 'auto')}
            aria-label={t('layout.preferences.theme')}
          >
            {colorSchemes.map((one) => (
              <Menu.RadioItem key={one} value={one}>
                {t(`layout.preferences.theme_${one}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      <SignOutEverywhere opened={asking} onClose={question.close} />
    </>
  );
}
