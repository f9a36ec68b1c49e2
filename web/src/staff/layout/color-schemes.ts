import type { MantineColorScheme } from '@mantine/core';

/** The looks one can choose; `auto` follows the system. */
export const colorSchemes = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[];

/** Where this device remembers the chosen look. */
export const COLOR_SCHEME_KEY = 'vpisnik.color-scheme';

/** The look that was chosen on this device; null where it follows the system, or storage is refused. */
export function storedColorScheme(): 'light' | 'dark' | null {
  try {
    const value = localStorage.getItem(COLOR_SCHEME_KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}
