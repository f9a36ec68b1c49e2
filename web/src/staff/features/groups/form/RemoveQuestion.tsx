import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import type { FieldValue } from '../editor/values.ts';

type RemoveQuestionProps = {
  groupId: string;
  /** A question that is saved, so that it may have been answered; null when nothing is asked. */
  field: FieldValue | null;
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before removing a question, with the number of its answers and their fate. */
export function RemoveQuestion({ groupId, field, name, onConfirm, onCancel }: RemoveQuestionProps) {
  const { t } = useI18n();
  const api = useApi();
  const answers = useQuery({
    ...api.groups.answers.options({ params: { id: groupId } }),
    enabled: field !== null,
    staleTime: 0,
  });
  const count = answers.data?.results.find(({ field_id }) => field_id === field?.id)?.count ?? 0;
  return (
    <ConfirmDialog
      opened={field !== null}
      title={t('modules.group_form.remove_title', { name })}
      confirm={t('modules.group_form.remove_confirm')}
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {/* a text for any number of answers, while the count loads or has failed */}
      {!answers.isSuccess || answers.isFetching
        ? t('modules.group_form.remove_text')
        : count === 0
          ? t('modules.group_form.remove_unanswered')
          : t('modules.group_form.remove_answered', { count })}
    </ConfirmDialog>
  );
}
