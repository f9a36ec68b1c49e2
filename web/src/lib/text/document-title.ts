import { createContext, use, useEffect } from 'react';

/** Parts after the page's own title, for instance the organisation's name and the product's. */
export const DocumentTitleSuffix = createContext<readonly string[]>(['Vpisnik']);

/** Sets the document's title: the given parts, then the suffix, `Skupine · Plesna šola Zvezda · Vpisnik`. */
export function useDocumentTitle(...parts: readonly string[]): void {
  const suffix = use(DocumentTitleSuffix);
  // a page that is called like its list is named once
  const title = [...new Set([...parts, ...suffix])].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
