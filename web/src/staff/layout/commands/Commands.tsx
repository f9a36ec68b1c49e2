import { lazy, Suspense, useSyncExternalStore } from 'react';
import { commandStore, openCommand } from './open-command.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
}));

/** The command palette and the list of shortcuts over every signed-in page; fetched when first opened. */
export function Commands({ onSignOut }: { onSignOut: () => void }) {
  useShortcuts();
  const command = useSyncExternalStore(commandStore.subscribe, commandStore.get);
  const close = () => openCommand(null);
  return (
    <Suspense fallback={null}>
      {command === 'palette' && <Palette onSignOut={onSignOut} onClose={close} />}
      {command === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  );
}
