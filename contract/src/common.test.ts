import { expect, test } from 'vitest';
import { day, email, httpsUrl, instant, label, line, multiline, name, phone, uuid } from './common.ts';
import { personName } from './participants.ts';
import { dialling, emailPattern, linkPattern, mailtoOf, phonePattern, plainPhone } from './rules/limits.ts';

// fixed days: schemas know no today

test.each(['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-30'])(
  'refuses the day %s',
  (value) => expect(day.safeParse(value).success).toBe(false),
);

test.each([
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-23:59',
  '2026-01-01T00:00:00',
])('refuses the instant %s, which the database could not keep', (value) =>
  expect(instant.safeParse(value).success).toBe(false),
);

test.each(['2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00+14:00', '2026-01-01T00:00:00-12:00'])(
  'takes the instant %s',
  (value) => expect(instant.parse(value)).toBe(value),
);

test('writes every id alike', () =>
  expect(uuid.parse('01A1FD57-B2DF-76C2-B787-299F41FE8D59')).toBe('01a1fd57-b2df-76c2-b787-299f41fe8d59'));

test.each([
  ['041\u00a0123\u202f456', '041 123 456'],
  ['+386\u200941\u2013123\u2011456', '+386 41-123-456'],
  ['\u200e(01) 234\u00ad\u221256\u202878\ufeff', '(01) 234-56 78'],
  ['＋３８６ ４１ １２３ ４５６', '+386 41 123 456'],
  ['041\t123\n456', '041 123 456'],
  ['(+386)\u00a041 123 456', '(+386) 41 123 456'],
  ['+ 386 41 123 456', '+ 386 41 123 456'],
])('takes the phone number %j as it looks', (pasted, plain) => expect(phone.parse(pasted)).toBe(plain));

test.each([
  ['+386 (0)41 123 456', 'tel:+38641123456'],
  ['(+386) (0)41 123 456', 'tel:+38641123456'],
  ['(01) 234 56 78', 'tel:012345678'],
])('dials %s by %s', (typed, address) => expect(dialling(typed)).toBe(address));

test.each([
  ['novak.ana\u200b@primer.si', 'novak.ana@primer.si'],
  ['\ufeffan\u00ada@primer\u2060.si\u202c', 'ana@primer.si'],
  ['z\u030can@primer.si', '\u017ean@primer.si'],
  ['\u00a0Ana@Primer.SI\u3164', 'ana@primer.si'],
])('takes the e-mail address %j as it looks', (pasted, plain) => expect(email.parse(pasted)).toBe(plain));

test.each(['1-----', '041 ( ) /', '1234'])('takes no phone number of fewer than five digits: %j', (text) =>
  expect(phone.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['invalid_phone']),
);

const noHosts = [
  'primer..si',
  '.primer.si',
  'primer.s',
  'primer',
  'primer.si.',
  '-primer.si',
  'primer-.si',
  'a.-si',
];
const links = [
  'primer.si?bcc=evil%40x.si',
  'primer.si&cc=x',
  'primer.si#x',
  'primer.si/x',
  'pri_mer.si',
  'primer.s%69',
];
test.each(['.maja@primer.si', ...[...noHosts, ...links].map((host) => `maja@${host}`)])(
  'takes no e-mail address that can be none: %s',
  (text) => expect(email.safeParse(text).success).toBe(false),
);

test.each([
  'maja@posta.primer.si',
  'maja.kovac+ples@primer.si',
  'maja@xn--primer-b9a.si',
  'maja@šola.si',
  'm?a&b=c@primer-sola.si',
])('takes the e-mail address %s', (text) => expect(email.parse(text)).toBe(text));

test('makes no more of an address in a link than an address', () => {
  const link = new URL(mailtoOf('ana?bcc=x%40evil.si&to=b@primer.si'));
  expect([decodeURIComponent(link.pathname), link.search]).toEqual([
    'ana?bcc=x%40evil.si&to=b@primer.si',
    '',
  ]);
  expect(mailtoOf('info@primer.si')).toBe('mailto:info@primer.si');
});

test.each(['\u200b', '\u2060 \u00ad', '\u3164', ' '])(
  'takes no name in which nothing can be seen: %j',
  (text) => expect(name.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['required']),
);

test('takes a name of signs', () => expect(name.parse('★ 2')).toBe('★ 2'));

test('looks no further at a text that is too long', () => {
  const { error } = personName.safeParse(`www.${'a-'.repeat(400)}`);
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
});

test('reads a hundred thousand characters of each kind in no time', () => {
  const kinds = ['a-', 'a.', '@', '0-', ' ', 'www', 'http', '-'];
  const before = process.threadCpuUsage();
  for (const kind of kinds) {
    const text = kind.repeat(100_000 / kind.length);
    expect(plainPhone(text).length).toBeLessThanOrEqual(text.length);
    for (const pattern of [linkPattern, emailPattern, phonePattern])
      expect(pattern.test(`${text}!`)).toBeTypeOf('boolean');
    for (const schema of [personName, email, phone, label, httpsUrl, multiline(10), day, instant])
      schema.safeParse(text);
  }
  // a pattern that looks at everything again from each place takes ten seconds for one of them
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3_000);
});

test.each(['evil.com', 'Maja evil-shop.si', 'evil.si/č', 'http://x', 'www.x', 'WWW.X'])(
  'finds the link in %s',
  (text) => expect(linkPattern.test(text)).toBe(true),
);

test.each(['Maja Novak', 'dr. Novak', 'St. Topp', 'A.I.Simon', 'Maja.Communist', 'A.Topčić', 'Ž.Sič'])(
  'finds none in %s',
  (text) => expect(linkPattern.test(text)).toBe(false),
);

test('removes characters that reorder the text beside them', () => {
  expect(line(40).parse('Maja \u202egnp.exe\u202c')).toBe('Maja gnp.exe');
  expect(multiline(40).parse('prva\u2067\ndruga\u2069')).toBe('prva\ndruga');
  expect(line(40).parse('Ples\u2028Bcc: vsi')).toBe('Ples Bcc: vsi');
  // as a phone copies it from its contacts
  expect(phone.parse('\u202a+386 41 234 567\u202c')).toBe('+386 41 234 567');
});

test('takes what a word processor pastes as it looks', () => {
  const pasted = 'E\u001fpošta\u000bza mlade\u000cod 7\u001eletnih';
  expect(multiline(40).parse(pasted)).toBe('Epošta\nza mlade\nod 7-letnih');
  expect(line(40).parse(pasted)).toBe('Epošta za mlade od 7-letnih');
});

test.each(['\u200b', '\u3164\u200d', '\u00ad', '—', '. .'])('finds no name in %j', (text) =>
  expect(personName.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['required']),
);

test.each(['Žan', '李小龍', 'محمد علی\u200cرضا', "D'Arc", 'X 2'])('finds the name in %s', (text) =>
  expect(personName.parse(text)).toBe(text),
);
