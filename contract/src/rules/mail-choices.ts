/** Kinds of mail that people may decline; all others tell of their own enrolments. */
export const mailChoiceKinds = ['news'] as const;

/**
 * How a choice was made: by the button of a mail program (RFC 8058), on the page that a mail leads to, or told to staff, who
 * noted it.
 */
export const mailChoiceWays = ['one_click', 'page', 'staff'] as const;
export type MailChoiceWay = (typeof mailChoiceWays)[number];
