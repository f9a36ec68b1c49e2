import { ActionIcon } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useMatches } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useSession } from '../../lib/session/context.ts';
import { DocumentTitleSuffix } from '../../lib/text/document-title.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { whenOpened } from '../../ui/dialog/on-demand.tsx';
import { NoticeBanner } from '../../ui/notice/NoticeBanner.tsx';
import { BulkWatch } from '../features/participants/bulk/BulkWatch.tsx';
import { metaOf } from '../routing/meta.ts';
import { Commands } from './commands/Commands.tsx';
import { SearchButton } from './commands/SearchButton.tsx';
import classes from './layout.module.css';
import type { MenuDrawer as Menu } from './MenuDrawer.tsx';
import { ActingBanner } from './organization/ActingBanner.tsx';
import { ActingQuestion } from './organization/ActingQuestion.tsx';
import { MissingBanner } from './organization/MissingBanner.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { LapsedSession } from './session/LapsedSession.tsx';
import { useSignOut } from './session/use-sign-out.tsx';
import { useTypingWatch } from './session/use-typing-watch.ts';
import { UserMenu } from './UserMenu.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

const MenuDrawer = whenOpened<ComponentProps<typeof Menu>>(
  async () => (await import('./MenuDrawer.tsx')).MenuDrawer,
);

/** The signed-in layout: sidebar, or top bar with a drawer below lg, around the routed page. */
export function AppLayout() {
  const { t } = useI18n();
  const { user, organization } = useSession();
  const { signOut, question } = useSignOut();
  const [menuOpen, menu] = useDisclosure(false);
  // the other one costs a phone much of its first second; paper keeps what the screen had
  const isNarrow = useMediaQuery('screen and (max-width: 79.99em)', false, {
    getInitialValueInEffect: false,
  });
  const meta = useMatches({ select: (matches) => metaOf(matches.at(-1)?.fullPath ?? '') });
  useFocusOnNavigation();
  useTypingWatch();

  // After sign-out the page stays mounted until /login is ready.
  if (!user) return null;
  return (
    <DocumentTitleSuffix value={organization ? [organization.name, 'Vpisnik'] : ['Vpisnik']}>
      {question}
      <ActingQuestion />
      <LapsedSession />
      <SkipLink />
      <Commands onSignOut={signOut} />
      <div className={classes.shell}>
        {isNarrow ? (
          <header className={classes.topbar}>
            <ActionIcon
              onClick={menu.open}
              aria-label={t('layout.default_authenticated.open_menu')}
              aria-expanded={menuOpen}
            >
              <IconMenu2 size={18} stroke={1.75} />
            </ActionIcon>
            <span className={classes.topbarTitle}>{meta && t(meta.title)}</span>
            <SearchButton small />
            <UserMenu position="bottom-end" />
          </header>
        ) : (
          <aside className={classes.side} aria-label={t('layout.default_authenticated.sidebar')}>
            <Sidebar onSignOut={signOut} />
          </aside>
        )}
        {organization && <BulkWatch />}
        <MenuDrawer opened={menuOpen} onClose={menu.close} onSignOut={signOut} />
        <div className={classes.main}>
          <NoticeBanner />
          <ActingBanner />
          <MissingBanner />
          <main className={classes.page} id="vsebina" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </DocumentTitleSuffix>
  );
}
