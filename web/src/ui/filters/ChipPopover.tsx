import { Popover } from '@mantine/core';
import { type ReactElement, type ReactNode, useLayoutEffect, useState } from 'react';

type ChipPopoverProps = {
  label: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The chip's button, which the popover tells that it opens one. */
  button: ReactElement;
  children: ReactNode;
};

/** What a filter is chosen from, beside its chip. */
export function ChipPopover({ label, opened, onChange, button, children }: ChipPopoverProps) {
  // opens once its button is there, beside which it stands
  const [isThere, setThere] = useState(false);
  useLayoutEffect(() => setThere(true), []);
  return (
    <Popover opened={opened && isThere} onChange={onChange} position="bottom-start" trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
