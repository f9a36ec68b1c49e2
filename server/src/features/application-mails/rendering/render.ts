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
import { fillLayout, type Values as Layout } from '../../../mail/layout.ts';
import { applicantPage } from '../../../mail/links.ts';
import { escapeHtml, inert, type Markup, oneLine } from '../../../mail/safe-text.ts';
import type { MailAttachment, MailPicture, RenderedMail } from '../../../mail/transport.ts';
import type { Fact } from '../facts.ts';
import { fixedTexts } from './fixed-texts.ts';
import { richHtml, richText } from './rich.ts';
import { numberOf, wordsOfSeveral } from './several.ts';
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
  /** How many people it tells of, where siblings share it; else one. */
  people?: number;
  /** Name in the greeting: a child's guardian, else the participant. */
  addressee: string;
  /** Values of the type's further placeholders. */
  values: Partial<Record<Placeholder | 'counts', string>>;
  /** Null in mails that don't tell how the application stands. */
  status: ParticipantStatus | null;
  /** Why staff rejected the application, in their words; empty without a reason. */
  reason: string;
  details: Details[];
  /** Whether the recipient may decide about the application; of staff who only read, false. */
  may_decide: boolean;
  /** The deadline of an answer, as `nedelje, 20. 9. 2026, do 18:00`, and whose answer it is. */
  answer?: { deadline: string; of: keyof (typeof fixedTexts)['sl']['answer']['page'] };
  /** Where the button leads: staff to the application, its applicant to their page; null without a button. */
  link: string | null;
  /** Whether nothing leads an applicant to their page: the address has none, or not yet. */
  without_page?: true;
  /** Where the recipient may decline more of this kind; none where nobody may. */
  unsubscribe?: string;
  /** The installation's own address, behind the word Vpisnik. */
  home: string;
  /** Files that go along. */
  attachments?: MailAttachment[];
};

/** Facts under a heading of their own, or under the template's. */
export type Details = { heading?: string; facts: Fact[]; pictures?: ShownPicture[] };

/** A square picture under facts, with its caption. */
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
 *
 * @param mark marks what each text of the template has become; a mail that is sent is unmarked
 */
export function renderMail(template: MailTemplate | null, data: MailData, mark?: Mark): RenderedMail {
  const words = wording(template, data);
  const [error] = templateErrors(words, data.email_type);
  if (error) throw error;
  const content = contentOf(words, shownSections(template?.sections), data);
  return {
    subject: oneLine(content.plain(words.subject)),
    html: html(content, data, mark ?? unmarked),
    text: text(content, data),
    pictures: content.details
      .flatMap(({ pictures }) => pictures)
      .map(({ cid, name, png }) => ({ cid, name, png })),
    attachments: data.attachments ?? [],
  };
}

/** Marks the HTML that the text at a path of the template has become. */
export type Mark = (path: string, html: string) => string;

const unmarked: Mark = (_path, written) => written;

/** By `data-part`, for the editor of a template to find: on a block itself, else on a `span`. */
export const marked: Mark = (path, written) =>
  /^<(?:p|ul)\b/.test(written)
    ? written.replace(/^<\w+/, (tag) => `${tag} data-part="${path}"`)
    : written && `<span data-part="${path}">${written}</span>`;

