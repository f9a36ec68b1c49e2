import type { Language } from '@vpisnik/contract/common';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { Placeholder } from '@vpisnik/contract/rules/email-types';
import { dialling, mailtoOf } from '@vpisnik/contract/rules/limits';
import type { MailType } from '@vpisnik/contract/rules/mail-types';
import { reasonLabels } from '@vpisnik/contract/rules/mails';
import {
  type OwnSections,
  type OwnTranslations,
  ordinaryTexts,
  shownSections,
  type TemplateSections,
  type TemplateTranslation,
  textsOfVariant,
} from '@vpisnik/contract/rules/templates';
import { fillLayout } from '../../mail/layout.ts';
import { applicantPage } from '../../mail/links.ts';
import { escapeHtml, inert, type Markup, oneLine } from '../../mail/safe-text.ts';
import type { MailAttachment, MailPicture, RenderedMail } from '../../mail/transport.ts';
import type { Fact } from './facts.ts';
import { fixedTexts } from './fixed-texts.ts';
import { richHtml, richText, type Values } from './rich.ts';
import { systemTexts } from './system-templates.ts';
import type { SystemWords } from './system-texts.ts';
import { pieces, templateErrors } from './template.ts';

/** A notification template as it is stored: some languages, perhaps some texts only. */
export type MailTemplate = {
  translations: OwnTranslations;
  sections: OwnSections;
};

/** Sender, recipient and subject matter of a mail. All values are untrusted plain text, not HTML. */
export type MailData = {
  email_type: MailType;
  /** One of the type's, or ''; `duplicate`: "we already have your application". */
  variant: string;
  recipient_kind: 'applicant' | 'staff';
  language: Language;
  organization: { name: string; address: string; phone_number: string };
  group_name: string;
  participant_name: string;
  /** Name in the greeting: a child's guardian, else the participant. */
  addressee: string;
  /** Values of the type's further placeholders. */
  values: Partial<Record<Placeholder, string>>;
  /** Null in mails that don't tell how the application stands. */
  status: ParticipantStatus | null;
  /** Why staff rejected the application, in their words; empty without a reason. */
  reason: string;
  details: Details[];
  /** Whether the recipient may decide about the application; of staff who only read, false. */
  may_decide: boolean;
  /** Where the button leads: staff to the application, its applicant to their page; null without a button. */
  link: string | null;
  /** Where the recipient may decline more of this kind; none where nobody may. */
  unsubscribe?: string;
  /** The installation's own address, behind the word Vpisnik. */
  home: string;
  /** Files that go along. */
  attachments?: MailAttachment[];
};

/** Facts under a heading of their own, or under the template's. */
export type Details = { heading?: string; facts: Fact[]; pictures?: ShownPicture[] };

/** A picture under facts, square, with what is said of it. */
type ShownPicture = MailPicture & { alt: string; caption: string; side: number };

/** Status pills: ground and ink in light; dark is in the layout's style. */
const pills: Record<ParticipantStatus, { status_ground: string; status_ink: string }> = {
  pending: { status_ground: '#fff3cf', status_ink: '#6a4c00' },
  approved: { status_ground: '#e3f2e3', status_ink: '#1d5b21' },
  rejected: { status_ground: '#fde6df', status_ink: '#962000' },
  waitlisted: { status_ground: '#dcf1ef', status_ink: '#0b5750' },
  inactive: { status_ground: '#ebece8', status_ink: '#4b4d47' },
};

/**
 * A mail from a template and data; the same for sending and for a preview. What the template doesn't say in the
 * mail's language comes from the system's wording in that language. Throws `UnknownPlaceholder`.
 */
export function renderMail(template: MailTemplate | null, data: MailData): RenderedMail {
  const words = wording(template, data);
  const [error] = templateErrors(words, data.email_type);
  if (error) throw error;
  const content = contentOf(words, shownSections(template?.sections), data);
  return {
    subject: oneLine(content.plain(words.subject)),
    html: html(content, data),
    text: text(content, data),
    pictures: content.details
      .flatMap(({ pictures }) => pictures)
      .map(({ cid, name, png }) => ({ cid, name, png })),
    attachments: data.attachments ?? [],
  };
}

