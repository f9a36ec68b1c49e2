import { ActionIcon } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import type { Message } from '@vpisnik/contract/messages';
import { messageFileEndings, messageLimits } from '@vpisnik/contract/rules/messages';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { handFocusUp } from '../../../../ui/focus-return.ts';
import { controlId } from '../../../../ui/form/form-words.ts';
import { FileDrop } from '../../../../ui/form/upload/FileDrop.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { FileList } from '../FileList.tsx';
import classes from './compose.module.css';
import type { TakeOver } from './use-takeover.tsx';

type AttachmentsProps = { row: Message; takeOver: TakeOver; onChanged: (row: Message) => void };

const accepted = messageFileEndings.map((ending) => `.${ending}`).join(',');

/** Files that go with each mail; stored as soon as they are chosen. */
export function Attachments({ row, takeOver, onChanged }: AttachmentsProps) {
  const { t } = useI18n();
  const { messages } = useApi();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { attachments } = row;
  const left = messageLimits.bytes - attachments.reduce((sum, { bytes }) => sum + bytes, 0);
  const run = async (act: (shown: { expected_mails?: number }) => Promise<Message>, fileName?: string) => {
    setBusy(true);
    setFailure(null);
    try {
      onChanged(await takeOver(act));
    } catch (error) {
      const text = errorText(error, t, 'modules.message.failed.attach');
      setFailure(fileName ? t('modules.message.files.refused', { name: fileName, text }) : text);
    } finally {
      setBusy(false);
    }
  };
  const add = (file: File) => {
    if (file.size > left) return setFailure(t('modules.message.files.too_big', { name: file.name }));
    // a long name loses its beginning, since its ending tells the type
    const file_name = file.name.slice(-messageLimits.fileName);
    return void run(
      (shown) => messages.attach({ params: { id: row.id }, query: { file_name, ...shown }, file }),
      file.name,
    );
  };
  const remove = (id: string) => run((shown) => messages.detach({ params: { id }, query: shown }));
  return (
    <section className={classes.part} aria-labelledby="message-files">
      <h2 id="message-files">{t('modules.message.files.title')}</h2>
      {attachments.length > 0 && (
        <FileList
          files={attachments}
          action={({ id, name }) => (
            <ActionIcon
              // goes with its file
              ref={handFocusUp}
              size={44}
              variant="subtle"
              aria-label={t('modules.message.files.remove', { name })}
              {...waiting(busy, () => void remove(id))}
            >
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          )}
        />
      )}
      {attachments.length < messageLimits.files && (
        <FileDrop
          id={controlId('attachments')}
          choose={t('modules.message.files.choose')}
          drop={t('modules.message.files.drop')}
          accept={accepted}
          icon={<IconPaperclip size={22} stroke={1.75} aria-hidden />}
          hint={t('modules.message.files.hint')}
          closed={busy}
          invalid={failure !== null}
          describedBy={failure === null ? undefined : 'message-files-failure'}
          onFile={add}
        />
      )}
      {busy && <p role="status">{t('modules.message.files.saving')}</p>}
      {failure !== null && (
        <p id="message-files-failure" className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}
