import { Button, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { isGone } from '../../../lib/gone.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../ui/dialog/own-escape.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { useManagedElsewhere } from '../account/use-managed-elsewhere.ts';
import { PasswordForm } from '../second-factor/PasswordForm.tsx';
import { useRefreshArchive } from './queries.ts';

/** Hands the file of an archive out, after the password where it is kept here. */
export function ArchiveDownload({ id }: { id: string }) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshArchive();
  const isElsewhere = useManagedElsewhere();
  const [isAsking, setAsking] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  const fail = (error: unknown) => {
    notifyFailure(error, t, 'modules.organization_archive.download_failed');
    // perhaps its time is over
    void refresh();
  };
  const fetchFile = async (body: { current_password?: string }) => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    const file = await api.organization_archives.file({ params: { id }, body }, { signal });
    saveFile(file, file.name);
    notify({ message: 'modules.organization_archive.downloaded', values: { name: file.name } });
  };
  const download = useMutation({ mutationFn: () => fetchFile({}), onError: fail });
  const close = () => {
    leaving.current?.abort();
    setAsking(false);
  };
  const confirmed = async (current_password: string) => {
    try {
      await fetchFile({ current_password });
    } catch (error) {
      if ((error as Error).name === 'AbortError') return;
      if (!isGone(error)) throw error;
      fail(error);
    }
    setAsking(false);
  };
  const text = t('modules.organization_archive.download');
  const downloading = t('modules.organization_archive.downloading');
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        aria-disabled={download.isPending}
        onClick={() => {
          if (!isElsewhere) setAsking(true);
          else if (!download.isPending) download.mutate();
        }}
      >
        {download.isPending ? downloading : text}
      </Button>
      <Modal
        opened={isAsking}
        onClose={close}
        title={t('modules.organization_archive.download_question.title')}
        withCloseButton={false}
        closeOnEscape={false}
        onKeyDown={closeOnOwnEscape(close)}
      >
        <PasswordForm
          submit={text}
          pending={downloading}
          hint={t('modules.organization_archive.question.password_hint')}
          fallback="modules.organization_archive.download_failed"
          onSubmit={confirmed}
          onCancel={close}
        >
          <p>{t('modules.organization_archive.download_question.text')}</p>
        </PasswordForm>
      </Modal>
    </>
  );
}
