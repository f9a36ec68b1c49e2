/** Words that sheets of participants hold. Each reader gives undefined for what it can't be. */
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { fold } from '@vpisnik/contract/rules/slug';
import type { Texts } from '@vpisnik/contract/rules/texts';

/** A word for comparing; three genders end it in Slovenian. */
const plain = (text: string) => fold(text).replace(/\s+/g, ' ').trim();

const statusWords: Record<ParticipantStatus, RegExp> = {
  pending: /^(v obravnavi|v cakanju|caka|nov[aio]?|pending|new|in review)$/,
  approved:
    /^(odobren|potrjen|sprejet|vpisan)[aio]?$|^(aktiv(en|na|no)|approved|accepted|confirmed|enrolled|active)$/,
  waitlisted:
    /^((v |na )?cakaln(a|i|em|e) (vrst[ai]|seznamu?|list[ai])|wait ?list(ed)?|(on )?(the )?waiting( list)?)$/,
  rejected: /^(zavrnjen|odklonjen)[aio]?$|^(rejected|declined|refused)$/,
  inactive: /^(odjavljen|izpisan|umaknjen)[aio]?$|^(neaktiv(en|na|no)|inactive|withdrawn|cancell?ed|left)$/,
};

/** The status that a word of either language names, in any gender. */
export function readStatus(text: string): ParticipantStatus | undefined {
  const word = plain(text);
  return (Object.keys(statusWords) as ParticipantStatus[]).find((one) => statusWords[one].test(word));
}

const yes =
  /^(da|ja|yes|y|true|1|x|✓|✔|☑)$|^(da|yes|ja)[ ,.]|^(se )?(strinjam|soglasam|dovolim|dovoljujem)\b|^i (agree|consent|allow)\b|^agreed?\b/;
const no =
  /^(ne|no|n|false|0|-|☐)$|^(ne|no)[ ,.]|^(se )?ne (strinjam|soglasam|dovolim|dovoljujem)\b|^i (do not|don'?t) (agree|consent|allow)\b|^disagree\b/;

/** A tick in words: an answer, the sentence that was ticked, or the question itself. */
export function readTick(text: string, name: Texts): boolean | undefined {
  const word = plain(text);
  if (Object.values(name).some((one) => one !== undefined && plain(one) === word)) return true;
  if (no.test(word)) return false;
  return yes.test(word) ? true : undefined;
}

type Options = readonly { value: string; name: Texts }[];

/** Names of options may hold the commas that stand between several. */
const joined = (text: string) =>
  plain(text)
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');

/** The value of the option that a text names. */
export function readChoice(text: string, options: Options): string | undefined {
  const wanted = joined(text);
  return options.find(({ value, name }) =>
    [value, ...Object.values(name)].some((one) => one !== undefined && joined(one) === wanted),
  )?.value;
}

/** More parts than a question may have options. */
const MOST_PARTS = 200;

/** The values of several options, as Google Forms writes them: `Ponedeljek, Sreda`. The longest name that fits is meant. */
export function readChoices(text: string, options: Options): string[] | undefined {
  const parts = text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
  if (parts.length > MOST_PARTS) return undefined;
  const byName = new Map(
    options.flatMap(({ value, name }) =>
      [value, ...Object.values(name)].flatMap((one) => (one ? [[joined(one), value] as const] : [])),
    ),
  );
  const longest = Math.max(1, ...[...byName.keys()].map((name) => name.split(', ').length));
  const chosen: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let length = Math.min(longest, parts.length - at);
    let value: string | undefined;
    for (; length > 0 && value === undefined; length -= 1)
      value = byName.get(joined(parts.slice(at, at + length).join(',')));
    if (value === undefined) return undefined;
    chosen.push(value);
    at += length + 1;
  }
  return [...new Set(chosen)];
}

/** A full name that begins with the surname, turned round: `Novak, Ana Marija` and `Novak Ana Marija`. */
export function turnedName(text: string): string {
  const [surname = '', rest] = text.split(',', 2).map((part) => part.trim());
  if (rest !== undefined) return `${rest} ${surname}`.trim();
  const [first = '', ...others] = text.trim().split(/\s+/);
  return [...others, first].join(' ');
}
