import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { closeOnOwnEscape } from './own-escape.ts';
import { useFocusReturn } from './use-focus-return.ts';

type InfoDialogProps = {
  title: string;
  /** Width in pixels where there is room. */
  size: number;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that tells something and is closed again; the focus returns to what opened it. */
export function InfoDialog({ title, size, onClose, children }: InfoDialogProps) {
  const { t } = useI18n();
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={closeOnOwnEscape(onClose)}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.sheet.close') }}
      size={size}
    >
      {children}
    </Modal>
  );
}
