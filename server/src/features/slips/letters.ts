/** Letters that a character set or a font lacks, written with those that it has. */

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

/** A character that is not known by the nearest that are; nothing for what has no letter, as pictures. */
function nearest(character: string, isKnown: (character: string) => boolean): string {
  const lower = character.toLowerCase();
  const known = written[character] ?? written[lower];
  if (known !== undefined)
    return character === lower ? known : known.charAt(0).toUpperCase() + known.slice(1);
  // full-width letters and ligatures, then letters without their marks
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (plain === character) return '';
  return [...plain].map((part) => (isKnown(part) ? part : nearest(part, isKnown))).join('');
}

/** A text on one line with known characters alone; others are written with them, and never become question marks. */
export function withKnown(text: string, isKnown: (character: string) => boolean): string {
  return [...text.normalize('NFC').replace(/[\s\p{Zs}\p{Cc}]+/gu, ' ')]
    .map((character) => (isKnown(character) ? character : nearest(character, isKnown)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
