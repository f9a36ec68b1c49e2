import type { ReactNode } from 'react';
import classes from './ListToolbar.module.css';

type ListToolbarProps = {
  search?: ReactNode;
  /** Filter chips; on a phone they scroll sideways below the search. */
  filters?: ReactNode;
  /** At the far end, on a phone beside the search: the choice of columns. */
  end?: ReactNode;
};

/** Search, filters and columns of a list, in that order. */
export function ListToolbar({ search, filters, end }: ListToolbarProps) {
  return (
    <div className={classes.toolbar}>
      {search}
      {filters && <div className={classes.filters}>{filters}</div>}
      {end && <div className={classes.end}>{end}</div>}
    </div>
  );
}
