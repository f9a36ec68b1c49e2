/** How this language offers itself on a page that is shown in another one. */
export const ownLanguage = { name: 'English', code: 'EN', offer: 'Open in English' };
