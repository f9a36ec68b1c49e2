/** People of the demo: always the same ones, so that screenshots and journeys can rely on them. */

const girls =
  'Ana Eva Lana Sara Ema Mia Zala Neža Julija Hana Klara Lara Ajda Maša Tinkara Živa Pia Iza Lucija Brina';
const boys =
  'Luka Filip Nik Žan Mark Jakob Tim Anže Jaka Matic Nejc Žiga Lovro Gal Bor Tine Aljaž Oskar Vid Rok';
const parents =
  'Mojca Tanja Petra Barbara Nataša Irena Matej Andrej Boštjan Simona Urška Marko Tomaž Špela Primož Katarina';
const surnames =
  'Novak Horvat Kovačič Krajnc Zupančič Potočnik Mlakar Kos Vidmar Golob Turk Božič Kralj Zupan Bizjak Hribar Kotnik ' +
  'Kavčič Rozman Kastelic Oblak Petek Žagar Šuštar Hočevar Kolar Košir Koren Klemenčič Lesjak Pirc Černe Jerman Vovk ' +
  'Drnovšek Breznik Čeh Debeljak Ambrožič Šinkovec Humar Leskovar Tomšič Pečnik Babič Jereb Sever Lah Gorjup Žnidar';

/** A repeatable stream of numbers from 0 up to 1 (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type InventedPerson = { name: string; guardian: string; email: string; phone: string };

/** Invents people without ever repeating a name; a child is reached through the parent, and siblings through the same one. */
export function inventor(next: () => number): (isChild: boolean) => InventedPerson {
  const taken = new Set<string>();
  const parentsOf = new Map<string, Pick<InventedPerson, 'email' | 'phone'>>();
  const one = (words: string) => pick(words.split(' '), next);
  return (isChild) => {
    for (;;) {
      const surname = one(surnames);
      const name = `${one(next() < 0.55 ? girls : boys)} ${surname}`;
      const guardian = `${one(parents)} ${surname}`;
      if (taken.has(name)) continue;
      taken.add(name);
      const digits = String(Math.floor(next() * 1e6)).padStart(6, '0');
      const prefix = pick(['031', '040', '041', '051', '068', '070'], next);
      const contact = {
        email: `${ascii(isChild ? guardian : name)}${taken.size}@mail.test`,
        phone: `${prefix} ${digits.slice(0, 3)} ${digits.slice(3)}`,
      };
      const its = (isChild && parentsOf.get(guardian)) || contact;
      if (isChild) parentsOf.set(guardian, its);
      return { name, guardian, ...its };
    }
  };
}

/** Any one of the values. */
export function pick<T>(values: readonly T[], next: () => number): T {
  return values[Math.floor(next() * values.length)] as T;
}

function ascii(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll(' ', '.');
}
