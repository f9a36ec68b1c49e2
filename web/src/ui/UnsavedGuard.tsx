import { useBlocker } from '@tanstack/react-router';
import { useI18n } from '../lib/i18n.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type UnsavedGuardProps = {
  dirty: boolean;
  /** Navigations within the editor, for instance between its tabs, that lose nothing. */
  allow?: (pathname: string) => boolean;
};

/** Asks before a page with unsaved changes is left, by a link, the back button, a reload or closing the tab. */
export function UnsavedGuard({ dirty, allow }: UnsavedGuardProps) {
  const { t } = useI18n();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && next.pathname !== current.pathname && !allow?.(next.pathname) && next.pathname !== '/login',
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('ui.unsaved.title')}
      confirm={t('ui.unsaved.leave')}
      cancel={t('ui.unsaved.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('ui.unsaved.text')}
    </ConfirmDialog>
  );
}
