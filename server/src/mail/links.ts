/**
 * A page that mails lead to, and where the mail's recipient gets there. Words are rendered with the bare address, and delivery
 * puts the link in: previews, tests and words that are kept hold no token.
 */
export type PersonalLink = { bare: string; link: string };

/** Where a mail of news leads to decline more of them. */
export const unsubscribePage = (publicUrl: string): string => `${publicUrl}/unsubscribe`;

/** Where each mail to an applicant leads. */
export const applicantPage = (publicUrl: string): string => `${publicUrl}/my`;

/** Stands in the words of a mail for the code of a new address, which delivery puts in as it does links. */
export const hiddenCode = '······';

/** Puts the recipient's links in the places of the bare addresses. */
export const withLinks = (text: string, links: readonly PersonalLink[]): string =>
  links.reduce(
    (words, { bare, link }) =>
      words.replace(new RegExp(`${bare.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w/-])`, 'g'), () => link),
    text,
  );
