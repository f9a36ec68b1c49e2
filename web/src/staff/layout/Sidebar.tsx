import { ActionIcon } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { readConfig } from '../../lib/config.ts';
import { useSession } from '../../lib/session/context.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { Tip } from '../../ui/Tip.tsx';
import { SearchButton } from './commands/SearchButton.tsx';
import classes from './layout.module.css';
import { MainMenu } from './MainMenu.tsx';
import { OrganizationTile } from './organization/OrganizationTile.tsx';
import { SetupReminder } from './SetupReminder.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Content of the sidebar, and of the drawer on narrow screens. */
export function Sidebar({ onSignOut, onNavigate }: { onSignOut: () => void; onNavigate?: () => void }) {
  const { t } = useI18n();
  const { user, role } = useSession();
  const { contact_url } = readConfig();
  const navigate = onNavigate && { onNavigate };
  return (
    <>
      <OrganizationTile {...navigate} />
      <SearchButton {...(onNavigate && { onOpen: onNavigate })} />
      <MainMenu {...navigate} />
      <SetupReminder {...navigate} />
      <footer className={classes.footer}>
        <div className={classes.legal}>
          <a href="/privacy-policy">{t('layout.default_authenticated.privacy_policy')}</a>
          {contact_url && <a href={contact_url}>{t('layout.default_authenticated.contact')}</a>}
        </div>
        <div className={classes.me}>
          <UserMenu position="top-start" {...navigate}>
            <span className={classes.personName}>
              {user?.name}
              <small className={classes.second}>{role && t(`layout.roles.${role}`)}</small>
            </span>
          </UserMenu>
          <Tip label={t('layout.default_authenticated.sign_out')}>
            <ActionIcon onClick={onSignOut} aria-label={t('layout.default_authenticated.sign_out')}>
              <IconLogout size={18} stroke={1.75} />
            </ActionIcon>
          </Tip>
        </div>
      </footer>
    </>
  );
}
