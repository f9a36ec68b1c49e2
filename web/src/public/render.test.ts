import type { PublicPage } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { describe, expect, it } from 'vitest';
import {
  applyPage,
  assets,
  context,
  everyPage,
  fields,
  group,
  groupsPage,
} from '../../test/servers/public-pages.ts';
import { render } from './server.tsx';

// fixed days: each page is given the moment it was made at

const html = (page: PublicPage, given: Parameters<typeof context>[0] = {}) =>
  render(page, context(given), assets);

const pages = Object.entries(everyPage).flatMap(([name, page]) =>
  (['sl', 'en'] as const).map((language): [string, Language, PublicPage] => [name, language, page]),
);

describe.each(pages)('%s in %s', (_name, language, page) => {
  const document = html(page, { language });

  it('is a whole document in its language', () => {
    expect(document).toMatch(/^<!doctype html><html lang="(sl|en)">/);
    expect(document).toContain(`<html lang="${language}">`);
    expect(document).toMatch(/<title>[^<]{3,}<\/title><meta name="description" content="[^"]{10,}">/);
    expect(document.match(/<h1/g)).toHaveLength(1);
    expect(document.match(/<main/g)).toHaveLength(1);
  });

  it('has no style attribute and only scripts and styles of its nonce', () => {
    expect(document).not.toMatch(/\sstyle=/);
    for (const [tag] of document.matchAll(/<(?:style|script type="module")[^>]*>/g))
      expect(tag).toContain(`nonce="${assets.nonce}"`);
    expect(document).not.toMatch(/\son\w+=/);
  });

  it('loads nothing from another origin', () => {
    for (const [, address] of document.matchAll(/(?:src|href)="(https?:[^"]+)"/g))
      expect(address).toMatch(/^https:\/\/vpisnik\.test\//);
  });

  it('leaves no gap in its texts', () => {
    expect(document).not.toMatch(/\{\{|undefined|NaN|\[object/);
    // a key in the place of a text
    expect(document).not.toMatch(/>(?:layout|group|groups|apply|closed|success|unavailable)\.\w+</);
  });
});

it.each([
  ['sl', 'Tržaška cesta 12, 1000 Ljubljana, Slovenija'],
  ['en', 'Tržaška cesta 12, 1000 Ljubljana, Slovenia'],
] as const)('the address names its country in the language of the page: %s', (language, address) => {
  const document = html(applyPage(), { language });
  expect(document).toContain(`<span>Plesna šola Zvezda, ${address}</span>`);
  expect(document).toContain(`"address":"${address}"`);
});

it('a printed receipt has the group’s times and place and the organisation’s contacts', () => {
  const receipt = {
    reference: 'K7M2Q9XA',
    status: 'pending',
    email: 'maja@posta.test',
    language: 'sl',
  } as const;
  const posted = { entries: [['name', 'Maja Novak']] as [string, string][], problem: null, receipt };
  const paper = /<div class="on-paper">.*?<\/div>(?=<\/section>)/s.exec(html(applyPage({}, { posted })))?.[0];
  for (const text of [
    '17:30–18:45',
    'Tržaška cesta 12, 1000 Ljubljana, Slovenija',
    '01 234 56 78',
    'info@zvezda.test',
  ])
    expect(paper).toContain(text);
  expect(paper).toContain(String(group().location_name));
});

it('a form that was sent without script asks to be sent again, and does not promise to do so by itself', () => {
  const entries: [string, string][] = [['name', 'Maja Novak']];
  const problem = { code: 'rate_limited', errors: [], retry_after: 5 };
  const document = html(applyPage({}, { posted: { entries, problem, receipt: null } }));
  expect(document).toContain('Počakajte minuto in prijavo oddajte znova');
  expect(document).not.toContain('znova poskusimo');
});

it.each([
  ['2026-11-24', '17:30', '26. 11. 2026, 18:00–19:00 namesto 24. 11. 2026'],
  ['2026-11-26', '17:30', '26. 11. 2026, 18:00–19:00 namesto 17:30'],
  ['2026-11-26', '18:00', '26. 11. 2026, 18:00–19:00'],
])('a date that was on %s at %s is told of by what is different', (date, start_time, said) => {
  const moved = {
    day: 'thursday',
    date: '2026-11-26',
    start_time: '18:00',
    duration: 60,
    reason: {},
  } as const;
  const change = { ...moved, state: 'moved' as const, other_location_name: 'Oder na trgu' };
  const document = html(applyPage({ changes: [{ ...change, moved_from: { date, start_time } }] }));
  expect(document).toContain(`<li><span class="num">${said}</span><span>Oder na trgu</span></li>`);
});

it('the next two changes are shown, the others on demand', () => {
  const change = (day: number) => ({
    date: `2026-11-0${day}`,
    start_time: '17:30',
    duration: 60,
    state: 'cancelled' as const,
    reason: {},
    moved_from: null,
    other_location_name: null,
  });
  const withChanges = (count: number) =>
    html(applyPage({ changes: [1, 2, 3, 4].slice(0, count).map(change) }));
  expect(withChanges(2)).not.toContain('<details');
  const [soon, later = ''] = withChanges(4).split('<summary>Še 2 spremembi</summary>');
  expect(soon).toContain('2. 11. 2026');
  expect(soon).not.toContain('3. 11. 2026');
  expect(later).toContain('4. 11. 2026');
});

describe('search engines', () => {
  const quiet = { ...groupsPage().organization, search_indexing: false };

  it('are told what a page is about, unless the organisation stays out of them', () => {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html(applyPage()))?.[1];
    expect(JSON.parse(json ?? '')).toMatchObject({
      '@type': 'Course',
      provider: { name: 'Plesna šola Zvezda' },
      offers: { price: '85', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
      hasCourseInstance: { courseSchedule: [{ startTime: '17:30', endTime: '18:45' }, {}] },
    });
    for (const page of [{ ...groupsPage(), organization: quiet }, applyPage({}, { organization: quiet })]) {
      expect(html(page)).toContain('<meta name="robots" content="noindex">');
      expect(html(page)).not.toContain('ld+json');
    }
  });

  it('know one address of all groups, whatever they are narrowed to', () => {
    const all = html(everyPage.all_groups as PublicPage);
    const some = html(everyPage.some_groups as PublicPage);
    for (const document of [all, some])
      expect(document).toContain('<link rel="canonical" href="https://vpisnik.test/zvezda/groups?lang=sl">');
    expect(all).toContain('"@type":"ItemList"');
    expect(all).not.toContain('noindex');
    expect(some).toContain('noindex');
    expect(some).not.toContain('ld+json');
  });

  it('and people find their way back from a group whose category is not listed', () => {
    const { category } = applyPage().group;
    const document = html(applyPage({ category: { ...category, active: false } }));
    expect(document).not.toContain(`/categories/${category.id}/groups`);
    expect(document).toContain('Vsi programi');
  });
});

describe('the document', () => {
  it('carries its data so that no text in it can end it', () => {
    const evil = '</script><script>alert(1)</script><!--\u2028';
    const document = html(applyPage({ name: { sl: evil } }));
    expect(document).not.toContain('<script>alert');
    const json = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(document)?.[1];
    expect(JSON.parse(json ?? '').page.group.name.sl).toBe(evil);
  });

  it('asks for the age of a child where all groups are for children, else of the participant', () => {
    const page = everyPage.all_groups;
    if (page?.kind !== 'all_groups') throw new Error('no page of all groups');
    expect(html(page)).toContain('Koliko let ima otrok?');
    const mixed = html({ ...page, for_children: false });
    expect(mixed).toContain('Starost udeleženca');
    expect(mixed).not.toContain('otrok?');
  });

  it('shows texts of people as text', () => {
    const evil = '<img src=x onerror=alert(1)> "quoted" &amp;';
    const document = html(groupsPage([group({ name: { sl: evil }, location_name: evil, leaders: [evil] })]));
    expect(document).not.toContain('<img src=x');
    const titled = html({
      kind: 'categories',
      organization: { ...applyPage().organization, name: evil },
      for_children: false,
      results: [],
    });
    expect(titled).not.toContain('<img src=x');
  });

  it('shows a banner in the smallest file that does, in its place from the start, with its text', () => {
    const banner = {
      banner_url: '/files/o/b/0123456789abcdef-1200.webp',
      banner_alt: { sl: 'Plesalka v skoku' },
    };
    const apply = applyPage();
    for (const page of [
      { ...apply, group: { ...apply.group, ...banner } },
      { ...groupsPage(), results: [group(banner)] },
    ]) {
      const document = html(page, { language: 'en' });
      expect(document).toContain(
        'srcSet="/files/o/b/0123456789abcdef-400.avif 400w, /files/o/b/0123456789abcdef-800.avif 800w, /files/o/b/0123456789abcdef-1200.avif 1200w"',
      );
      expect(document).toContain('type="image/webp" srcSet="/files/o/b/0123456789abcdef-400.webp 400w');
      expect(document).toMatch(
        /src="\/files\/o\/b\/0123456789abcdef-1200.jpg" alt="Plesalka v skoku" lang="sl" width="1200" height="300"/,
      );
    }
    const preview = html({ ...apply, group: { ...apply.group, ...banner } });
    expect(preview).toContain(
      '<meta property="og:image" content="https://vpisnik.test/files/o/b/0123456789abcdef-1200.jpg"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="300"><meta property="og:image:alt" content="Plesalka v skoku">',
    );
    expect(html(apply)).not.toContain('og:image');
  });

  it('paints with a colour only when it is one', () => {
    const document = html(applyPage({ background_color: '"/><script>alert(1)</script>' }));
    expect(document).toContain('fill="#798736"');
    expect(document).not.toContain('<script>alert');
  });

  it('names its languages to search engines', () => {
    const document = html(everyPage.categories as PublicPage, {
      path: '/public/x/categories',
      language: 'en',
    });
    // the short address, whichever led here
    const address = 'https://vpisnik.test/zvezda';
    expect(document).toContain(`<link rel="canonical" href="${address}?lang=en">`);
    expect(document).toContain(`<link rel="alternate" href="${address}?lang=sl" hreflang="sl">`);
    expect(document).toContain(`<link rel="alternate" href="${address}" hreflang="x-default">`);
  });

  it('keeps missing pages and embedded forms out of search engines', () => {
    expect(html(everyPage.no_group as PublicPage)).toContain('content="noindex"');
    expect(html(applyPage(), { embed: true })).toContain('content="noindex"');
    expect(html(applyPage())).not.toContain('noindex');
  });

  it('loads the script and the texts of its language only', () => {
    const live = html(applyPage(), { language: 'en' });
    expect(live).toContain('<link rel="modulepreload" href="/assets/en.js" fetchpriority="low">');
    expect(live).not.toContain('/assets/sl.js');
    const still = html({ kind: 'landing' });
    expect(still).toContain('src="/assets/still.js"');
    expect(still).not.toContain('id="data"');
  });
});

describe('links', () => {
  it('keep a language that was chosen, and the frame', () => {
    const chosen = html(groupsPage(), { language: 'en', explicit: true, embed: true });
    expect(chosen).toMatch(/href="\/zvezda\/[a-z0-9-]+\?lang=en&amp;embed=1"/);
    expect(html(groupsPage())).toMatch(/href="\/zvezda\/[a-z0-9-]+"/);
  });

  it('in a frame lead out of it only by purpose', () => {
    const framed = html(groupsPage(), { embed: true });
    expect(framed).not.toContain('<header');
    expect(framed).not.toContain('<footer');
  });
});

describe('the form', () => {
  it('has the right keyboard, filling and name for every control', () => {
    const document = html(applyPage({ fields: Object.values(fields) }));
    expect(document).toMatch(
      /<input(?=[^>]*name="email")(?=[^>]*type="email")(?=[^>]*inputMode="email")(?=[^>]*autoComplete="email")/i,
    );
    expect(document).toMatch(/<input(?=[^>]*name="phone")(?=[^>]*type="tel")(?=[^>]*autoComplete="tel")/i);
    expect(document).toMatch(/<input(?=[^>]*name="name")(?=[^>]*autoComplete="name")/i);
    for (const { id } of Object.values(fields)) expect(document).toContain(`name="answers.${id}"`);
  });

  it('never ticks a consent by itself', () => {
    expect(html(applyPage({ fields: Object.values(fields) }))).not.toContain('checked');
  });

  it('says who is responsible for the data, and where to read on', () => {
    const document = html(applyPage());
    expect(document).toContain('obdeluje upravljavec: Plesna šola Zvezda.');
    expect(document).toMatch(/<a href="\/privacy-policy"[^>]*target="_blank"/);
  });
});

describe('group cards', () => {
  const card = (given: Parameters<typeof group>[0]) => html(groupsPage([group(given)]));

  it('count in four forms', () => {
    expect(card({ places: 16, taken: 15 })).toContain('<b>1 prosto mesto</b>');
    expect(card({ places: 16, taken: 14 })).toContain('<b>2 prosti mesti</b>');
    expect(card({ places: 16, taken: 13 })).toContain('<b>3 prosta mesta</b>');
    expect(card({ places: 16, taken: 11 })).toContain('<b>5 prostih mest</b>');
    expect(card({ places: 101, taken: 0 })).toContain('<b>101 prosto mesto</b>');
  });

  it('show a waiting list, also where free places are promised to waiting applicants', () => {
    const full = card({ places: 16, taken: 16, waiting: 4, enrolment: 'waitlist' });
    expect(full).toContain('<b>Zasedeno</b>, čakajo 4 osebe');
    const fair = card({ places: 16, taken: 15, waiting: 1, enrolment: 'waitlist' });
    expect(fair).toContain('<b>Čakalna vrsta</b>, čaka 1 oseba');
  });

  it('name each text that is in another language than the page', () => {
    const document = html(groupsPage([group({ name: { sl: 'Balet' } })]), { language: 'en' });
    expect(document).toContain('lang="sl">Balet</a>');
  });
});
