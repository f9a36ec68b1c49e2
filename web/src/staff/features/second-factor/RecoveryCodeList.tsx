import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './second-factor.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Recovery codes, this once, and the ways to keep them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useI18n();
  const list = useRef<HTMLUListElement>(null);
  // not a button: a second Enter would leave the codes unread
  useEffect(() => list.current?.focus(), []);

  return (
    <>
      <ul
        ref={list}
        className={classes.codes}
        tabIndex={-1}
        aria-label={t('modules.sign_in.second_factor.recovery_title')}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton text={codes.join('\n')} label={t('modules.sign_in.second_factor.copy_codes')} />
        <Button leftSection={<IconDownload {...icon} />} onClick={save}>
          {t('modules.second_factor.codes.download')}
        </Button>
        <Button leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('modules.sign_in.second_factor.print')}
        </Button>
      </div>
    </>
  );

  function save(): void {
    const text = `${t('modules.second_factor.codes.file_head', { site: window.location.host })}\r\n\r\n${codes.join('\r\n')}\r\n`;
    const file = new Blob([text], { type: 'text/plain;charset=utf-8' });
    saveFile(file, `${t('modules.second_factor.codes.file')}.txt`);
  }
}
