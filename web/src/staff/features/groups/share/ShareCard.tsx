import { Button } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { applicationLink, copyLink } from '../../sharing/links.ts';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';

const ShareSheet = onDemand(async () => (await import('./ShareSheet.tsx')).ShareSheet);

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The link to the form of a group that is saved, and the way to all other ways of passing it on. */
export function ShareCard() {
  const { t } = useI18n();
  const { group } = useEditor();
  const { organization } = useSession();
  const [sharing, setSharing] = useState(false);
  if (!group || !organization) return <p className={classes.hint}>{t('modules.group.rail.new')}</p>;
  const link = applicationLink(organization, group);
  return (
    <div className={classes.share}>
      <h2>{t('modules.group.rail.link')}</h2>
      <code title={link}>{link.replace(/^https?:\/\//, '')}</code>
      {!group.active && <p className={classes.hint}>{t('modules.group.rail.unpublished')}</p>}
      <div>
        <Button leftSection={<IconCopy {...icon} />} onClick={() => copyLink(link)}>
          {t('modules.group.rail.copy')}
        </Button>
        <Button leftSection={<IconQrcode {...icon} />} onClick={() => setSharing(true)}>
          {t('modules.group_tools.share.more')}
        </Button>
      </div>
      {sharing && <ShareSheet group={group} onClose={() => setSharing(false)} />}
    </div>
  );
}
