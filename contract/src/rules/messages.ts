/** Words of writing to people, as plain data: the schemas use them, and so do the screens and their texts. */
import { hasFaultyLink } from './notation.ts';
import { unknownAmong } from './templates.ts';
import { type Language, languages } from './texts.ts';

/**
 * States of a message. A `draft` and a `planned` one may be changed; a planned one leaves at its time. `sending`: its mails
 * are being written. `sent`: all are written; how many of them still wait is in its counts, and cancelling stops those.
 * `stopped`: by a person, or because its sender may not send any more. `cancelled`: planned once, and called off.
 */
export const messageStates = ['draft', 'planned', 'sending', 'sent', 'stopped', 'cancelled'] as const;

/** About one's enrolment, which everybody gets; or news, which people may decline. */
export const messageKinds = ['enrolment', 'news'] as const;

/** Statuses whose people get a message only where they are included. */
export const messageIncludes = ['waitlisted', 'rejected', 'inactive'] as const;

/** One mail for all who share an address, with all names; or one for each. */
export const messageSiblings = ['together', 'each'] as const;

/**
 * Whom a copy is for: those whom the original's choice finds by then (unless it says otherwise), or of the original's people
 * those whom no mail of it has reached or will, which only one that has begun to leave knows.
 */
export const messageCopies = ['everybody', 'unreached'] as const;
export type MessageCopy = (typeof messageCopies)[number];

/** Where replies go: to the organisation's contact address, or to the sender's own. */
export const messageReplies = ['organization', 'sender'] as const;

/**
 * Why people of an audience get no mail: their status, no address, an address that mails don't reach or that called one
 * unwanted (`bounced`), news that they declined, and ids that name nobody in scope.
 */
export const messageLeftOut = [
  ...messageIncludes,
  'no_email',
  'bounced',
  'declined_news',
  'not_found',
] as const;

export type MessageLeftOut = (typeof messageLeftOut)[number];

/** Values that a message may mention; several names are joined, "Ana in Lan". */
export const messagePlaceholders = ['participant_name', 'group_name', 'organization_name'] as const;
/** Those that its words may mention besides, and its subject may not. */
export const messageTextPlaceholders = ['link'] as const;

export const messageLimits = {
  subject: 200,
  body: 20_000,
  /** Files, and the bytes of all of them. */
  files: 10,
  bytes: 5 * 1024 * 1024,
  fileName: 150,
  /** Drafts of an organisation. */
  drafts: 500,
  /** People that are named for each reason why they get none. */
  named: 50,
  /** Days ahead that it may be planned. */
  days: 366,
} as const;

/** Endings of the files that may be attached, as the server judges them together with what they contain. */
export const messageFileEndings = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'docx',
  'xlsx',
  'pptx',
  'ics',
  'csv',
  'txt',
] as const;

/** Subject and words in each language, in the notation of `notation.ts`. */
export type MessageTexts = { [L in Language]?: { subject: string; body: string } | undefined };
export type MessageProblem = { path: string; code: 'unknown_placeholder' | 'invalid_link'; said: string };

/** What of a message's texts can't be sent: the first of each text, with the path of a body. */
export function messageProblems(texts: MessageTexts): MessageProblem[] {
  return languages.flatMap((language) =>
    (['subject', 'body'] as const).flatMap((field): MessageProblem[] => {
      const text = texts[language]?.[field] ?? '';
      const path = `texts.${language}.${field}`;
      const known = [...messagePlaceholders, ...(field === 'body' ? messageTextPlaceholders : [])];
      const [unknown] = unknownAmong(text, known);
      if (unknown !== undefined) return [{ path, code: 'unknown_placeholder', said: unknown }];
      const faulty = field === 'body' ? hasFaultyLink(text) : undefined;
      return faulty === undefined ? [] : [{ path, code: 'invalid_link', said: faulty }];
    }),
  );
}

/** The languages in which a message can be sent: those with a subject and words. */
export const wordedLanguages = (texts: MessageTexts): Language[] =>
  languages.filter((language) => texts[language]?.subject.trim() && texts[language].body.trim());
