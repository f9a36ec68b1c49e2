import { useI18n } from '../../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../../ui/dialog/ConfirmDialog.tsx';
import type { GroupEditor } from './use-group-editor.ts';

/** Asks before a limit is set below the places taken; no participant loses a place by it. */
export function OverfullQuestion({ editor }: { editor: Pick<GroupEditor, 'overfull' | 'answerOverfull'> }) {
  const { t } = useI18n();
  const { overfull, answerOverfull } = editor;
  return (
    <ConfirmDialog
      opened={overfull !== null}
      title={t('modules.group.overfull.title', { limit: overfull?.limit ?? 0 })}
      confirm={t('modules.group.overfull.confirm')}
      onConfirm={() => answerOverfull(true)}
      onCancel={() => answerOverfull(false)}
    >
      {t('modules.group.hints.below_taken', { taken: overfull?.taken ?? 0 })}
    </ConfirmDialog>
  );
}
