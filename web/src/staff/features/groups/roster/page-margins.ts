import { useEffect } from 'react';

type Margins = {
  /** Above each page but the first, whose heading says it. */
  group: string;
  /** Below each page: when it was printed, and the page's number. */
  printed: string;
  page: string;
  isLandscape: boolean;
};

/** Writes into the margins of printed pages, which only a style sheet can; our policy allows none but those made by scripts. */
export function usePageMargins({ group, printed, page, isLandscape }: Margins): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const font = 'font: 9pt sans-serif; color: #444;';
    sheet.replaceSync(`@page {
      size: A4 ${isLandscape ? 'landscape' : 'portrait'};
      margin: 16mm 14mm;
      @top-left { ${font} content: ${quoted(group)}; }
      @bottom-left { ${font} content: ${quoted(printed)}; }
      @bottom-right { ${font} content: ${quoted(page)} " " counter(page) "/" counter(pages); }
    }
    @page :first { @top-left { content: none; } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [group, printed, page, isLandscape]);
}

/** A text as a string of CSS. */
const quoted = (text: string) =>
  `"${text.replace(/["\\\n\r\f]/g, (one) => `\\${one.charCodeAt(0).toString(16)} `)}"`;
