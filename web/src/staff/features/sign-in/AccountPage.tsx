import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { Message } from './Message.tsx';
import classes from './sign-in.module.css';

type AccountPageProps = {
  title: string;
  /** What has led here, or has just been done. */
  notice?: ReactNode;
  /** Why it did not work. */
  failure?: ReactNode;
  children: ReactNode;
};

/** The column of every page of the account area: heading, messages, and what there is to do. */
export function AccountPage({ title, notice, failure, children }: AccountPageProps) {
  useDocumentTitle(title);
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      <Message kind="notice">{notice}</Message>
      <Message kind="failure">{failure}</Message>
      {children}
    </div>
  );
}
