import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { Tip } from '../Tip.tsx';
import classes from './BulkBar.module.css';
import { FloatingBar } from './FloatingBar.tsx';

type BulkBarProps = {
  /** Accessible name of the bar: `Izbrani udeleženci`. */
  label: string;
  /** `Izbrani 3 udeleženci`; nothing is shown while nothing is selected. */
  count: ReactNode;
  /** The page itself tells assistive technology how many there are. */
  quiet?: boolean;
  selected: number;
  /** "Izberi vseh 37": a button or link. */
  all?: ReactNode;
  children: ReactNode;
  onClear: () => void;
};

/** The bar that appears with the first selected row; its main action carries `data-on`. */
export function BulkBar({ label, count, quiet, selected, all, children, onClear }: BulkBarProps) {
  const { t } = useI18n();
  if (selected === 0) return null;
  return (
    <FloatingBar label={label}>
      <b {...(!quiet && { role: 'status' })}>{count}</b>
      {all && <span data-wide>{all}</span>}
      <span className={classes.line} />
      {children}
      <Tip label={t('ui.list.clear_selection')}>
        <ActionIcon
          className={classes.clear ?? ''}
          onClick={onClear}
          aria-label={t('ui.list.clear_selection')}
        >
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </Tip>
    </FloatingBar>
  );
}

/**
 * Items of a bar's menu for the buttons that the bar hides on a phone by `data-wide`. Elsewhere they are left out, not hidden: a
 * menu gives the focus to its first item and moves it by arrows, and a hidden item takes none.
 */
export function PhoneItems({ children }: { children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 59.99em)', false, { getInitialValueInEffect: false });
  return isPhone && children;
}
