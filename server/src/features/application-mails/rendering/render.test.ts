import { languages } from '@vpisnik/contract/common';
import { emailTypes } from '@vpisnik/contract/notification-templates';
import { participantStatuses } from '@vpisnik/contract/participants';
import { emailTypeRules } from '@vpisnik/contract/rules/email-types';
import { unknownAmong } from '@vpisnik/contract/rules/templates';
import { describe, expect, test } from 'vitest';
import { compileLayout } from '../../../mail/compile-layout.ts';
import { layoutHtml } from '../../../mail/layout.gen.ts';
import { type MailData, renderMail } from './render.ts';
import { systemTemplates, systemTexts } from './system-templates.ts';
import { templateErrors, UnknownPlaceholder } from './template.ts';

const data: MailData = {
  email_type: 'application_confirmation',
  variant: '',
  recipient_kind: 'applicant',
  language: 'sl',
  organization: {
    name: 'Plesna šola Zvezda',
    address: 'Tržaška cesta 12, 1000 Ljubljana',
    phone_number: '01 234 56 78',
  },
  group_name: 'Moderni ples',
  participant_name: 'Špela Žnidaršič',
  addressee: 'Špela Žnidaršič',
  status: 'pending',
  reason: '',
  values: {},
  details: [{ facts: [{ label: 'reference', value: 'K7MPQ2XA' }] }],
  may_decide: false,
  link: null,
  home: 'https://vpisnik.test',
};

const template = (translation: object, sections = {}) => ({ translations: { sl: translation }, sections });

/** Every link target of a mail. */
const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);

test('staff are only asked to decide when they may', () => {
  for (const [language, asks] of [
    ['sl', 'odobrite ali zavrnite'],
    ['en', 'approve or reject'],
  ] as const) {
    const notice = {
      ...data,
      language,
      email_type: 'application_received_notification',
      recipient_kind: 'staff',
    } as const;
    expect(renderMail(null, { ...notice, may_decide: true }).text).toContain(asks);
    const read = renderMail(null, { ...notice, may_decide: false }).text;
    expect(read).not.toContain(asks);
    expect(read).toContain(systemTexts[language].viewer_next_steps.pending);
    const withdrawn = { ...notice, variant: 'withdrawn', status: 'inactive' } as const;
    expect(renderMail(null, { ...withdrawn, may_decide: false }).text).not.toMatch(/ponudite|you can offer/);
  }
});

describe('the reason of a rejection', () => {
  const rejected = { ...data, email_type: 'application_status_update', status: 'rejected' } as const;

  test('is a sentence of its own in both languages, whatever the template leaves out', () => {
    const reason = 'Skupina je za starejše otroke.\nJeseni odpremo novo.';
    const bare = template({}, { status: false, next_steps: false, details: false, support: false });
    const slovenian = renderMail(bare, { ...rejected, reason });
    expect(slovenian.html).toContain(
      '<strong>Razlog:</strong> Skupina je za starejše otroke.<br />Jeseni odpremo novo.',
    );
    expect(slovenian.text).toContain('\n\nRazlog: Skupina je za starejše otroke.\nJeseni odpremo novo.\n\n');
    expect(renderMail(null, { ...rejected, language: 'en', reason: 'Full.' }).text).toContain(
      'Reason: Full.',
    );
    expect(renderMail(null, rejected).text).not.toContain('Razlog');
  });

  test('is text: no markup, no link, no placeholder', () => {
    const { html, text } = renderMail(null, {
      ...rejected,
      reason: '<b>{{group_name}}</b> https://zvezda.si/x ali ana@zvezda.si',
    });
    expect(html).toContain(
      '&lt;b&gt;{{group_name}}&lt;/b&gt; https://\u200bzvezda.\u200bsi/x ali ana@\u200b',
    );
    expect(links(html).filter((link) => link?.includes('zvezda'))).toEqual([]);
    expect(text).toContain('<b>{{group_name}}</b>');
  });
});

test('the compiled layout is the one of layout.mjml', async () => {
  expect(layoutHtml).toBe(await compileLayout());
});

