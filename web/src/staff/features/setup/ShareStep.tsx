import { Button, Group } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../lib/text/i18n.ts';
import { QrCode } from '../../../ui/marks/QrCode.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { applicationLink, copyLink } from '../sharing/links.ts';
import type { StepProps } from './SetupPage.tsx';
import classes from './setup.module.css';
import { useFinishSetup } from './use-finish-setup.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The link by which people apply, to copy and to print; the end of the guide. */
export function ShareStep({ organization, setup: { group } }: StepProps) {
  const { t } = useI18n();
  const { finish, busy } = useFinishSetup(organization);
  const link = group && applicationLink(organization, group);
  return (
    <div className={classes.form}>
      {!group && <p role="note">{t('modules.setup.share.no_group')}</p>}
      {group && !group.active && (
        <p role="note">
          {t('modules.setup.share.unpublished')}{' '}
          <Link to="/groups/$group_id" params={{ group_id: group.id }}>
            {t('modules.setup.share.editor')}
          </Link>
        </p>
      )}
      {link && group.active && (
        <div className={classes.share}>
          <QrCode text={link} label={t('modules.setup.share.qr')} />
          <div>
            <p className={classes.link}>{link}</p>
            <Group gap={8} mt={12}>
              <Button leftSection={<IconCopy {...icon} />} onClick={() => copyLink(link)}>
                {t('modules.setup.share.copy')}
              </Button>
              <Button
                component="a"
                href={link}
                target="_blank"
                rel="noopener"
                leftSection={<IconExternalLink {...icon} />}
              >
                {t('modules.setup.share.open')}
              </Button>
            </Group>
          </div>
        </div>
      )}
      <Group>
        <Button variant="filled" {...waiting(busy, () => finish('modules.setup.finished'))}>
          {t('modules.setup.finish')}
        </Button>
      </Group>
    </div>
  );
}
