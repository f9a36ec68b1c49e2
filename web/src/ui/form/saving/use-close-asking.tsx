import { type ReactNode, useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';

type CloseAsking = {
  setDirty: (dirty: boolean) => void;
  /** Closes, or asks first while something is unsaved. */
  ask: () => void;
  dialog: ReactNode;
};

/** Any change of the address may take the sheet away, as one of a tab does. */
const whole = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname} ${JSON.stringify(search)}`;

/** For a sheet that has no address of its own: closing it with unsaved changes asks, as leaving a page does. */
export function useCloseAsking(onClose: () => void): CloseAsking {
  const { t } = useI18n();
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return {
    setDirty,
    ask: () => (isDirty ? setAsking(true) : onClose()),
    dialog: (
      <>
        <UnsavedGuard dirty={isDirty} subject={whole} onLeave={onClose} />
        <ConfirmDialog
          opened={isAsking}
          title={t('ui.unsaved.title')}
          confirm={t('ui.unsaved.leave')}
          cancel={t('ui.unsaved.stay')}
          danger
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          {t('ui.unsaved.text')}
        </ConfirmDialog>
      </>
    ),
  };
}
