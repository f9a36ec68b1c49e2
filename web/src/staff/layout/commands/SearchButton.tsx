import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './commands.module.css';
import { commandKey } from './keys.ts';
import { openCommand } from './open-command.ts';

/** Opens the command palette: at the top of the sidebar as wide as it is, in the top bar as an icon. */
export function SearchButton({ small = false, onOpen }: { small?: boolean; onOpen?: () => void }) {
  const { t } = useI18n();
  const open = () => {
    onOpen?.();
    openCommand('palette');
  };
  if (small) {
    return (
      <ActionIcon onClick={open} aria-label={t('layout.palette.short')}>
        <IconSearch size={18} stroke={1.75} />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton className={classes.search} onClick={open} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span>{t('layout.palette.short')}</span>
      <kbd aria-hidden>{commandKey} K</kbd>
    </UnstyledButton>
  );
}
