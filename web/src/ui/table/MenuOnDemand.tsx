import { Menu, type MenuProps } from '@mantine/core';
import { type ReactElement, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';

/** Props that a menu's button receives, beside its own name and look. */
export type MenuButtonProps = {
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
};

/** Renders a menu's button. */
export type MenuButton = (props: MenuButtonProps) => ReactElement;

type MenuOnDemandProps = {
  button: MenuButton;
  /** The `Menu.Item`s. */
  children: ReactNode;
  position?: MenuProps['position'];
};

/** A menu that costs a plain button until it is opened: a list has two in each row. */
export function MenuOnDemand(props: MenuOnDemandProps) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <OpenedMenu {...props} />;
  return props.button({
    onClick: () => setWanted(true),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
}

/** The menu once its button was pressed: it opens by itself. */
export function OpenedMenu({ button, children, position = 'bottom' }: MenuOnDemandProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // The button took the place of the one that was pressed, and so takes its focus before the menu does.
  useLayoutEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} position={position}>
      <Menu.Target>{button({ ref: target, onClick: () => {} })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
