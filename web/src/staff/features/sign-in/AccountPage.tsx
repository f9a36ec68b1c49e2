import { createContext, type ReactNode, use } from 'react';
import { useDocumentTitle } from '../../../lib/text/document-title.ts';
import { Message } from '../../../ui/notice/Message.tsx';
import classes from './sign-in.module.css';

type AccountPageProps = {
  title: string;
  /** Reason for coming here, or result of the last action. */
  notice?: ReactNode;
  /** Why it did not work. */
  failure?: ReactNode;
  children: ReactNode;
};

/** Whether a part of the account area stands in a dialog over another page, whose title and main heading stay. */
export const InDialog = createContext(false);

/** The column of every page of the account area: heading, messages, and what there is to do. */
export function AccountPage({ title, notice, failure, children }: AccountPageProps) {
  const inDialog = use(InDialog);
  return (
    <div className={classes.page}>
      {inDialog ? title && <h3>{title}</h3> : <PageTitle title={title} />}
      <Message kind="notice">{notice}</Message>
      <Message kind="failure">{failure}</Message>
      {children}
    </div>
  );
}

function PageTitle({ title }: { title: string }) {
  useDocumentTitle(title);
  return <h1>{title}</h1>;
}
