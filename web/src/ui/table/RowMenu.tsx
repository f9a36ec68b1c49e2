import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { MenuOnDemand } from './MenuOnDemand.tsx';

/** The "…" of a row: three to five frequent actions as `Menu.Item`, destructive ones last. `name` is the row's. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <MenuOnDemand
      button={(props) => (
        <ActionIcon {...props} aria-label={t('ui.list.row_actions', { name })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      )}
    >
      {children}
    </MenuOnDemand>
  );
}