describe('system templates', () => {
  test.each(languages)('of a new organisation carry both languages without a mistake (%s)', (language) => {
    const templates = systemTemplates(language);
    expect(templates.map((one) => one.email_type).sort()).toEqual([...emailTypes].sort());
    for (const one of templates) {
      expect(Object.keys(one.translations)).toEqual(['sl', 'en']);
      for (const translation of Object.values(one.translations))
        expect(templateErrors(translation, one.email_type)).toEqual([]);
    }
  });

  test.each(languages)('go on after the greeting as their language does (%s)', (language) => {
    const { application_confirmation_duplicate, viewer_next_steps: _, ...types } = systemTexts[language];
    const begins = [application_confirmation_duplicate, ...Object.values(types)].flatMap((words) =>
      [words, ...Object.values('by_variant' in words ? (words.by_variant ?? {}) : {})].map(
        ({ main_message }) => main_message.slice(0, 20),
      ),
    );
    expect(begins.length).toBeGreaterThan(20);
    // after a comma, Slovenian goes on with a small letter and English begins with a capital
    expect(begins.filter((begin) => (language === 'sl' ? /^\p{Lu}/u : /^\p{Ll}/u).test(begin))).toEqual([]);
  });

  const cases = languages.flatMap((language) =>
    emailTypes
      .filter((type) => emailTypeRules[type].tells_status)
      .flatMap((email_type) => participantStatuses.map((status) => ({ language, email_type, status }))),
  );

  const others = languages.flatMap((language) =>
    emailTypes
      .filter((type) => !emailTypeRules[type].tells_status)
      .flatMap((email_type) =>
        ['', ...emailTypeRules[email_type].variants].map((variant) => ({ language, email_type, variant })),
      ),
  );

  test.each(others)('$email_type, $variant, $language says its own words', (one) => {
    const values = {
      amount: '85,00 €',
      due_date: 'po dogovoru',
      payment_reference: 'SI12 1',
      dates: 'torek',
      deadline: 'nedelje, 20. 9., do 18:00',
    };
    const mail = renderMail(null, { ...data, ...one, values, status: null });
    const placeholders: readonly string[] = emailTypeRules[one.email_type].placeholders;
    expect(mail.subject).toContain('Špela Žnidaršič, Moderni ples');
    for (const name of ['amount', 'dates'] as const)
      expect(mail.text.includes(values[name])).toBe(placeholders.includes(name));
    expect(mail.text).not.toMatch(/\{\{|undefined|null|račun|invoice|receipt/);
    const ordinary = renderMail(null, { ...data, ...one, variant: '', values, status: null });
    expect(mail.subject === ordinary.subject).toBe(one.variant === '');
  });

  test.each(cases)('$email_type, $language, $status says everything twice', (one) => {
    const mail = renderMail(null, { ...data, ...one });
    const general = systemTexts[one.language][one.email_type];
    const words = { ...general, ...general.by_status?.[one.status] };
    expect(mail.subject).toContain('Moderni ples');
    expect(mail.subject).toContain('Špela Žnidaršič');
    expect(mail.html).toContain(`lang="${one.language}"`);
    for (const body of [mail.html, mail.text]) {
      expect(body).toContain(words.header_text);
      expect(body).toContain(words.next_steps[one.status]?.replaceAll("'", '&#39;') ?? 'words');
      expect(body).toContain('K7MPQ2XA');
      expect(body).toContain('Moderni ples');
      expect(body).not.toMatch(/\{\{|\}\}|\[\[|\]\]|<!-- (begin|end)|undefined|null/);
    }
  });
});

test('a Slovenian confirmation reads as one piece', () => {
  expect(renderMail(null, data)).toMatchObject({
    subject: 'Prejeli smo prijavo: Špela Žnidaršič, Moderni ples',
    text: `Prejeli smo vašo prijavo

Pozdravljeni, Špela Žnidaršič,

hvala za prijavo v skupino Moderni ples.

Stanje prijave: V obravnavi
Kaj sledi: Prijavo pregledamo in vam na ta naslov sporočimo, ali je mesto potrjeno. Do takrat vam ni treba storiti ničesar.

Podatki o skupini
Številka prijave: K7MPQ2XA

Imate vprašanje? Odgovorite na to sporočilo.
Telefon: 01 234 56 78

Plesna šola Zvezda, Tržaška cesta 12, 1000 Ljubljana
Sporočilo ste prejeli, ker je ta naslov vpisan v prijavi. Če prijave niste oddali vi, nam to sporočite v odgovoru.
Odpri stran prijave: https://vpisnik.test/my
Pošilja Vpisnik: https://vpisnik.test
`,
  });
});

test('a confirmation announces a decision to those alone who wait for one', () => {
  for (const [language, announced] of [
    ['sl', /odločitvi|sporočimo/],
    ['en', /decision|tell you/],
  ] as const) {
    const confirmed = (status: MailData['status']) => renderMail(null, { ...data, language, status }).text;
    expect(confirmed('pending')).toMatch(announced);
    // staff have added them with a place
    expect(confirmed('approved')).not.toMatch(announced);
  }
});

test('a child is named in the subject and the message, the guardian in the greeting', () => {
  const own = template({
    greeting: 'Lep pozdrav {{participant_name}}!',
    main_message: 'Prijava na ime {{participant_name}}.',
  });
  const mail = renderMail(own, { ...data, participant_name: 'Ema Novak', addressee: 'Ana Novak' });
  expect(mail.subject).toBe('Prejeli smo prijavo: Ema Novak, Moderni ples');
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain('Lep pozdrav Ana Novak!');
    expect(body).toContain('Prijava na ime Ema Novak.');
  }
});

test('the subject of a decision tells it', () => {
  const subjects = participantStatuses.map(
    (status) => renderMail(null, { ...data, email_type: 'application_status_update', status }).subject,
  );
  expect(new Set(subjects).size).toBe(participantStatuses.length);
  expect(subjects).toContain('Mesto je potrjeno: Špela Žnidaršič, Moderni ples');
  expect(subjects).toContain('Mesta žal ne moremo ponuditi: Špela Žnidaršič, Moderni ples');
});

test('what follows an answer for siblings is said of all of them, unless the template words it', () => {
  const siblings = { ...data, people: 2, participant_name: 'Ema in Lan' };
  const declined = { variant: 'declined', status: 'inactive' } as const;
  const accepted = { variant: 'accepted', status: 'approved' } as const;
  const family = { ...siblings, email_type: 'application_status_update', ...declined } as const;
  const staff = {
    ...siblings,
    email_type: 'application_received_notification',
    recipient_kind: 'staff',
    may_decide: true,
  } as const;
  expect(renderMail(null, family).text).toContain('Prijavi nista več aktivni, zato mesti nista');
  expect(renderMail(null, { ...family, people: 3 }).text).toContain(
    'Prijave niso več aktivne, zato mesta niso',
  );
  expect(renderMail(null, { ...family, people: 1 }).text).toContain('Prijava ni več aktivna, zato mesto ni');
  expect(renderMail(null, { ...family, language: 'en' }).text).toContain(
    'The applications are no longer active',
  );
  expect(renderMail(null, { ...staff, ...accepted }).text).toContain('Mesti sta že potrjeni');
  // others may wait for the places
  expect(renderMail(null, { ...staff, ...declined }).text).toContain(
    'Mesti lahko ponudite naslednjima v vrsti',
  );
  for (const variant of ['declined', 'withdrawn'])
    expect(renderMail(null, { ...staff, ...declined, variant, people: 1 }).text).toContain(
      'ga lahko ponudite naslednjemu v vrsti',
    );
  const own = template({ next_steps: { inactive: 'Pišite nam.' } });
  expect(renderMail(own, family).text).toContain('Kaj sledi: Pišite nam.');
});

test('a duplicate says so over any template, in both languages', () => {
  const own = template({ subject: 'Naša zadeva', main_message: 'Naše besedilo', greeting: 'Živjo,' });
  const mail = renderMail(own, { ...data, variant: 'duplicate' });
  expect(mail.subject).toBe('Vašo prijavo že imamo: Špela Žnidaršič, Moderni ples');
  expect(mail.text).toContain('Živjo,');
  expect(mail.text).not.toContain('Naše besedilo');
  const english = renderMail(null, { ...data, language: 'en', variant: 'duplicate' });
  expect(english.subject).toBe('We already have your application: Špela Žnidaršič, Moderni ples');
});

test("staff get the link, the button's word and no phone number of their own organisation", () => {
  const link = 'https://vpisnik.test/groups/1?tab=participants&participant=2';
  const mail = renderMail(null, {
    ...data,
    email_type: 'application_received_notification',
    recipient_kind: 'staff',
    link,
  });
  expect(mail.html).toContain('href="https://vpisnik.test/groups/1?tab=participants&amp;participant=2"');
  expect(mail.text).toContain(`Odpri prijavo: ${link}`);
  expect(mail.text).not.toContain('Telefon');
  expect(renderMail(null, data).html).not.toContain('Odpri prijavo');
});

describe('other people’s text', () => {
  const hostile = '<img src=x onerror=alert(1)> "A" & \'B\' [[home]] {{group_name}} <!-- end:box -->';

  test('is escaped in every place', () => {
    const { html, text } = renderMail(null, {
      ...data,
      participant_name: hostile,
      addressee: hostile,
      group_name: hostile,
      organization: { name: hostile, address: hostile, phone_number: hostile },
      details: [{ facts: [{ label: 'price', value: hostile }] }],
    });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<!-- end:box -->');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;A&quot; &amp; &#39;B&#39; [[home]]');
    expect(text).toContain('<img src=x onerror=alert(1)> "A" & \'B\' [[home]] {{group_name}}');
  });

  test('never becomes a link', () => {
    const name = 'Klik https://zlo.example/a www.zlo.example ana@zlo.example';
    const { html, text, subject } = renderMail(null, {
      ...data,
      participant_name: name,
      addressee: name,
      group_name: name,
    });
    expect(links(html)).toEqual(['tel:012345678', 'https://vpisnik.test/my', 'https://vpisnik.test']);
    for (const body of [html, text, subject]) {
      expect(body).not.toMatch(/:\/\/zlo|www\.zlo|zlo\.example|@zlo/);
      expect(body.replaceAll('\u200b', '')).toContain(name);
    }
  });

  test('stays as it was when it is an ordinary name', () => {
    for (const participant_name of ["O'Brien; DROP", 'Žiga 😀', 'J. R. R. Tolkien ml.', 'U-10 (2016)']) {
      expect(renderMail(null, { ...data, addressee: participant_name }).text).toContain(
        `, ${participant_name},`,
      );
    }
  });

  test('can’t turn the words around it or break a header', () => {
    const { text, subject } = renderMail(null, {
      ...data,
      participant_name: 'محمد \u202eevil',
      addressee: 'محمد \u202eevil',
      group_name: 'Ples\r\nBcc: vsi@example.com\u0000',
    });
    expect(text).toContain('Pozdravljeni, \u2068محمد evil\u2069,');
    expect(subject.replaceAll('\u200b', '')).toBe(
      'Prejeli smo prijavo: \u2068محمد evil\u2069, Ples Bcc: vsi@example.com',
    );
  });
});

