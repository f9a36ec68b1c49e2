import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { readNonce } from '../lib/config.ts';
import { NotificationStack } from '../ui/notice/Notifications.tsx';
import { COLOR_SCHEME_KEY } from './layout/color-schemes.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const nonce = readNonce();
// Modal's scroll lock makes its own style element and asks get-nonce for the nonce.
setNonce(nonce);

const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });

/** Theme, content security policy and the notification stack around every page of the staff app. */
export function AppFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce}
    >
      {children}
      <NotificationStack />
    </MantineProvider>
  );
}
