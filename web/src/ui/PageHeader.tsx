import { IconChevronLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/text/document-title.ts';
import { keepFocusOnHeading } from './focus-heading.ts';
import classes from './PageHeader.module.css';

type PageHeaderProps = {
  title: string;
  /** The open one of several pages under the same title; the document's title begins with it. */
  tab?: string;
  /** One line of fact: `18 skupin, 12 z odprtim vpisom`. */
  fact?: ReactNode;
  /** Inside an entity: the list it belongs to. */
  back?: Pick<LinkProps, 'to' | 'params' | 'search'> & { label: string };
  /** Inside an entity: status pill and one plain sentence. */
  state?: ReactNode;
  /** Before the title, where its length moves nothing: the way to the week before and after. */
  beside?: ReactNode;
  /** At most one filled button. */
  actions?: ReactNode;
};

/** The head of a staff page; sets the document's title as well. */
export function PageHeader({ title, tab, fact, back, state, beside, actions }: PageHeaderProps) {
  const { label, ...wayBack } = back ?? {};
  useDocumentTitle(...(tab ? [tab] : []), title, ...(label ? [label] : []));
  return (
    <div className={classes.wrap}>
      {label && (
        <Link {...wayBack} activeOptions={{ exact: true }} className={classes.back}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden />
          {label}
        </Link>
      )}
      <div className={classes.head} data-beside={beside !== undefined || undefined}>
        {beside}
        <div className={classes.words}>
          <h1 ref={keepFocusOnHeading}>{title}</h1>
          {fact && <p className={classes.fact}>{fact}</p>}
          {state && <div className={classes.state}>{state}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  );
}