describe('a template', () => {
  test('says its own words, keeps its paragraphs and lines, and escapes itself', () => {
    const own = template({
      subject: 'Hvala, {{ participant_name }}',
      header_text: 'Hvala <3',
      main_message: 'Prva vrstica\ndruga vrstica\n\nDrugi odstavek za {{group_name}}.',
      section_labels: { reference: 'Št. ({{group_name}})' },
    });
    const mail = renderMail(own, data);
    expect(mail.subject).toBe('Hvala, Špela Žnidaršič');
    expect(mail.html).toContain('Hvala &lt;3');
    expect(mail.html).toContain('<p style="margin:0">Prva vrstica<br />druga vrstica</p>');
    expect(mail.html).toContain('<p style="margin:0">Drugi odstavek za <strong>Moderni ples</strong>.</p>');
    expect(mail.text).toContain('Št. (Moderni ples): K7MPQ2XA');
    // what it leaves out comes from the system's wording
    expect(mail.text).toContain('Podatki o skupini');
    expect(mail.text).toContain('Stanje prijave: V obravnavi');
  });

  test('without the language of the mail gives way to the system’s words in it', () => {
    const mail = renderMail(template({ subject: 'Samo slovensko' }), { ...data, language: 'en' });
    expect(mail.subject).toBe('We have your application: Špela Žnidaršič, Moderni ples');
  });

  test('with an empty subject still has one', () => {
    expect(renderMail(template({ subject: ' ' }), data).subject).toBe(
      'Prejeli smo prijavo: Špela Žnidaršič, Moderni ples',
    );
  });

  test('leaves out the parts that are switched off', () => {
    const off = { status: false, next_steps: false, details: false, support: false };
    const mail = renderMail(template({}, off), data);
    for (const body of [mail.html, mail.text]) {
      for (const word of ['V obravnavi', 'Kaj sledi', 'Podatki o skupini', 'K7MPQ2XA', 'Imate vprašanje']) {
        expect(body).not.toContain(word);
      }
    }
    expect(renderMail(template({}, { status: false }), data).text).toContain('Kaj sledi: ');
  });

  test('shows its own support address as a link', () => {
    const mail = renderMail(template({ support_email: 'pomoc@zvezda.test' }), data);
    expect(links(mail.html)).toContain('mailto:pomoc@zvezda.test');
    expect(mail.text).toContain('E-pošta: pomoc@zvezda.test');
  });

  test('greets without a name when there is none', () => {
    expect(renderMail(null, { ...data, participant_name: '', addressee: '' }).text).toContain(
      '\n\nPozdravljeni,\n\n',
    );
  });

  test('with an unknown placeholder is refused, naming field and placeholder', () => {
    const own = template({ next_steps: { pending: 'Plačajte {{ constructor }}' } });
    expect(() => renderMail(own, data)).toThrow(UnknownPlaceholder);
    expect(
      templateErrors({ main_message: '{{group_name}} {{ime}}', subject: '{{' }, 'application_confirmation'),
    ).toMatchObject([
      { field: 'main_message', placeholder: '{{ime}}' },
      { field: 'subject', placeholder: '{{' },
    ]);
  });
});