/** The texts of a mail: the template's over the system's, and a variant's over both, again the template's over the system's. */
function wording(template: MailTemplate | null, data: MailData): TemplateTranslation {
  const system = systemTexts[data.language];
  const { by_status, by_variant, ...general }: SystemWords = system[data.email_type];
  const translation = template?.translations[data.language];
  const { email_type, variant, people = 1 } = data;
  const { next_steps, ...ofSeveral } = wordsOfSeveral(data.language, { email_type, variant, people });
  const base = { ...general, ...(data.status && by_status?.[data.status]), ...(variant === '' && ofSeveral) };
  const ofVariant =
    variant === 'duplicate' ? system.application_confirmation_duplicate : by_variant?.[variant];
  // a text that says nothing is in the system's words
  const own = ordinaryTexts(translation);
  return {
    ...base,
    ...own,
    next_steps: {
      ...base.next_steps,
      ...next_steps,
      ...own.next_steps,
      // nothing was decided: an application under review is not so again
      ...(variant === 'transferred' && { pending: system.application_confirmation.next_steps.pending }),
      ...(data.recipient_kind === 'staff' && !data.may_decide && system.viewer_next_steps),
    },
    section_labels: { ...base.section_labels, ...own.section_labels },
    // the ordinary mail's own words would be false here: a payment due tomorrow is not overdue
    ...(variant !== '' && { ...ofVariant, ...ofSeveral }),
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
  // only names were checked: each placeholder of a type has a value in all of its mails
  const values: Partial<Record<string, string>> = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, inert(value)]),
  );
  const href = data.link ?? ownPageOf(data);
  const inLongTexts = { ...values, ...(href !== undefined && { link: { href, label: buttonOf(data) } }) };
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
    html: richHtml(written, inLongTexts, gap),
    text: richText(written, inLongTexts),
  });
  const greeting = greeted.participant_name === '' ? words.greeting_without_name : words.greeting;
  const fixed = fixedTexts[data.language];
  const hasWithdrawn = data.variant === 'declined' || data.variant === 'withdrawn';
  const status = data.status && (hasWithdrawn ? fixed.withdrawn : fixed.status[data.status]);
  return {
    plain,
    markup,
    subject: words.subject,
    header: words.header_text,
    greeting: {
      path: greeted.participant_name === '' ? 'greeting_without_name' : 'greeting',
      written: greeting,
      filled: greeted,
    },
    // its blocks are paragraphs of the layout, which has its own space between them
    message: rich(words.main_message, '0'),
    status: sections.status && status ? status : '',
    answer: data.answer && {
      lead: `${fixed.answer.by} ${inert(data.answer.deadline)}`,
      hint: `${fixed.answer.page[data.answer.of]} ${fixed.answer.personal}`,
    },
    reason: data.reason.split('\n').map(inert).filter(Boolean),
    next_steps: rich((sections.next_steps && data.status && words.next_steps[data.status]) || ''),
    labels: words.section_labels,
    details: sections.details
      ? data.details.map(({ heading, facts, pictures = [] }) => ({
          heading: heading === undefined ? plain(words.section_labels.details ?? '') : inert(heading),
          ...(heading === undefined && { path: 'section_labels.details' }),
          facts: facts.map(({ label, question, value }) => ({
            label: question === undefined ? plain(words.section_labels[label] ?? '') : inert(question),
            ...(question === undefined && { path: `section_labels.${label}` }),
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
    { label: fixed.email, value: email, href: mailtoOf(email), path: 'support_email' },
    { label: fixed.phone, value: phone, href: dialling(phone) },
  ].filter((contact) => contact.value !== '');
}

function html(content: Content, data: MailData, mark: Mark): string {
  const { plain, markup } = content;
  const fixed = fixedTexts[data.language];
  const ownPage = ownPageOf(data);
  /** The path of a text that variants say otherwise. */
  const ofVariant = (name: string) => (data.variant === '' ? name : `${data.variant}.${name}`);
  const part = (path: string | undefined, words: string) =>
    path === undefined ? words : { html: mark(path, escapeHtml(words)) };
  return fillLayout({
    language: data.language,
    subject: plain(content.subject),
    preview: previewOf(content, data),
    organization: inert(data.organization.name),
    header_text: { html: mark(ofVariant('header_text'), markup(content.header).html) },
    paragraphs: [
      ...(content.greeting.written === ''
        ? []
        : [
            mark(
              content.greeting.path,
              `<p style="margin:0">${markup(content.greeting.written, content.greeting.filled).html}</p>`,
            ),
          ]),
      ...content.message.html.map((block) => mark(ofVariant('main_message'), block)),
      ...(content.reason.length > 0 ? [reasonHtml(content.reason, reasonLabels[data.language])] : []),
    ].map((block) => ({ block: { html: block } })),
    ...boxOf(content, data, mark),
    action: data.link !== null && !data.answer && { link: data.link, label: buttonOf(data) },
    details: content.details.map(({ heading, path, facts, pictures }) => ({
      heading: part(path, heading),
      facts: facts.map(({ path: its, label, value }) => ({ label: part(its, label), value })),
      pictures: pictures.map(({ cid, alt, caption, side }) => ({
        source: `cid:${cid}`,
        alt,
        caption,
        side: String(side),
      })),
    })),
    support: (content.support.text !== '' || content.contacts.length > 0) && {
      text: { html: content.support.html.map((block) => mark('support_text', block)).join('') },
      contacts: content.contacts.map(({ path, label, value, href }) => ({
        ...{ label, href },
        value: part(path, value),
      })),
    },
    sender: content.sender,
    why: whyOf(data),
    own_page: ownPage !== undefined && { link: ownPage, label: fixed.own_page },
    unsubscribe: data.unsubscribe !== undefined && { link: data.unsubscribe, label: fixed.unsubscribe },
    sent_by: fixed.sent_by,
    home: data.home,
  });
}

/** The preview beside the subject in a list of mails: the wanted answer and its deadline, or the status and the next step. */
const previewOf = ({ answer, status, next_steps }: Content, data: MailData): string =>
  answer
    ? `${inert(data.group_name)}, ${inert(data.participant_name)}. ${answer.lead}.`
    : [status, oneLine(next_steps.text)].filter(Boolean).join('. ');

/** The box of a mail: the wanted answer, or the status of the application and the next step; else none. */
function boxOf({ answer, status, next_steps, labels, markup }: Content, data: MailData, mark: Mark): Layout {
  if (answer) {
    const { held, until_then } = fixedTexts[data.language].answer;
    const number = numberOf(data.people ?? 1);
    return {
      box: true,
      pill: { status: 'waitlisted', status_word: held[number], ...pills.waitlisted },
      next_steps: false,
      answer: {
        ...answer,
        lead: withWholeDate(answer.lead),
        until_then: until_then[number],
        link: data.link ?? data.home,
        label: buttonOf(data),
      },
    };
  }
  return {
    box: status !== '' || next_steps.text !== '',
    pill: status !== '' &&
      data.status !== null && { status: data.status, status_word: status, ...pills[data.status] },
    next_steps: next_steps.text !== '' && {
      text: labelled(
        mark('section_labels.next_steps', markup(labels.next_steps ?? '').html),
        next_steps.html.map((block) => mark(`next_steps.${data.status}`, block)),
      ),
    },
    answer: false,
  };
}

/** A date that is not broken at the end of a line. */
const withWholeDate = (text: string): string =>
  text.replace(/(\d\.?) (?=\S)/g, '$1\u00a0').replace(/(\p{L}) (?=\d{4})/gu, '$1\u00a0');

function buttonOf({ language, recipient_kind, email_type, answer }: MailData): string {
  const fixed = fixedTexts[language];
  if (answer) return fixed.answer.button;
  if (email_type === 'queue_digest') return fixed.open_groups;
  return recipient_kind === 'applicant' ? fixed.own_page : fixed.open_application;
}

/** The link to the applicant's page at the end of a mail without a button to it. */
const ownPageOf = ({ recipient_kind, link, without_page, home }: MailData): string | undefined =>
  recipient_kind === 'applicant' && link === null && !without_page ? applicantPage(home) : undefined;

/** Why the recipient gets it; in other words for mails that may be declined. */
function whyOf({ language, recipient_kind, email_type, variant, unsubscribe }: MailData): string {
  const { why } = fixedTexts[language];
  if (email_type === 'queue_digest') return why.digest;
  if (email_type === 'application_link' && (variant === 'code' || variant === 'moved')) return why[variant];
  return why[unsubscribe === undefined ? recipient_kind : 'news'];
}

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
    lines(
      content.answer?.lead ?? '',
      content.answer ? fixed.answer.until_then[numberOf(data.people ?? 1)] : '',
    ),
    lines(data.link === null ? '' : `${buttonOf(data)}: ${data.link}`, content.answer?.hint ?? ''),
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
