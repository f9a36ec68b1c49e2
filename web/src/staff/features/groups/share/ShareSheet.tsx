import { Button, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Sheet } from '../../../../ui/form/FormSheet.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { applicationLink, copyEmbedCode, embedCode } from '../../sharing/links.ts';
import { ShareLink } from '../../sharing/ShareLink.tsx';
import classes from '../../sharing/sharing.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type Shared = Pick<GroupSummary, 'id' | 'label' | 'name' | 'active'>;

/** The link to a group's form in all the ways it is passed on: as it is, as a code to scan, and in another site. */
export function ShareSheet({ group, onClose }: { group: Shared; onClose: () => void }) {
  const { t } = useI18n();
  const { organization } = useSession();
  if (!organization) return null;
  const link = applicationLink(organization, group);
  return (
    <Sheet title={t('modules.group_tools.share.title')} onClose={onClose}>
      <div className={classes.sheet}>
        {!group.active && <p className={classes.note}>{t('modules.group.rail.unpublished')}</p>}
        <ShareLink
          link={link}
          published={group.active}
          fileName={group.label}
          words={{
            link: t('modules.group.rail.link'),
            hint: t('modules.group_tools.share.qr_hint'),
            code: t('modules.group_tools.share.qr_alt'),
          }}
        />
        <Embed group={group} link={link} origins={organization.embed_origins} />
      </div>
    </Sheet>
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