describe('the notation of long texts', () => {
  const written = template({
    main_message:
      'Pridite **v nedrsečih {{group_name}} copatih**, ne ** in ne *.\n\n- prvi: [cenik](https://zvezda.test/cenik)\n- drugi\nZa {{participant_name}}.',
    next_steps: { pending: '- samo seznam' },
    support_text: '[Pišite](mailto:pomoc@zvezda.test) ali [pokličite](tel:+38640123456).',
  });

  test('is the same in HTML and in text', () => {
    const { html, text } = renderMail(written, data);
    expect(html).toContain(
      '<p style="margin:0">Pridite <strong>v nedrsečih </strong><strong>Moderni ples</strong><strong> copatih</strong>, ne ** in ne *.</p>',
    );
    expect(html).toMatch(
      /<ul style="margin:0;padding:0 0 0 22px"><li>prvi: <a class="link" href="https:\/\/zvezda\.test\/cenik"[^>]*>cenik<\/a><\/li><li>drugi<\/li><\/ul>/,
    );
    expect(html).toMatch(/Kaj sledi\.<\/strong><\/p><ul/);
    expect(links(html)).toEqual(
      expect.arrayContaining(['https://zvezda.test/cenik', 'mailto:pomoc@zvezda.test', 'tel:+38640123456']),
    );
    expect(text).toContain('Pridite v nedrsečih Moderni ples copatih, ne ** in ne *.');
    expect(text).toContain('- prvi: cenik (https://zvezda.test/cenik)\n- drugi\n\nZa Špela Žnidaršič.');
    expect(text).toContain('Pišite (pomoc@zvezda.test) ali pokličite (+38640123456).');
  });

  test('makes no other link, no HTML and no value into markup', () => {
    const hostile = template({
      main_message: [
        '[a](javascript:alert(1)) [b](http://zlo.example) [c](data:text/html,x) [d](//zlo.example) [e](/pot)',
        '[f](https://ime:geslo@zlo.example) [g](mailto:a@b.si?bcc=c@d.si) [{{participant_name}}](https://a.si)',
        '<script>alert(1)</script> [x" onclick="y](https://a.si/"onmouseover=z)',
      ].join('\n'),
    });
    const person = { ...data, participant_name: '**krepko** [klik](https://zlo.example)\n- x' };
    const { html, text } = renderMail(hostile, person);
    expect(links(html)).toEqual([
      'https://a.si/%22onmouseover=z',
      'tel:012345678',
      'https://vpisnik.test/my',
      'https://vpisnik.test',
    ]);
    expect(html).not.toMatch(/<script|<strong>krepko|<li>|javascript:alert\(1\)"/);
    expect(html).toContain('x&quot; onclick=&quot;y');
    expect(text).toContain('[a](javascript:alert(1))');
  });
});

describe('what long texts alone may mention', () => {
  const written = template({
    main_message:
      'Hvala za prijavo.\nPrvič se dobimo: {{first_session}}.\n\n- {{first_session}}\n\nVse o njej: {{link}}',
    support_text: '{{first_session}}',
  });

  test('is filled in, and leads to the page of who gets the mail', () => {
    const { html, text } = renderMail(written, {
      ...{ ...data, values: { first_session: 'v torek ob 17:00, <Stara> dvorana' } },
      link: 'https://vpisnik.test/my',
    });
    const page = 'https://vpisnik.test/my';
    expect(html).toContain('Prvič se dobimo: v torek ob 17:00, &lt;Stara&gt; dvorana.');
    expect(html).toMatch(
      new RegExp(`Vse o njej: <a class="link" href="${page}"[^>]*>Odpri stran prijave</a>`),
    );
    expect(text).toContain(`Vse o njej: Odpri stran prijave (${page})`);
    const staff = renderMail(template({ main_message: 'Vse o njej: {{link}}' }), {
      ...{ ...data, email_type: 'application_received_notification', recipient_kind: 'staff' },
      link: 'https://vpisnik.test/groups/1',
    });
    expect(staff.text).toContain('Vse o njej: Odpri prijavo (https://vpisnik.test/groups/1)');
  });

  test('leaves out its line where it is not known', () => {
    const { html, text } = renderMail(written, { ...data, without_page: true });
    expect(text).toContain('Hvala za prijavo.\n\n');
    expect(`${html}${text}`).not.toMatch(/Prvič se dobimo|Vse o njej|<li>|<p[^>]*><\/p>/);
  });

  test.each(['subject', 'header_text', 'greeting', 'greeting_without_name'])('is unknown in %s', (field) => {
    for (const name of ['first_session', 'link'])
      expect(() => renderMail(template({ [field]: `{{${name}}}` }), { ...data, addressee: '' })).toThrow(
        UnknownPlaceholder,
      );
  });
});

test.each([
  ['code', 'ker je bil ta naslov vpisan kot novi naslov za sporočila o prijavah.'],
  ['moved', 'ker je bil ta naslov doslej vpisan v prijavi.'],
])('a mail to an address that is no applicant’s yet, or any more, says so: %s', (variant, why) => {
  const { html, text } = renderMail(null, {
    ...{ ...data, email_type: 'application_link', variant, status: null, details: [] },
    ...{ link: null, without_page: true },
  });
  for (const part of [html, text]) {
    expect(part).toContain(why);
    expect(part).not.toContain('ker je ta naslov vpisan v prijavi');
  }
});

test('a text that says nothing gives way to the system’s words', () => {
  const own = template({
    greeting: ' ',
    header_text: '',
    next_steps: { pending: '' },
    section_labels: { details: '' },
  });
  expect(renderMail(own, data)).toEqual(renderMail(null, data));
});

test('stray braces are unknown placeholders, single ones are text', () => {
  const known = ['group_name', 'participant_name'];
  expect(unknownAmong('{{group_name}} in {{ participant_name }} {ok} {{{group_name}}}', known)).toEqual([]);
  expect(unknownAmong('{{Group Name}}, }} in {{', known)).toEqual(['{{Group Name}}', '}}', '{{']);
  expect(unknownAmong('{{ čas ob petih, {{group_name{{group_name}}', known)).toEqual([
    '{{ čas',
    '{{group_name',
  ]);
  expect(unknownAmong('{{{{group_name}} {{{', known)).toEqual(['{{', '{{']);
});
