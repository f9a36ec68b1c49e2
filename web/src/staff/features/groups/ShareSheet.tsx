import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useI18n } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/context.ts';
import { Sheet } from '../../../ui/FormSheet.tsx';
import { notify } from '../../../ui/notify.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { useMay } from '../../permission/Permission.tsx';
import { applicationLink, copyEmbedCode, copyLink, embedCode } from './group-link.ts';
import { qrPng, qrSvg, saveFile } from './qr-files.ts';
import classes from './share.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type Shared = Pick<GroupSummary, 'id' | 'label' | 'name' | 'active'>;

/** The link to a group's form in all the ways it is passed on: as it is, as a code to scan, and in another site. */
export function ShareSheet({ group, onClose }: { group: Shared; onClose: () => void }) {
  const { t } = useI18n();
  const { organization } = useSession();
  if (!organization) return null;
  const link = applicationLink(organization.id, group.id);
  return (
    <Sheet title={t('modules.group_tools.share.title')} onClose={onClose}>
      <div className={classes.sheet}>
        {!group.active && <p className={classes.note}>{t('modules.group.rail.unpublished')}</p>}
        <section>
          <TextInput
            label={t('modules.group.rail.link')}
            value={link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.buttons}>
            <Button leftSection={<IconCopy {...icon} />} onClick={() => copyLink(link)}>
              {t('modules.group.rail.copy')}
            </Button>
            {group.active && (
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
        <Code link={link} label={group.label} />
        <Embed group={group} link={link} origins={organization.embed_origins} />
      </div>
    </Sheet>
  );
}

function Code({ link, label }: { link: string; label: string }) {
  const { t } = useI18n();
  const png = async () => {
    try {
      saveFile(await qrPng(link), `${label}.png`);
    } catch {
      notify({ message: 'modules.group_tools.share.no_picture', color: 'error' });
    }
  };
  return (
    <section>
      <h3>{t('modules.group_tools.share.qr')}</h3>
      <p>{t('modules.group_tools.share.qr_hint')}</p>
      <QrCode text={link} label={t('modules.group_tools.share.qr_alt')} />
      <div className={classes.buttons}>
        <Button leftSection={<IconDownload {...icon} />} onClick={png}>
          {t('modules.group_tools.share.png')}
        </Button>
        <Button
          leftSection={<IconDownload {...icon} />}
          onClick={() => saveFile(qrSvg(link), `${label}.svg`)}
        >
          {t('modules.group_tools.share.svg')}
        </Button>
      </div>
    </section>
  );
}

function Embed({ group, link, origins }: { group: Shared; link: string; origins: readonly string[] }) {
  const { t, locale } = useI18n();
  const maySet = useMay('settings.manage');
  const code = embedCode(link, groupName(group, locale));
  const hasSites = origins.length > 0;
  return (
    <section>
      <h3>{t('modules.group_tools.share.embed')}</h3>
      <p>
        {hasSites
          ? t('modules.group.rail.embed_sites', {
              sites: origins.map((site) => new URL(site).host).join(', '),
            })
          : t(maySet ? 'modules.group_tools.share.no_sites' : 'modules.group_tools.share.no_sites_ask')}{' '}
        {maySet && (
          <Link to="/settings">
            {t(hasSites ? 'modules.group_tools.share.change_sites' : 'modules.group_tools.share.add_sites')}
          </Link>
        )}
      </p>
      {hasSites && (
        <>
          <Textarea
            label={t('modules.group_tools.share.code')}
            value={code}
            readOnly
            autosize
            minRows={3}
            spellCheck={false}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.buttons}>
            <Button leftSection={<IconCopy {...icon} />} onClick={() => copyEmbedCode(code)}>
              {t('modules.group_tools.share.copy_code')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