/** The texts of a mail: the template's over the system's, and a variant's over both, again the template's over the system's. */
function wording(template: MailTemplate | null, data: MailData): TemplateTranslation {
  const system = systemTexts[data.language];
  const { by_status, by_variant, ...general }: SystemWords = system[data.email_type];
  const translation = template?.translations[data.language];
  const base = { ...general, ...(data.status && by_status?.[data.status]) };
  const ofVariant =
    data.variant === 'duplicate' ? system.application_confirmation_duplicate : by_variant?.[data.variant];
  // a text that says nothing is in the system's words
  const own = ordinaryTexts(translation);
  return {
    ...base,
    ...own,
    next_steps: {
      ...base.next_steps,
      ...own.next_steps,
      ...(data.recipient_kind === 'staff' && !data.may_decide && system.viewer_next_steps),
    },
    section_labels: { ...base.section_labels, ...own.section_labels },
    // the ordinary mail's own words would be false here: what was due tomorrow is not overdue
    ...ofVariant,
    ...textsOfVariant(translation, data.variant),
  };
}

type Content = ReturnType<typeof contentOf>;

/** What a mail says, before it is HTML or plain text. */
function contentOf(words: TemplateTranslation, sections: TemplateSections, data: MailData) {
  const named = {
    ...data.values,
    group_name: data.group_name,
    participant_name: data.participant_name,
    organization_name: data.organization.name,
  };
  // names alone were checked: what a type offers has a value in each of its mails
  const values: Values = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, inert(value)]),
  );
  // in the greeting, the participant's name stands for the person who is greeted
  const greeted = { ...values, participant_name: inert(data.addressee) };
  const plain = (written: string, filled = values) =>
    pieces(written)
      .map((piece) => ('text' in piece ? piece.text : (filled[piece.placeholder] ?? '')))
      .join('');
  const markup = (written: string, filled = values): Markup => ({
    html: pieces(written)
      .map((piece) => {
        if ('text' in piece) return escapeHtml(piece.text).replace(/\r?\n/g, '<br />');
        const value = escapeHtml(filled[piece.placeholder] ?? '');
        return piece.placeholder === 'group_name' ? `<strong>${value}</strong>` : value;
      })
      .join(''),
  });
  const rich = (written: string, gap?: string) => ({
    html: richHtml(written, values, gap),
    text: richText(written, values),
  });
  const greeting = greeted.participant_name === '' ? words.greeting_without_name : words.greeting;
  const fixed = fixedTexts[data.language];
  return {
    plain,
    markup,
    subject: words.subject,
    header: words.header_text,
    greeting: { written: greeting, filled: greeted },
    // its blocks are paragraphs of the layout, which has its own space between them
    message: rich(words.main_message, '0'),
    status: sections.status && data.status ? fixed.status[data.status] : '',
    reason: data.reason.split('\n').map(inert).filter(Boolean),
    next_steps: rich((sections.next_steps && data.status && words.next_steps[data.status]) || ''),
    labels: words.section_labels,
    details: sections.details
      ? data.details.map(({ heading, facts, pictures = [] }) => ({
          heading: heading === undefined ? plain(words.section_labels.details ?? '') : inert(heading),
          facts: facts.map(({ label, value }) => ({
            label: plain(words.section_labels[label] ?? ''),
            value: inert(value),
          })),
          pictures,
        }))
      : [],
    support: rich(sections.support ? words.support_text : ''),
    contacts: sections.support ? contacts(words, data) : [],
    sender: [data.organization.name, data.organization.address].filter(Boolean).map(inert).join(', '),
  };
}

function contacts(words: TemplateTranslation, data: MailData) {
  const fixed = fixedTexts[data.language];
  const phone = data.recipient_kind === 'applicant' ? oneLine(data.organization.phone_number) : '';
  const email = oneLine(words.support_email);
  return [
    { label: fixed.email, value: email, href: mailtoOf(email) },
    { label: fixed.phone, value: phone, href: dialling(phone) },
  ].filter((contact) => contact.value !== '');
}

