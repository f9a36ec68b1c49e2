import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { noteUnsaved } from './unsaved.ts';

type UnsavedGuardProps = {
  dirty: boolean;
  /** Navigations within the editor, for instance between its tabs, that lose nothing. */
  allow?: (pathname: string) => boolean;
  /** They are given up. */
  onLeave?: () => void;
  /** Identifies the edited thing; a navigation that keeps it does not ask. Default: the path. */
  subject?: (location: { pathname: string; search: object }) => string;
};

const pathOf = ({ pathname }: { pathname: string }) => pathname;

/** Asks before a page with unsaved changes is left, by a link, the back button, a reload or closing the tab. */
export function UnsavedGuard({ dirty, allow, onLeave, subject = pathOf }: UnsavedGuardProps) {
  const { t } = useI18n();
  useEffect(() => (dirty ? noteUnsaved() : undefined), [dirty]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && subject(next) !== subject(current) && !allow?.(next.pathname) && next.pathname !== '/login',
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('ui.unsaved.title')}
      confirm={t('ui.unsaved.leave')}
      cancel={t('ui.unsaved.stay')}
      danger
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      {t('ui.unsaved.text')}
    </ConfirmDialog>
  );
}
