import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './second-factor.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type RecoveryCodeListProps = {
  codes: readonly string[];
  /** E-mail address of the account that they are for. */
  account: string;
};

/** Recovery codes, this once, and the ways to keep them; on paper they are alone, below what they are for. */
export function RecoveryCodeList({ codes, account }: RecoveryCodeListProps) {
  const { t } = useI18n();
  const title = t('modules.sign_in.second_factor.recovery_title');
  const site = window.location.host;
  const list = useRef<HTMLUListElement>(null);
  // not a button: a second Enter would leave the codes unread
  useEffect(() => list.current?.focus(), []);

  return (
    <>
      <div className={classes.sheet}>
        <p className={classes.onPaper}>
          <b>{title}</b>
          <span>{site}</span>
          <span>{account}</span>
        </p>
        <ul ref={list} className={classes.codes} tabIndex={-1} aria-label={title}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
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
    const head = t('modules.second_factor.codes.file_head', { site });
    const text = [head, account, '', ...codes, ''].join('\r\n');
    const file = new Blob([text], { type: 'text/plain;charset=utf-8' });
    saveFile(file, `${t('modules.second_factor.codes.file')}.txt`);
  }
}
