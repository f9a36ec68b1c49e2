import { IconPaperclip } from '@tabler/icons-react';
import type { Message } from '@vpisnik/contract/messages';
import { numberFormat } from '@vpisnik/contract/rules/formatters';
import type { ReactNode } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { formatTag, type Locale } from '../../../lib/text/locale.ts';
import classes from './messages.module.css';

type File = Message['attachments'][number];

type FileListProps = { files: readonly File[]; action?: (file: File) => ReactNode };

/** A size in words: `240 kB`, `1,4 MB`. */
function sizeText(bytes: number, locale: Locale): string {
  const isLarge = bytes >= 1_000_000;
  const amount = isLarge ? bytes / 1_000_000 : Math.max(bytes / 1_000, 1);
  const number = numberFormat(formatTag[locale], { maximumFractionDigits: isLarge ? 1 : 0 }).format(amount);
  return `${number} ${isLarge ? 'MB' : 'kB'}`;
}

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
