/** A part of a search; the groups of digits of one telephone number are one word. */
export type SearchedWord = { text: string; isPhone: boolean };

/** Digits from which a run of them is a telephone rather than a part of something else. */
const PHONE_DIGITS = 5;

/**
 * Splits a search at its spaces, except inside a telephone: `Špela 031 777 188` is two words. With a leading + or 00 a
 * few digits are enough, so that it is found while it is being typed.
 */
export function searchedWords(search: string): SearchedWord[] {
  const found: SearchedWord[] = [];
  let run: string[] = [];
  const endRun = () => {
    const text = run.join(' ');
    const isPhone = /^\(?(\+|00)/.test(text) || text.replace(/\D/g, '').length >= PHONE_DIGITS;
    if (isPhone) found.push({ text, isPhone });
    else for (const word of run) found.push({ text: word, isPhone });
    run = [];
  };
  for (const word of search.split(/\s+/).filter(Boolean)) {
    if (/^[+\d()/.-]+$/.test(word) && /\d/.test(word)) {
      run.push(word);
    } else {
      endRun();
      found.push({ text: word, isPhone: false });
    }
  }
  endRun();
  return found;
}

/** The telephone that a text is, where it may also be another number: the beginning of one is not enough. */
export function soughtPhone(text: string): string | undefined {
  const [word, ...more] = searchedWords(text);
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  return word?.isPhone && more.length === 0 && digits.length >= PHONE_DIGITS ? word.text : undefined;
}
