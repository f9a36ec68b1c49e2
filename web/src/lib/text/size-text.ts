import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { formatTag, type Locale } from './locale.ts';

/** The size of a file in words: `240 kB`, `1,4 MB`, `2,1 GB`. */
export function sizeText(bytes: number, locale: Locale): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
  const digits = { maximumFractionDigits: unit > 1e3 ? 1 : 0 };
  return `${numberFormat(formatTag[locale], digits).format(Math.max(bytes / unit, 1))} ${name}`;
}
