import { Drawer } from '@mantine/core';
import { useSession } from '../../lib/session/context.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import classes from './layout.module.css';
import { Sidebar } from './Sidebar.tsx';

type MenuDrawerProps = { opened: boolean; onClose: () => void; onSignOut: () => void };

/** The sidebar of narrow screens. */
export function MenuDrawer({ opened, onClose, onSignOut }: MenuDrawerProps) {
  const { t } = useI18n();
  const { organization } = useSession();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      padding={0}
      title={organization?.name ?? 'Vpisnik'}
      closeButtonProps={{ 'aria-label': t('layout.default_authenticated.close_menu') }}
      classNames={{
        content: classes.drawerContent,
        body: classes.drawer,
        header: classes.drawerHeader,
        title: 'vh',
      }}
    >
      <Sidebar
        onNavigate={onClose}
        onSignOut={() => {
          onClose();
          onSignOut();
        }}
      />
    </Drawer>
  );
}
