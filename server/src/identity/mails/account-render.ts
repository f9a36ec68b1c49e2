import { fillLayout } from '../../mail/layout.ts';
import { inert, oneLine } from '../../mail/safe-text.ts';
import type { RenderedMail } from '../../mail/transport.ts';
import type { AccountMailContent } from './account-content.ts';
import { accountTexts } from './account-texts.ts';
import type { AccountMailFacts } from './account-words.ts';

/** A mail about an account in HTML and text, in the layout of all mail. */
export function renderAccountMail({ kind, language, facts }: AccountMailContent): RenderedMail {
  const texts = accountTexts[language];
  const words = texts.mails[kind];
  const fill = (written: string) => filled(written, facts);
  const subject = oneLine(fill(words.subject));
  const greeting = fill(facts.name === '' ? texts.greeting_without_name : texts.greeting);
  const paragraphs = [greeting, ...words.paragraphs.map(fill)];
  const notes = words.notes.map(fill);
  const html = fillLayout({
    language,
    subject,
    preview: paragraphs[1] ?? '',
    organization: 'Vpisnik',
    header_text: fill(words.title),
    paragraphs: paragraphs.map((block) => ({ block })),
    box: false,
    pill: false,
    next_steps: false,
    action: words.action !== undefined && { link: facts.link, label: words.action },
    details: false,
    support: notes.map((text) => ({ text, contacts: [] })),
    sender: 'Vpisnik',
    why: texts.why,
    sent_by: texts.sent_by,
    home: facts.home,
  });
  const blocks = [
    fill(words.title),
    ...paragraphs,
    ...(words.action === undefined ? [] : [`${words.action}: ${facts.link}`]),
    ...notes,
    `${texts.why} ${texts.sent_by} Vpisnik: ${facts.home}`,
  ];
  return { subject, html, text: `${blocks.join('\n\n')}\n` };
}

/** Fills in facts as inert text: names are chosen freely and must not become links in our mail. */
function filled(written: string, facts: AccountMailFacts): string {
  return written.replace(
    /\{(name|organization|address|date|account|actor|passkey|subject)\}/g,
    (_, fact: keyof AccountMailFacts) => inert(facts[fact]),
  );
}
