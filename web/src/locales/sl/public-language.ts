/** How this language offers itself on a page that is shown in another one. */
export const ownLanguage = { name: 'Slovenščina', code: 'SL', offer: 'Odpri v slovenščini' };
