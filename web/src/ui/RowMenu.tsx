import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useI18n } from '../lib/i18n.ts';

/** The "…" of a row: three to five frequent actions as `Menu.Item`, destructive ones last. `name` is the row's. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  // At once: a dialog that an item opens gives the focus back to what had it when it opened.
  const giveFocusBack = () => {
    if (document.activeElement?.closest('[role="menu"]')) button.current?.focus();
  };
  return (
    <Menu onClose={giveFocusBack}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={t('ui.list.row_actions', { name })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
