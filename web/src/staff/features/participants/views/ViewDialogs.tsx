import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@vpisnik/contract/kit';
import { limits } from '@vpisnik/contract/rules/limits';
import type { SavedView } from '@vpisnik/contract/saved-views';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { useFocusReturn } from '../../../../ui/dialog/use-focus-return.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useViewCalls } from './queries.ts';

type NameViewProps = {
  /** The view as it is; absent for a new one. */
  view?: SavedView;
  onSave: (given: { name: string; shared: boolean }) => Promise<void>;
  onClose: () => void;
};

/** Asks for a view's name and who has it; refusals are said at the name. */
export function NameView({ view, onSave, onClose }: NameViewProps) {
  const { t } = useI18n();
  const form = useId();
  useFocusReturn();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!name.trim()) {
      setError(t('errors.fields.required'));
      return;
    }
    setBusy(true);
    try {
      await onSave({ name: name.trim(), shared });
      onClose();
    } catch (failure) {
      const isTaken = failure instanceof ApiError && failure.code === 'name_taken';
      setError(isTaken ? t('errors.codes.name_taken') : errorText(failure, t, 'errors.saved_view.save'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(view ? 'modules.saved_view.rename_title' : 'modules.saved_view.save_title')}
      closeButtonProps={{ 'aria-label': t('ui.sheet.close') }}
    >
      <form id={form} onSubmit={save} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('modules.saved_view.name')}
            value={name}
            maxLength={limits.name}
            error={error}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(null);
            }}
          />
          <Radio.Group
            label={t('modules.saved_view.who')}
            value={String(shared)}
            onChange={(value) => setShared(value === 'true')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="false" label={t('modules.saved_view.private')} />
              <Radio value="true" label={t('modules.saved_view.for_all')} />
            </Stack>
          </Radio.Group>
          <Group gap={10} justify="flex-end">
            <Button onClick={onClose}>{t('ui.confirm.cancel')}</Button>
            <Button type="submit" variant="filled" {...waiting(busy)}>
              {t(view ? 'modules.saved_view.rename_confirm' : 'modules.saved_view.save_confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type DeleteViewProps = { view: SavedView; onClose: () => void; onDeleted: () => void };

/** Asks before a view is deleted; the list stays as it is. */
export function DeleteView({ view, onClose, onDeleted }: DeleteViewProps) {
  const { t } = useI18n();
  const calls = useViewCalls();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await calls.remove(view.id);
      onDeleted();
      notify({
        message: 'modules.participant.views.done.deleted',
        values: { name: view.name },
        act: 'errors.saved_view.delete',
      });
    } catch (error) {
      notifyFailure(error, t, 'errors.saved_view.delete');
    }
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={t('modules.saved_view.delete_title', { name: view.name })}
      confirm={t('modules.participant.views.delete')}
      danger
      busy={busy}
      onConfirm={remove}
      onCancel={onClose}
    >
      {view.shared ? t('modules.saved_view.delete_shared') : t('modules.saved_view.delete_own')}
    </ConfirmDialog>
  );
}
