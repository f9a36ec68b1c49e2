import type { MantineColorScheme } from '@mantine/core';

/** The looks one can choose; `auto` follows the system. */
export const colorSchemes = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[];
