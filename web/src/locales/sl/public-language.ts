/** This language's name and offer on pages in another language. */
export const ownLanguage = { name: 'Slovenščina', code: 'SL', offer: 'Odpri v slovenščini' };
