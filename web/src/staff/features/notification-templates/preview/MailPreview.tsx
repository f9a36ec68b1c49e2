import type { Language } from '@vpisnik/contract/rules/texts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { MailFrame } from '../../../../ui/marks/MailFrame.tsx';
import classes from './preview.module.css';

/** Ways to look at a mail. */
export const mailViews = ['phone', 'desk', 'text'] as const;
export type MailView = (typeof mailViews)[number];

type MailPreviewProps = {
  mail: { subject: string; html: string; text: string };
  language: Language;
  view: MailView;
  dark: boolean;
  /** The path of the text that is being edited, null before one is; absent where the mail says of none which it is. */
  part?: string | null;
  /** Whether that is the subject of this mail. */
  inSubject?: boolean;
};

/** A mail as its reader sees it: subject, then the mail on a phone or a desk, or its text alone. Tints what is being edited. */
export function MailPreview({ mail, language, view, dark, part, inSubject = false }: MailPreviewProps) {
  const { t } = useI18n();
  return (
    <div className={classes.mail} data-view={view}>
      <p className={classes.subject} lang={language} data-edited={inSubject || undefined}>
        {mail.subject}
      </p>
      {view === 'text' ? (
        <pre className={classes.plain} lang={language}>
          {mail.text}
        </pre>
      ) : (
        <MailFrame
          html={mail.html}
          title={t('modules.notification_template.preview.frame')}
          width={view === 'phone' ? 360 : '100%'}
          dark={dark}
          {...(part !== undefined && { part })}
        />
      )}
    </div>
  );
}
