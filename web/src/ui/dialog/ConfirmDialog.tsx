import type { ReactNode } from 'react';
import { whenOpened } from './on-demand.tsx';

export type ConfirmDialogProps = {
  opened: boolean;
  /** A question that names the thing in quotes: `Izbrišem udeleženca »Tim Kovačič«?` */
  title: string;
  /** Consequences of confirming, or the reason of a refusal. */
  children?: ReactNode;
  /** Verb and noun: `Izbriši udeleženca`. */
  confirm: string;
  /** Default "Prekliči". */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** There is nothing to confirm yet, or no more. */
  blocked?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be taken back. Focus starts on the harmless button. */
export const ConfirmDialog = whenOpened<ConfirmDialogProps>(
  async () => (await import('./ConfirmQuestion.tsx')).ConfirmQuestion,
);
