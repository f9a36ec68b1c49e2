import { IconPaperclip } from '@tabler/icons-react';
import type { Message } from '@vpisnik/contract/messages';
import type { ReactNode } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { sizeText } from '../../../lib/text/size-text.ts';
import classes from './messages.module.css';

type File = Message['attachments'][number];

type FileListProps = { files: readonly File[]; action?: (file: File) => ReactNode };

/** The files of a message with their sizes. */
export function FileList({ files, action }: FileListProps) {
  const { locale } = useI18n();
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id}>
          <IconPaperclip size={18} stroke={1.75} aria-hidden />
          <span>{file.name}</span>
          <span className={classes.size}>{sizeText(file.bytes, locale)}</span>
          {action?.(file)}
        </li>
      ))}
    </ul>
  );
}
