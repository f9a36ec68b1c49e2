import { useSyncExternalStore } from 'react';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import { commandStore, openCommand } from './open-command.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = onDemand(async () => (await import('./Palette.tsx')).Palette);
const ShortcutsDialog = onDemand(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

/** The command palette and the list of shortcuts over every signed-in page; fetched when first opened. */
export function Commands({ onSignOut }: { onSignOut: () => void }) {
  useShortcuts();
  const command = useSyncExternalStore(commandStore.subscribe, commandStore.get);
  const close = () => openCommand(null);
  return (
    <>
      {command === 'palette' && <Palette onSignOut={onSignOut} onClose={close} />}
      {command === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  );
}
