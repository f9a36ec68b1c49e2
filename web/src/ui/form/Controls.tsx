import { Fragment, type ReactNode } from 'react';

/** The controls of a form in their order. As a record over all fields, one that is forgotten does not compile. */
export function Controls({ of: controls }: { of: Readonly<Record<string, ReactNode>> }) {
  return Object.entries(controls).map(([field, control]) => <Fragment key={field}>{control}</Fragment>);
}
