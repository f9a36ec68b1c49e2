import { bestText } from '@vpisnik/contract/common';
import type { Group } from '@vpisnik/contract/groups';
import { useRef } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';

type FullDialogProps = {
  opened: boolean;
  /** The full group with its present numbers; may be gone while the dialog closes. */
  group: Group | null;
  /** Label of the confirming button: `Vseeno odobri`. */
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before a group gets more participants than it has places, naming the numbers. */
export function FullDialog({ group, ...rest }: FullDialogProps) {
  const { t, locale } = useI18n();
  // While it closes, the dialog still says what it said.
  const last = useRef(group);
  if (group) last.current = group;
  const shown = group ?? last.current;
  if (!shown) return null;
  const { taken, places, waiting } = shown;
  return (
    <ConfirmDialog
      title={t('modules.participant.full.title', { name: bestText(shown.name, locale).text })}
      {...rest}
    >
      {t('modules.participant.full.taken', { taken, count: places ?? taken })}
      {waiting > 0 && ` ${t('modules.participant.full.waiting', { count: waiting })}`}{' '}
      {t('modules.participant.full.after', { count: taken + 1 })}
    </ConfirmDialog>
  );
}
