import { formatDateTime } from '@vpisnik/contract/rules/format';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useI18n } from '../lib/text/i18n.ts';
import { useTimeZone } from '../lib/time/use-time-zone.ts';

type Margins = {
  /** Above each page but the first, whose heading says it. */
  group: string;
  isLandscape: boolean;
  /** The texts of what is printed, where they are not those of the screen. */
  words?: Pick<ReturnType<typeof useI18n>, 't' | 'locale'>;
};

/**
 * Writes into the margins of printed pages, below each when it was printed and the page's number, which only a style sheet can; our
 * policy allows none but those made by scripts.
 */
export function usePageMargins({ group, isLandscape, words }: Margins): void {
  const shown = useI18n();
  const { t, locale } = words ?? shown;
  const timeZone = useTimeZone();
  const printed = t('modules.group_tools.print.printed', {
    when: formatDateTime(usePrintedAt(), { locale, timeZone }),
  });
  const page = t('modules.group_tools.print.page');
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

/** When the page is printed; renders the change before the print layout. */
function usePrintedAt(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const begin = () => flushSync(() => setNow(new Date().toISOString()));
    window.addEventListener('beforeprint', begin);
    return () => window.removeEventListener('beforeprint', begin);
  }, []);
  return now;
}

/** A text as a string of CSS. */
const quoted = (text: string) =>
  `"${text.replace(/["\\\n\r\f]/g, (one) => `\\${one.charCodeAt(0).toString(16)} `)}"`;
