/** Facts that the texts may mention; all but the links are untrusted text. */
export type AccountMailFacts = {
  name: string;
  organization: string;
  /** A day that the mail speaks of, in its language. */
  date: string;
  /** The address that the mail is about. */
  address: string;
  /** The bank account that the mail is about. */
  account: string;
  /** Who did what the mail is about. */
  actor: string;
  /** The name of the passkey that the mail is about. */
  passkey: string;
  /** The subject of the message that the mail is about. */
  subject: string;
  link: string;
  /** The installation's own address. */
  home: string;
};

/** One mail in words. Facts in braces, `{organization}` for instance, are filled in. */
export type AccountWords = {
  subject: string;
  title: string;
  paragraphs: string[];
  /** Label of the button; without it there is none. */
  action?: string;
  /** Until when the link works, and what to do if one did not ask for it. */
  notes: string[];
};