function html(content: Content, data: MailData): string {
  const { plain, markup } = content;
  const fixed = fixedTexts[data.language];
  const ownPage = ownPageOf(data);
  return fillLayout({
    language: data.language,
    subject: plain(content.subject),
    preview: [content.status, oneLine(content.next_steps.text)].filter(Boolean).join('. '),
    organization: inert(data.organization.name),
    header_text: markup(content.header),
    paragraphs: [
      ...(content.greeting.written === ''
        ? []
        : [`<p style="margin:0">${markup(content.greeting.written, content.greeting.filled).html}</p>`]),
      ...content.message.html,
      ...(content.reason.length > 0 ? [reasonHtml(content.reason, reasonLabels[data.language])] : []),
    ].map((block) => ({ block: { html: block } })),
    box: content.status !== '' || content.next_steps.text !== '',
    pill: content.status !== '' &&
      data.status !== null && {
        status: data.status,
        status_word: content.status,
        ...pills[data.status],
      },
    next_steps: content.next_steps.text !== '' && {
      text: labelled(markup(content.labels.next_steps ?? '').html, content.next_steps.html),
    },
    action: data.link !== null && { link: data.link, label: buttonOf(data) },
    details: content.details.map(({ heading, facts, pictures }) => ({
      heading,
      facts,
      pictures: pictures.map(({ cid, alt, caption, side }) => ({
        source: `cid:${cid}`,
        alt,
        caption,
        side: String(side),
      })),
    })),
    support: (content.support.text !== '' || content.contacts.length > 0) && {
      text: { html: content.support.html.join('') },
      contacts: content.contacts,
    },
    sender: content.sender,
    why: whyOf(data),
    own_page: ownPage !== undefined && { link: ownPage, label: fixed.own_page },
    unsubscribe: data.unsubscribe !== undefined && { link: data.unsubscribe, label: fixed.unsubscribe },
    sent_by: fixed.sent_by,
    home: data.home,
  });
}

const buttonOf = ({ language, recipient_kind }: MailData): string =>
  fixedTexts[language][recipient_kind === 'applicant' ? 'own_page' : 'open_application'];

/** The page of an applicant whom no button leads there: it stands at the mail's end. */
const ownPageOf = ({ recipient_kind, link, home }: MailData): string | undefined =>
  recipient_kind === 'applicant' && link === null ? applicantPage(home) : undefined;

/** Why the recipient gets it; of what may be declined in other words. */
const whyOf = ({ language, recipient_kind, unsubscribe }: MailData): string =>
  fixedTexts[language].why[unsubscribe === undefined ? recipient_kind : 'news'];

/** The reason as staff wrote it: it never passes through a template, so it fills no placeholder. */
const reasonHtml = (lines: string[], label: string): string =>
  `<p style="margin:0"><strong>${escapeHtml(label)}:</strong> ${lines.map(escapeHtml).join('<br />')}</p>`;

/** What comes next: its label begins the first paragraph, or stands before a list. */
function labelled(label: string, [first = '', ...others]: string[]): Markup {
  const lead = `<strong>${label}.</strong>`;
  const opening = first.startsWith('<p ')
    ? first.replace('>', () => `>${lead} `)
    : `<p style="margin:0">${lead}</p>${first}`;
  return { html: [opening, ...others].join('') };
}

/** The plain text, written on its own rather than scraped from the HTML. */
function text(content: Content, data: MailData): string {
  const { plain } = content;
  const fixed = fixedTexts[data.language];
  const ownPage = ownPageOf(data);
  const lines = (...entries: string[]) => entries.filter(Boolean).join('\n');
  const blocks = [
    plain(content.header),
    plain(content.greeting.written, content.greeting.filled),
    content.message.text,
    content.reason.length > 0 ? `${reasonLabels[data.language]}: ${content.reason.join('\n')}` : '',
    lines(
      content.status && `${fixed.status_label}: ${content.status}`,
      content.next_steps.text && `${plain(content.labels.next_steps ?? '')}: ${content.next_steps.text}`,
    ),
    data.link === null ? '' : `${buttonOf(data)}: ${data.link}`,
    ...content.details.map(({ heading, facts }) =>
      lines(heading, ...facts.map(({ label, value }) => `${label}: ${value}`)),
    ),
    lines(content.support.text, ...content.contacts.map(({ label, value }) => `${label}: ${value}`)),
    lines(
      content.sender,
      whyOf(data),
      ownPage === undefined ? '' : `${fixed.own_page}: ${ownPage}`,
      data.unsubscribe === undefined ? '' : `${fixed.unsubscribe}: ${data.unsubscribe}`,
      `${fixed.sent_by} Vpisnik: ${data.home}`,
    ),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
