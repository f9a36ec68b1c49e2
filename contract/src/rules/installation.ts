/** What the operator tells everybody who uses the installation; plain data, so that public pages carry no validator. */
import { bestText, type Language, type Texts } from './texts.ts';

export type Notice = {
  /** A sentence or two per language; none where only reading is possible and the operator says no more about it. */
  texts: Texts;
  /** Whether nothing may be changed for now. */
  read_only: boolean;
  /** Counts changes by the operator. */
  version: number;
};

/** Answers name the notice that counts by its version; without one, the header is left out. */
export const NOTICE_HEADER = 'x-notice';

/** Seconds after which a change that was refused is worth another try. */
export const READ_ONLY_RETRY = 60;

/**
 * The operator's words for readers of a language. Null stands for the product's own sentence about read-only mode, which is
 * worth more to them than words of another language.
 */
export function noticeText(
  { texts, read_only }: Pick<Notice, 'texts' | 'read_only'>,
  language: Language,
): { text: string; language: Language } | null {
  const best = bestText(texts, language);
  return best.text === '' || (read_only && best.language !== language) ? null : best;
}
