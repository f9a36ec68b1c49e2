import { UnstyledButton } from '@mantine/core';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session/context.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { onDemand } from '../../ui/dialog/on-demand.tsx';
import classes from './layout.module.css';

const OpenedUserMenu = onDemand(async () => (await import('./OpenedUserMenu.tsx')).OpenedUserMenu);

/** Milliseconds for which a pointer rests before the menu opens, as the library's own menus. */
const DELAY = 300;

/** Up to two initials of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`.toUpperCase();
}

type UserMenuProps = {
  children?: ReactNode;
  position: 'top-start' | 'bottom-end';
  onNavigate?: () => void;
};

/** The user's own menu, opened by the avatar with `children` beside it; a button alone until then. */
export function UserMenu({ children, position, onNavigate }: UserMenuProps) {
  const { t } = useI18n();
  const { user } = useSession();
  const target = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [openedBy, setOpenedBy] = useState<'press' | 'pointer'>();
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!user) return null;
  const open = async (by: 'press' | 'pointer') => {
    clearTimeout(timer.current);
    const isThere = await OpenedUserMenu.preload();
    // a press without it says so, a pointer that rests does not
    if (isThere || by === 'press') setOpenedBy((before) => before ?? by);
  };
  const enter = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') timer.current = setTimeout(() => open('pointer'), DELAY);
  };
  const first = {
    onClick: () => open('press'),
    onPointerEnter: enter,
    onPointerLeave: () => clearTimeout(timer.current),
    onFocus: OpenedUserMenu.preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  } as const;
  const button = (
    <UnstyledButton ref={target} className={classes.person} {...(!openedBy && first)}>
      <span className={classes.avatar} aria-hidden>
        {initials(user.name)}
      </span>
      {children ?? <span className="vh">{user.name}</span>}
      <span className="vh">{t('layout.default_authenticated.user_menu')}</span>
    </UnstyledButton>
  );
  if (!openedBy) return button;
  return (
    <OpenedUserMenu
      button={button}
      target={target}
      by={openedBy}
      position={position}
      onNavigate={onNavigate}
    />
  );
}
