import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

type TipBubbleProps = { target: HTMLElement; label: string; opened: boolean };

/** The bubble of a tip, beside its target. */
export function TipBubble({ target, label, opened }: TipBubbleProps) {
  // opens once it knows its target: else it would stand in the page's corner for a moment
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return <Tooltip target={target} label={label} opened={opened && isThere} />;
}
