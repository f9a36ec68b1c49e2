import { IconFileSpreadsheet } from '@tabler/icons-react';
import { ApiError } from '@vpisnik/contract/kit';
import { limits as textLimits } from '@vpisnik/contract/rules/limits';
import { useState } from 'react';
import { errorText } from '../../../lib/form/error-text.ts';
import { mayPass, sendingWithProgress } from '../../../lib/send-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FileDrop } from '../../../ui/form/upload/FileDrop.tsx';
import { UploadFailed, UploadProgress } from '../../../ui/form/upload/Upload.tsx';
import { problemText } from './problem-text.ts';

type Work =
  | { kind: 'idle' }
  | { kind: 'busy'; sent: number | null }
  | { kind: 'failed'; text: string; file: File /** Whether sending it again may help. */; mayPass: boolean };

type Props = {
  /** Bytes as uploaded, and rows below the header. */
  limits: { bytes: number; rows: number };
  /** Sends the file; what it throws is told. */
  onFile: (content: Blob, name: string, transport: ReturnType<typeof sendingWithProgress>) => Promise<void>;
};

/** Takes a spreadsheet, shows how far it is sent, and says why one is not taken. */
export function SheetUpload({ limits, onFile }: Props) {
  const { t } = useI18n();
  const [work, setWork] = useState<Work>({ kind: 'idle' });
  const megabytes = limits.bytes / 1_000_000;
  const upload = async (file: File) => {
    const tooLarge = t('modules.import.problems.file_too_large', { max: megabytes });
    if (file.size > limits.bytes) return setWork({ kind: 'failed', text: tooLarge, file, mayPass: false });
    setWork({ kind: 'busy', sent: null });
    const transport = sendingWithProgress((sent) => setWork({ kind: 'busy', sent: sent < 1 ? sent : null }));
    try {
      const name = file.name.slice(0, textLimits.name).toWellFormed() || '-';
      // its content decides what it is: what browsers make of endings (`.tsv`, `.ods`) only stands in the way
      await onFile(file.slice(0, file.size, 'application/octet-stream'), name, transport);
    } catch (error) {
      const [problem] = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
      const isTooLarge = error instanceof ApiError && error.code === 'payload_too_large';
      const text = isTooLarge
        ? tooLarge
        : problem
          ? problemText({ ...problem, value: '' }, t)
          : errorText(error, t, 'modules.import.failed');
      setWork({ kind: 'failed', text, file, mayPass: mayPass(error) });
    }
  };
  const failed = work.kind === 'failed' ? work : null;
  return (
    <>
      {failed && (
        <UploadFailed
          id="import-error"
          file={failed.file.name}
          onAgain={failed.mayPass ? () => void upload(failed.file) : null}
        >
          {failed.text}
        </UploadFailed>
      )}
      {work.kind === 'busy' ? (
        <UploadProgress sent={work.sent}>
          {t(work.sent === null ? 'modules.import.file.reading' : 'modules.import.file.sending')}
        </UploadProgress>
      ) : (
        <FileDrop
          choose={t('modules.import.file.choose')}
          drop={t('modules.import.file.drop')}
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          icon={<IconFileSpreadsheet size={26} stroke={1.5} aria-hidden />}
          hint={t('modules.import.file.hint', { size: megabytes, rows: limits.rows })}
          invalid={failed !== null}
          describedBy={failed ? 'import-error' : undefined}
          onFile={(file) => void upload(file)}
        />
      )}
    </>
  );
}
