import type { Language } from '@vpisnik/contract/common';
import classes from './MailText.module.css';

type MailTextProps = { subject: string; text: string; language: Language };

/** What a mail says, as a reader without pictures and colours sees it. */
export function MailText({ subject, text, language }: MailTextProps) {
  return (
    <article className={classes.mail} lang={language}>
      <h3>{subject}</h3>
      <p>{text}</p>
    </article>
  );
}
