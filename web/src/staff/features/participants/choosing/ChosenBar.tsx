import { numberFormat } from '@vpisnik/contract/rules/formatters';
import type { ReactNode } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import { BulkBar } from '../../../../ui/table/BulkBar.tsx';
import classes from './choosing.module.css';

type ChosenBarProps = {
  /** Accessible name of the bar. */
  label: string;
  count: number;
  /** "Izbrani 3 udeleženci", also told to screen readers as it changes. */
  chosen: string;
  children: ReactNode;
  onClear: () => void;
};

/** The bar of acts on chosen rows of a list; a narrow one shows the bare number. */
export function ChosenBar({ label, count, chosen, children, onClear }: ChosenBarProps) {
  const { locale } = useI18n();
  return (
    <>
      <p className="vh" role="status">
        {count > 0 && chosen}
      </p>
      <BulkBar
        label={label}
        count={
          <>
            <span className={classes.count}>{chosen}</span>
            <span className={classes.number} aria-hidden>
              {numberFormat(formatTag[locale]).format(count)}
            </span>
          </>
        }
        quiet
        selected={count}
        onClear={onClear}
      >
        {children}
      </BulkBar>
    </>
  );
}

/** Focuses the box that chooses all rows, since the bar goes with its button. */
export const focusChoice = (): void =>
  document.querySelector<HTMLElement>('main thead input[type="checkbox"]')?.focus();
