import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { saveFile } from '../../../lib/save-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { QrCode } from '../../../ui/marks/QrCode.tsx';
import { forgetFailure, notify } from '../../../ui/notice/notify.ts';
import { copyLink } from './links.ts';
import { qrPng, qrSvg } from './qr-files.ts';
import classes from './sharing.module.css';

/** The text that says that no picture was made. */
const noPicture = 'modules.group_tools.share.no_picture';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type ShareLinkProps = {
  link: string;
  /** Whether there is something to open yet. */
  published: boolean;
  /** Name of the files with the code, without their ending. */
  fileName: string;
  /** Texts of the link: label of its field, hint about a poster with the code, and alternative text of the code. */
  words: { link: string; hint: string; code: string };
};

/** A public link as it is passed on: copied, opened, and as a code to scan in files for the screen and for print. */
export function ShareLink({ link, published, fileName, words }: ShareLinkProps) {
  const { t } = useI18n();
  const png = async () => {
    try {
      saveFile(await qrPng(link), `${fileName}.png`);
      forgetFailure(noPicture);
    } catch {
      notify({ message: noPicture, color: 'error', act: noPicture });
    }
  };
  return (
    <>
      <section>
        <TextInput
          label={words.link}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.buttons}>
          <Button leftSection={<IconCopy {...icon} />} onClick={() => copyLink(link)}>
            {t('modules.group.rail.copy')}
          </Button>
          {published && (
            <Button
              component="a"
              href={link}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink {...icon} />}
            >
              {t('modules.group_tools.share.open_tab')}
            </Button>
          )}
        </div>
      </section>
      <section>
        <h3>{t('modules.group_tools.share.qr')}</h3>
        <p>{words.hint}</p>
        <QrCode text={link} label={words.code} />
        <div className={classes.buttons}>
          <Button leftSection={<IconDownload {...icon} />} onClick={png}>
            {t('modules.group_tools.share.png')}
          </Button>
          <Button
            leftSection={<IconDownload {...icon} />}
            onClick={() => saveFile(qrSvg(link), `${fileName}.svg`)}
          >
            {t('modules.group_tools.share.svg')}
          </Button>
        </div>
      </section>
    </>
  );
}
