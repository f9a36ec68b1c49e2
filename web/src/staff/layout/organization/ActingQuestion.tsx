import { useSyncExternalStore } from 'react';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';

const never = () => () => {};
const no = () => false;

/** Asks a platform ADMIN before the first write in an organisation that a link has chosen. */
export function ActingQuestion() {
  const { t } = useI18n();
  const { organization } = useSession();
  const { writeQuestion: question } = useSessionStore();
  const opened = useSyncExternalStore(question?.subscribe ?? never, question?.isOpen ?? no);
  return (
    <ConfirmDialog
      opened={opened}
      title={t('layout.acting_question.title', { name: organization?.name ?? '' })}
      confirm={t('layout.acting_question.confirm')}
      onConfirm={() => question?.answer(true)}
      onCancel={() => question?.answer(false)}
    >
      {t('layout.acting_question.text')}
    </ConfirmDialog>
  );
}
