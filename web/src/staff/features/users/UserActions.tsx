import { Menu } from '@mantine/core';
import {
  IconEye,
  IconEyeOff,
  IconHistory,
  IconKey,
  IconMailForward,
  IconPencil,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UserSummary } from '@vpisnik/contract/users';
import { type ReactNode, useState } from 'react';
import { readConfig } from '../../../lib/config.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { useUsersAddress } from './address.ts';
import { type Obstacle, useObstacle } from './queries.ts';
import { type UserAct, UserQuestion } from './UserQuestion.tsx';
import classes from './users.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The "…" menu of a user. Impossible actions stay in it, disabled, with the reason. */
export function UserActions({ user }: { user: UserSummary }) {
  const { t } = useI18n();
  const { go } = useUsersAddress();
  const obstacle = useObstacle(user.id);
  const [act, ask] = useState<UserAct | null>(null);
  const { hosted_sign_in } = readConfig();
  const { id, name, active, confirmed, second_factor } = user;
  const Eye = active ? IconEyeOff : IconEye;
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item
          leftSection={<IconPencil {...icon} />}
          onClick={() => go({ edit: id }, { replace: false })}
        >
          {t('modules.user.actions.edit')}
        </Menu.Item>
        {!confirmed && active && (
          <Menu.Item leftSection={<IconMailForward {...icon} />} onClick={() => ask('invite')}>
            {t('modules.user.actions.invite')}
          </Menu.Item>
        )}
        {confirmed && active && obstacle !== 'oneself' && !hosted_sign_in && (
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => ask('demand')}>
            {t('modules.user.actions.demand')}
          </Menu.Item>
        )}
        {second_factor && obstacle !== 'oneself' && !hosted_sign_in && (
          <Menu.Item leftSection={<IconShieldOff {...icon} />} onClick={() => ask('reset_factor')}>
            {t('modules.user.actions.reset_factor')}
          </Menu.Item>
        )}
        <Menu.Item
          renderRoot={(props) => <Link to="/activity" search={{ user_id: id }} {...props} />}
          leftSection={<IconHistory {...icon} />}
        >
          {t('modules.user.actions.activity')}
        </Menu.Item>
        <Item
          icon={<Eye {...icon} />}
          obstacle={active ? obstacle : undefined}
          onClick={() => ask(active ? 'deactivate' : 'activate')}
        >
          {t(active ? 'modules.user.actions.deactivate' : 'modules.user.actions.activate')}
        </Item>
        <Menu.Divider />
        <Item icon={<IconTrash {...icon} />} obstacle={obstacle} danger onClick={() => ask('delete')}>
          {t(confirmed ? 'modules.user.actions.delete' : 'modules.user.actions.delete_invited')}
        </Item>
      </RowMenu>
      <UserQuestion user={user} act={act} onClose={() => ask(null)} />
    </>
  );
}

type ItemProps = {
  icon: ReactNode;
  obstacle: Obstacle | undefined;
  danger?: boolean;
  children: ReactNode;
  onClick: () => void;
};

/** Menu item; with an obstacle it stays focusable though disabled, so that screen readers announce the reason. */
function Item({ icon: section, obstacle, danger = false, children, onClick }: ItemProps) {
  const { t } = useI18n();
  return (
    <Menu.Item
      leftSection={section}
      {...(danger && !obstacle && { color: 'error' })}
      {...(obstacle
        ? { 'aria-disabled': true, closeMenuOnClick: false, className: classes.blocked ?? '' }
        : { onClick })}
    >
      {children}
      {obstacle && ' '}
      {obstacle && <small className={classes.reason}>{t(`modules.user.obstacle.${obstacle}`)}</small>}
    </Menu.Item>
  );
}
