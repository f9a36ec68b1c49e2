/** Texts as Slovenian banks take them: in ISO 8859-2, the character set of the UPN QR record. */

const decoder = new TextDecoder('iso-8859-2');
/** The byte of each character from 0xA0 on; what comes before is ASCII, or a control character. */
const high = new Map(
  Array.from({ length: 96 }, (_, at) => [decoder.decode(Uint8Array.of(0xa0 + at)), 0xa0 + at] as const),
);

const isKnown = (character: string) => /^[ -~]$/.test(character) || high.has(character);

/** Characters that are none of a letter with a mark, as they are written in ASCII and Latin-2. */
const written: Record<string, string> = {
  ...{ '–': '-', '—': '-', '‑': '-', '−': '-', '‘': "'", '’': "'", '‚': "'", '′': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '…': '...', '€': 'EUR', '•': '-', '№': 'st.' },
  ...{ æ: 'ae', œ: 'oe', ø: 'o', þ: 'th', ð: 'd', ħ: 'h', ŧ: 't', ŋ: 'ng', ı: 'i', ƒ: 'f', ẞ: 'SS' },
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    ґ: 'g',
    д: 'd',
    ђ: 'đ',
    ѓ: 'đ',
    е: 'e',
    є: 'je',
    ж: 'ž',
    з: 'z',
    ѕ: 'dz',
  },
  ...{
    и: 'i',
    і: 'i',
    ї: 'ji',
    й: 'j',
    ј: 'j',
    к: 'k',
    л: 'l',
    љ: 'lj',
    м: 'm',
    н: 'n',
    њ: 'nj',
    о: 'o',
    п: 'p',
  },
  ...{
    р: 'r',
    с: 's',
    т: 't',
    ћ: 'ć',
    ќ: 'ć',
    у: 'u',
    ў: 'v',
    ф: 'f',
    х: 'h',
    ц: 'c',
    ч: 'č',
    џ: 'dž',
    ш: 'š',
  },
  ...{ щ: 'šč', ъ: '', ы: 'i', ь: '', э: 'e', ю: 'ju', я: 'ja', ё: 'jo' },
  ...{
    α: 'a',
    β: 'v',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'i',
    θ: 'th',
    ι: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
  },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'h', ψ: 'ps', ω: 'o' },
};

/** A character outside of Latin-2 by the nearest that is in it; nothing for what has no letter, as pictures. */
function nearest(character: string): string {
  const lower = character.toLowerCase();
  const known = written[character] ?? written[lower];
  if (known !== undefined)
    return character === lower ? known : known.charAt(0).toUpperCase() + known.slice(1);
  // full-width letters and ligatures, then letters without their marks
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (plain === character) return '';
  return [...plain].map((part) => (isKnown(part) ? part : nearest(part))).join('');
}

/** A text of one line in the letters of Latin-2; others are written with them, and never become question marks. */
export function toLatin2(text: string): string {
  return [...text.normalize('NFC').replace(/[\s\p{Zs}\p{Cc}]+/gu, ' ')]
    .map((character) => (isKnown(character) ? character : nearest(character)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The bytes of a text in Latin-2, and line ends. */
export const latin2Bytes = (text: string): number[] =>
  [...text].map((character) => high.get(character) ?? character.charCodeAt(0));
