/** This language's name and offer on pages in another language. */
export const ownLanguage = { name: 'English', code: 'EN', offer: 'Open in English' };
