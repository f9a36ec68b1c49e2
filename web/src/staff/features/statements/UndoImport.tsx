import { Button } from '@mantine/core';
import type { StatementDetail } from '@vpisnik/contract/statements';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { focusHeading } from '../../../ui/focus-heading.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { useStatementCalls } from './queries.ts';

/** Undoes an import as a whole; where payments were changed since, it names them instead. */
export function UndoImport({ statement }: { statement: StatementDetail }) {
  const { t } = useI18n();
  const calls = useStatementCalls();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const changed = statement.entries.flatMap(({ paid }) =>
    paid.flatMap((one) => (one.is_changed ? [one.participant_name] : [])),
  );
  const undo = async () => {
    setBusy(true);
    try {
      await calls.undo(statement.id);
      setIsAsking(false);
      notify({ message: 'modules.statement.undone', act: 'modules.statement.failed.undo' });
      // what was pressed is gone
      requestAnimationFrame(focusHeading);
    } catch (error) {
      notifyFailure(error, t, 'modules.statement.failed.undo');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="subtle" onClick={() => setIsAsking(true)}>
        {t('modules.statement.undo')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('modules.statement.undo_title', { file: statement.file_name })}
        confirm={t('modules.statement.undo')}
        danger
        busy={busy}
        blocked={changed.length > 0}
        onConfirm={() => void undo()}
        onCancel={() => setIsAsking(false)}
      >
        {changed.length > 0
          ? t('modules.statement.undo_changed', { names: [...new Set(changed)].join(', ') })
          : t('modules.statement.undo_text')}
      </ConfirmDialog>
    </>
  );
}
