import {
  type ApplicantApplication,
  type ApplicantState,
  applicantStates,
} from '@vpisnik/contract/rules/applicant-page';
import type { PublicPage } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { describe, expect, it } from 'vitest';
import {
  applicantPage,
  applicantPages,
  application,
  offered,
  payment,
  settled,
  slip,
} from '../../../test/servers/applicant-pages.ts';
import { assets, context } from '../../../test/servers/public-pages.ts';
import { render } from '../server.tsx';

// fixed days: each page is given the moment it was made at

const html = (page: PublicPage, given: Parameters<typeof context>[0] = {}) =>
  render(page, context({ path: '/my/secret', ...given }), assets).replaceAll('<!-- -->', '');
const inState = (state: ApplicantState, given: Partial<ApplicantApplication> = {}) =>
  html(applicantPage(application(state, given), { others: [] }));
const textOf = (document: string) =>
  document
    .replace(/<style.*?<\/style>/s, '')
    .replace(/<\/?(?:b|s)>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

describe.each(
  Object.entries(applicantPages).flatMap(([name, page]) =>
    (['sl', 'en'] as const).map((language): [string, Language, PublicPage] => [name, language, page]),
  ),
)('%s in %s', (_name, language, page) => {
  const document = html(page, { language });

  it('is a whole document without a gap, and nothing of another origin is loaded by it', () => {
    expect(document).toContain(`<html lang="${language}">`);
    expect(document.match(/<h1/g)).toHaveLength(1);
    expect(document.match(/<main/g)).toHaveLength(1);
    expect(document).not.toMatch(/\sstyle=|\son\w+=|\{\{|undefined|NaN|\[object|>applicant\.\w/);
    const loading = document.replace(/<a [^>]*rel="external noreferrer"[^>]*>/g, '');
    for (const [, address] of loading.matchAll(/(?:src|href|action)="(https?:[^"]+)"/g))
      expect(address).toMatch(/^https:\/\/vpisnik\.test\//);
  });

  it('tells the link to no search engine, title, preview or other site', () => {
    const head = document.slice(0, document.indexOf('</head>'));
    expect(head).toContain('<meta name="robots" content="noindex">');
    expect(head).not.toContain('secret');
    expect(head).not.toMatch(/canonical|og:|ld\+json/);
    expect(document).not.toContain('id="data"');
  });
});

it.each([
  ['pending', 'Prijava čaka na odločitev'],
  ['approved', 'Mesto je vaše'],
  ['waitlisted', 'V vrsti ste na 2. mestu'],
  ['offered', 'Mesto je prosto za vas'],
  ['lapsed', 'Rok za odgovor je potekel'],
  ['taken_back', 'Ponudba ne velja več'],
  ['rejected', 'Prijava ni sprejeta'],
  ['withdrawn', 'Prijava je umaknjena'],
  ['inactive', 'Prijava ni več aktivna'],
] as const)('%s is a sentence of its own', (state, said) => {
  expect(inState(state)).toContain(`<h1>${said}</h1>`);
});

it('shows only what can be done, each with the page’s nonce and to its own address', () => {
  const actsIn = (state: ApplicantState) => [
    ...new Set([...inState(state).matchAll(/value="(\w+)"[^>]*name="act"/g)].map(([, act]) => act)),
  ];
  expect(Object.fromEntries(applicantStates.map((state) => [state, actsIn(state)]))).toEqual({
    pending: [],
    approved: ['absent'],
    waitlisted: [],
    offered: ['accept', 'decline'],
    lapsed: ['want_still'],
    taken_back: [],
    rejected: ['withdraw_consent'],
    withdrawn: ['withdraw_consent'],
    inactive: ['withdraw_consent'],
  });
  const leads = applicantStates.filter((state) =>
    inState(state).includes('href="/my/secret/7KQ2M4XT/withdraw"'),
  );
  expect(leads).toEqual(['pending', 'approved', 'waitlisted', 'lapsed', 'taken_back']);
  for (const [form] of inState('offered').matchAll(/<form.*?<\/form>/gs)) {
    expect(form).toContain('<form action="/my/secret/7KQ2M4XT" method="post">');
    const act = /name="act"[^>]*value="(\w+)"|value="(\w+)"[^>]*name="act"/
      .exec(form)
      ?.slice(1)
      .find(Boolean);
    expect(form).toContain(`name="nonce" value="nonce-to-${act}"`);
  }
  expect(html(applicantPages.applicant_withdraw as PublicPage)).toMatch(/value="withdraw"[^>]*name="act"/);
});

it('can’t be acted on where it is only looked at', () => {
  const document = html(applicantPages.applicant_looked_at as PublicPage);
  for (const [button] of document.matchAll(/<button type="submit"[^>]*>/g))
    expect(button).toContain('disabled');
  const looked = html(applicantPage(application('approved'), { nonces: null }));
  expect(looked).not.toContain('/withdraw');
});

it('gives the focus to what became of an act, and to a control that was refused', () => {
  const focused = (name: string) =>
    /<(\w+)[^>]*\sautofocus=""/i.exec(html(applicantPages[name] as PublicPage))?.[1];
  expect(focused('applicant_looked_at')).toBe('p');
  expect(focused('applicant_address_wrong')).toBe('input');
  expect(focused('link_invalid')).toBe('input');
  expect(focused('applicant_approved')).toBeUndefined();
  expect(focused('link_ended')).toBeUndefined();
});

describe('an offer', () => {
  const at = (now: string, offer_until = '2026-09-20T16:00:00.000Z') =>
    textOf(html(applicantPage(application('offered', { offer_until }), { others: [] }), { now }));

  it('counts what is left by the server’s clock, beside the deadline in the organisation’s zone', () => {
    expect(at('2026-09-18T12:00:00Z')).toContain('Še 2 dneva in 4 ure');
    expect(at('2026-09-20T10:30:00Z')).toContain('Še 5 ur in 30 minut');
    expect(at('2026-09-20T15:58:30Z')).toContain('Še 2 minuti');
    expect(at('2026-09-20T10:30:00Z')).toContain('do nedelje, 20. 9. 2026, do 18:00');
    expect(at('2026-09-20T16:00:01Z')).not.toContain('Še ');
  });

  it.each(['offered', 'lapsed'] as const)('tells what one decides about: %s', (state) => {
    const said = textOf(inState(state));
    for (const words of [
      'Kdaj in kje Termin torek in četrtek, 17:30–18:45',
      'Naslednji termin torek, 15. 9., ob 17:30, Dvorana Šiška',
      'Kje Dvorana Šiška, Celovška 72, Ljubljana',
      'Cena 85 € na trimester Vodita Nina Bergant, Katja Šega',
    ])
      expect(said).toContain(words);
    const bare = application(state).group;
    const unknown = inState(state, {
      sessions: [],
      group: { ...bare, schedule: [], place: null, leaders: [], price_text: {} },
    });
    expect(textOf(unknown)).not.toContain('Kdaj in kje');
  });

  it('names all siblings whose places are answered together, and leads to none of them for it', () => {
    const document = html(applicantPages.applicant_offered_together as PublicPage);
    const said = textOf(document);
    expect(said).toContain('Špela Žnidaršič in Zala Žnidaršič, Moderni ples za najstnike');
    for (const words of [
      'Mesti sta prosti za vas',
      'Ponudbo sprejmete ali zavrnete v celoti.',
      'Sprejmem mesti',
      'Ne želim mest',
      'Prijavi bosta umaknjeni, mesti pa na voljo naslednjim v vrsti.',
      'Dotlej mest ne dobi nihče drug.',
    ])
      expect(said).toContain(words);
    expect(document).not.toContain('class="wait"');
    const alone = html(applicantPages.applicant_offered as PublicPage);
    expect(textOf(alone)).not.toContain('v celoti');
    expect(alone).toContain('class="wait"');
  });

  it('keeps its hour when the clocks change', () => {
    expect(at('2026-10-24T10:00:00Z', '2026-10-26T07:00:00.000Z')).toContain(
      'do ponedeljka, 26. 10. 2026, do 8:00',
    );
  });
});

describe('the queue', () => {
  const queued = (position: number) =>
    textOf(inState('waitlisted', { queue: { position, places: 14, taken: 14 } }));

  it('is told in four forms', () => {
    expect(queued(1)).toContain('Pred vami ne čaka nihče');
    expect(queued(2)).toContain('Pred vami čaka 1 oseba');
    expect(queued(3)).toContain('Pred vami čakata 2 osebi');
    expect(queued(4)).toContain('Pred vami čakajo 3 osebe');
    expect(queued(6)).toContain('Pred vami čaka 5 oseb');
  });

  it('is drawn up to the ninth place', () => {
    const drawn = (position: number) =>
      inState('waitlisted', { queue: { position, places: 14, taken: 14 } }).includes('class="me"');
    expect([drawn(1), drawn(9), drawn(10)]).toEqual([true, true, false]);
  });
});

describe('payment', () => {
  it('is asked for with what a payer copies, scans, saves and prints', () => {
    const document = inState('approved');
    expect(textOf(document)).toContain('Plačajte 85,00 € do 13. 9. 2026.');
    expect(textOf(document)).toContain('1. obrok od 3, rok 13. 9. 2026 (še 12 dni)');
    expect(document).toContain('data-copy="SI56191000000123438"');
    expect(document).toContain(`href="/my/secret/7KQ2M4XT/qr/${slip.payment_id}.png" download`);
    expect(document).toContain('href="/my/secret/7KQ2M4XT/payment"');
  });

  it('is read before dates and what was told, as a phone shows it', () => {
    expect(textOf(inState('approved'))).toMatch(/1\. obrok od 3.*Naslednji termini.*Umakni prijavo/s);
  });

  it('in part says what is left, and one that is late says so', () => {
    const text = textOf(html(applicantPages.applicant_part_paid as PublicPage));
    expect(text).toContain('Plačano 40,00 €, ostane 45,00 €.');
    expect(text).toContain('Zapadlo');
    expect(text).toContain('(pred 12 dnevi)');
    expect(text).toContain('Prejeta plačila 40,00 €');
  });

  it('is done when all has come', () => {
    const document = html(applicantPages.applicant_paid as PublicPage, { language: 'en' });
    expect(document).toContain('<h1>The place is yours, everything is paid</h1>');
    expect(document).not.toContain('data-copy');
  });

  it('is not asked for from who has no place', () => {
    for (const state of ['rejected', 'withdrawn', 'inactive'] as const) {
      const document = inState(state, { payments: [payment()], slip });
      expect(document).not.toContain('data-copy');
      expect(document).not.toContain('85,00');
    }
  });
});

it('dates say what is different about them', () => {
  const text = textOf(inState('approved'));
  expect(text).toContain('Mala dvorana (drug prostor)');
  expect(text).toContain('17:30–18:45Odpade Dvorana je zasedena');
  expect(text).toContain('17:30–18:45 namesto 24. 9.');
  expect(text).toContain(' Termini do 1. 10. 2026');
  expect(textOf(inState('approved', { has_later_sessions: false }))).toContain('Vsi termini do 1. 10. 2026');
  expect(textOf(html(applicantPages.applicant_new as PublicPage))).toContain('Urnik še nastaja');
});

it('speaks to a family of its child, and to adults of themselves', () => {
  const sessions = application('approved')
    .sessions.slice(0, 2)
    .map((one, at) => ({ ...one, absent: at === 0 }));
  const family = inState('approved', { sessions });
  expect(textOf(family)).toMatch(/Prijavi še enega otroka.*Pridemo.*Ne pridemo/);
  const adult = inState('approved', { sessions, for_child: false });
  expect(textOf(adult)).toMatch(/Prijavi še eno osebo.*Pridem .*Ne pridem /);
  expect(adult).not.toMatch(/pridemo|otroka/i);
  expect(adult).toContain('Ne pridem: 17. 9.');
  const another = applicantPage(application('approved', { for_child: false }), {
    view: 'another',
    another: [],
  });
  expect(html(another)).toContain('<h1>Prijavi še eno osebo</h1>');
  expect(html(another, { language: 'en' })).toContain('<h1>Apply for another person</h1>');
});

it('a sensitive answer is only said to be kept', () => {
  expect(textOf(inState('pending'))).toContain(
    'Zdravstvene posebnosti Odgovor je shranjen in ga tu ne prikažemo.',
  );
});

it('another application that needs an answer stands above the page', () => {
  const document = html(applicantPage(application('approved'), { others: [settled, offered] }));
  expect(document).toMatch(/<aside class="wait".*href="\/my\/secret\/4HNR8WCE"/s);
  expect(textOf(document)).toContain('Zala Žnidaršič: mesto je prosto za vas do četrtka, 3. 9., do 18:00');
  expect(html(applicantPage(application('approved'), { others: [settled] }))).not.toContain('class="wait"');
});

it('the organisation’s own words follow its notation and nothing else', () => {
  const document = inState('approved', {
    next_steps: {
      sl: '**Prinesite** <b>copate</b>, {{participant_name}}.\n\n- vodo\n- [spletna stran](https://zvezda.test/)',
    },
  });
  expect(document).toContain('<b>Prinesite</b> &lt;b&gt;copate&lt;/b&gt;, Špela Žnidaršič.');
  expect(document).toContain('<a href="https://zvezda.test/" rel="external noreferrer">');
});
