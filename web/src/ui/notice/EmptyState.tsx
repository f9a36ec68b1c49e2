import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Places } from '../marks/Places.tsx';
import classes from './EmptyState.module.css';

type EmptyStateProps = {
  title: string;
  /** Says which rows will appear here, or repeats the search. */
  children?: ReactNode;
  /** One filled button, then quiet ones. */
  actions?: ReactNode;
  /**
   * `none`: nothing here yet, with unfilled ticks. `no-results`: a search or filter found nothing. `failed`: it did not load,
   * which screen readers say by themselves.
   */
  kind?: 'none' | 'no-results' | 'failed';
};

/** Replaces the rows of an empty list. "Nothing here yet" and "nothing found" are different kinds. */
export function EmptyState({ title, children, actions, kind = 'none' }: EmptyStateProps) {
  return (
    <div className={classes.empty} role={kind === 'failed' ? 'alert' : undefined}>
      {kind === 'none' && (
        <div className={classes.ticks}>
          <Places taken={0} limit={12} />
        </div>
      )}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && (
        <Group gap={10} mt={14}>
          {actions}
        </Group>
      )}
    </div>
  );
}
