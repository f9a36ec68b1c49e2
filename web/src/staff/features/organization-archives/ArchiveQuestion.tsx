import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { closeOnOwnEscape } from '../../../ui/dialog/own-escape.ts';
import { notifyFailure } from '../../../ui/notice/notify.ts';
import { useManagedElsewhere } from '../account/use-managed-elsewhere.ts';
import { PasswordForm } from '../second-factor/PasswordForm.tsx';
import classes from './organization-archives.module.css';
import { useRememberArchive } from './queries.ts';

type ArchiveQuestionProps = {
  opened: boolean;
  /** Whether there is an archive that gives way to the new one. */
  replaces: boolean;
  onClose: () => void;
};

/** Asks before an archive is made, with the password where it is kept here. */
export function ArchiveQuestion({ opened, replaces, onClose }: ArchiveQuestionProps) {
  const { t } = useI18n();
  const api = useApi();
  const remember = useRememberArchive();
  const isElsewhere = useManagedElsewhere();
  const make = async (current_password?: string) => {
    remember(await api.organization_archives.make({ body: current_password ? { current_password } : {} }));
    onClose();
  };
  const request = useMutation({
    mutationFn: () => make(),
    onError: (error) => notifyFailure(error, t, 'modules.organization_archive.make_failed'),
  });
  const title = t('modules.organization_archive.question.title');
  const confirm = t('modules.organization_archive.make');
  const text = (
    <div className={classes.question}>
      <p>{t('modules.organization_archive.question.text')}</p>
      {replaces && <p>{t('modules.organization_archive.question.replaces')}</p>}
    </div>
  );
  if (isElsewhere)
    return (
      <ConfirmDialog
        opened={opened}
        title={title}
        confirm={confirm}
        busy={request.isPending}
        onConfirm={() => request.mutate()}
        onCancel={onClose}
      >
        {text}
      </ConfirmDialog>
    );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      onKeyDown={closeOnOwnEscape(onClose)}
    >
      <PasswordForm
        submit={confirm}
        hint={t('modules.organization_archive.question.password_hint')}
        fallback="modules.organization_archive.make_failed"
        onSubmit={make}
        onCancel={onClose}
      >
        {text}
      </PasswordForm>
    </Modal>
  );
}
