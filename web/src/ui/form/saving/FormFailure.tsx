import type { ReactNode } from 'react';
import classes from './FormFailure.module.css';

/** Why a form was not saved, where no field is to blame; nothing without a reason. */
export function FormFailure({ children }: { children: ReactNode }) {
  return children ? (
    <p className={classes.failure} role="alert">
      {children}
    </p>
  ) : null;
}
