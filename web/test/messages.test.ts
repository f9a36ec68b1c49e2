import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '../src/lib/text/locale.ts';
import { createTranslate, type Messages } from '../src/lib/text/translate.ts';
import { publicTexts as enPublicTexts } from '../src/locales/en/public.ts';
import { applicantTexts as enApplicantTexts } from '../src/locales/en/public-applicant.ts';
import { insteadTexts as enInsteadTexts } from '../src/locales/en/public-instead.ts';
import { landingTexts as enLandingTexts } from '../src/locales/en/public-landing.ts';
import { stillTexts as enStillTexts } from '../src/locales/en/public-still.ts';
import { en } from '../src/locales/en.ts';
import { publicTexts } from '../src/locales/sl/public.ts';
import { applicantTexts } from '../src/locales/sl/public-applicant.ts';
import { insteadTexts } from '../src/locales/sl/public-instead.ts';
import { landingTexts } from '../src/locales/sl/public-landing.ts';
import { stillTexts } from '../src/locales/sl/public-still.ts';
import { sl } from '../src/locales/sl.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const plural = /_(one|two|few|other)$/;

function leaves(node: Messages, prefix = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[prefix + name, value] as [string, string]]
      : leaves(value, `${prefix}${name}.`),
  );
}
const keysOf = (node: Messages) => new Set(leaves(node).map(([key]) => key.replace(plural, '')));
const valuesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort();

type Bundle = { name: string; texts: Record<Locale, Messages>; files: string };

/** Each entry's messages and the sources that ask for them. */
const bundles: Bundle[] = [
  { name: 'the staff app', texts: { sl, en }, files: '{staff,ui,lib}/**/*.{ts,tsx}' },
  {
    name: 'live public pages',
    texts: { sl: publicTexts, en: enPublicTexts },
    files: '{public/**/*,ui/date/DateField,ui/date/CalendarGrid}.{ts,tsx}',
  },
  {
    name: 'what stands in the place of a form',
    texts: { sl: insteadTexts, en: enInsteadTexts },
    files: 'public/apply/**/*.{ts,tsx}',
  },
  {
    name: 'the page of an applicant',
    texts: { sl: applicantTexts, en: enApplicantTexts },
    files: 'public/{content,applicant/**/*}.{ts,tsx}',
  },
  { name: 'still public pages', texts: { sl: stillTexts, en: enStillTexts }, files: 'public/**/*.{ts,tsx}' },
  {
    name: 'the landing page',
    texts: { sl: landingTexts, en: enLandingTexts },
    files: 'public/**/*.{ts,tsx}',
  },
];

/** Every key that sources write out, and every template as a pattern; what varies is one name, or several with dots. */
function askedFor({ texts, files }: Bundle) {
  const roots = Object.keys(texts.sl).join('|');
  const literal = new RegExp(`(['"\`])((?:${roots})(?:\\.[\\w.]+)?)\\1`, 'g');
  const template = new RegExp(`\`((?:${roots})\\.[^\`]*\\$\\{[^\`]*)\``, 'g');
  const sources = globSync(files, { cwd: src })
    .filter((file) => !/\.(test|gen)\./.test(file))
    .map((file) => readFileSync(src + file, 'utf8'));
  const found = (pattern: RegExp, group: number) =>
    sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[group] ?? ''));
  return {
    literals: new Set(found(literal, 2)),
    patterns: [...new Set(found(template, 1))].map(
      (key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w+(\\.\\w+)*')}$`),
    ),
  };
}

describe.each(bundles)('the texts of $name', (bundle) => {
  const { texts } = bundle;
  const keys = [...keysOf(texts.sl)];
  const { literals, patterns } = askedFor(bundle);

  it('have every key that is asked for', () => {
    // A family's name is written out too, where its keys are put together from it.
    const known = (key: string) => keys.some((one) => one === key || one.startsWith(`${key}.`));
    expect([...literals].filter((key) => !known(key.replace(/\.$/, '')))).toEqual([]);
    expect(patterns.filter((pattern) => !keys.some((key) => pattern.test(key)))).toEqual([]);
  });

  it('have no unused key', () => {
    const asked = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key));
    // The error catalogue is complete by decree, also where a screen is still to come.
    expect(keys.filter((key) => !key.startsWith('errors.') && !asked(key))).toEqual([]);
  });

  it('carry the same values in both languages', () => {
    const inEnglish = new Map<string, string>(leaves(texts.en));
    // One form of a plural may leave the number out.
    const values = (key: string, text = '') =>
      valuesOf(text).filter((name) => !plural.test(key) || name !== 'count');
    const different = leaves(texts.sl).filter(([key, text]) => {
      const other = inEnglish.get(key) ?? inEnglish.get(key.replace(plural, '_other'));
      return other === undefined || values(key, text).join() !== values(key, other).join();
    });
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('have four forms of every Slovenian plural and two of every English one', () => {
    const forms = (node: Messages) =>
      Map.groupBy(
        leaves(node).filter(([key]) => plural.test(key)),
        ([key]) => key.replace(plural, ''),
      );
    expect([...forms(texts.sl)].filter(([, all]) => all.length !== 4).map(([key]) => key)).toEqual([]);
    expect([...forms(texts.en)].filter(([, all]) => all.length !== 2).map(([key]) => key)).toEqual([]);
  });

  it('have no empty text, no exclamation and no ellipsis', () => {
    for (const locale of locales) {
      const bad = leaves(texts[locale]).filter(([, text]) => text.trim() === '' || /!$|…|\.\.\./.test(text));
      expect(bad).toEqual([]);
    }
  });

  it('never call payment data a slip, nor the organisation a registered issuer', () => {
    const bad = leaves(texts.sl).filter(([, text]) => /položnic|registriran\w* izdajatelj/i.test(text));
    expect(bad).toEqual([]);
    expect(leaves(texts.en).filter(([, text]) => /\bslips?\b/i.test(text))).toEqual([]);
  });
});

describe('Slovenian counts', () => {
  it.each([
    [1, '1 nova prijava'],
    [2, '2 novi prijavi'],
    [3, '3 nove prijave'],
    [4, '4 nove prijave'],
    [5, '5 novih prijav'],
    [0, '0 novih prijav'],
    [101, '101 nova prijava'],
    [12_480, '12.480 novih prijav'],
  ])('%i', (count, text) => {
    expect(createTranslate(sl, 'sl')('layout.default_authenticated.new_applications', { count })).toBe(text);
  });
});
