import { expect, test } from 'vitest';
import { applicantTokens } from './applicant-tokens.ts';
import { applicantPage, unsubscribePage, withLinks } from './links.ts';

const tokens = applicantTokens(['first secret key of the installation']);
const noon = 1_700_000_000_000;
const HOUR = 3_600_000;

test('a token is made anew of what is stored, with the key alone', () => {
  const stored = tokens.fresh();
  const token = tokens.of(stored) ?? '';
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(tokens.of(stored)).toBe(token);
  expect(tokens.hashOf(token)).toEqual(stored.token_hash);
  expect(tokens.of(tokens.fresh())).not.toBe(token);
  expect(applicantTokens(['another secret key']).of(stored)).toBeUndefined();
  for (const forged of ['', 'x', `${token}A`, `${token}=`, token.slice(1), 'a/b', '.'.repeat(22)])
    expect(tokens.hashOf(forged)).toBeUndefined();
});

test('links of an older key are understood as long as that is kept', () => {
  const stored = tokens.fresh();
  const renewed = applicantTokens(['second secret key', 'first secret key of the installation']);
  expect(renewed.of(stored)).toBe(tokens.of(stored));
  expect(tokens.of(renewed.fresh())).toBeUndefined();
  expect(renewed.isSigned(tokens.sign('it', noon), 'it', noon)).toBe(true);
  expect(tokens.isSigned(renewed.sign('it', noon), 'it', noon)).toBe(false);
});

test('a form is signed for one link and application, for a day', () => {
  const nonce = tokens.sign('link application', noon);
  expect(tokens.isSigned(nonce, 'link application', noon + 24 * HOUR)).toBe(true);
  expect(tokens.isSigned(nonce, 'link application', noon + 24 * HOUR + 1)).toBe(false);
  expect(tokens.isSigned(nonce, 'link application', noon - HOUR)).toBe(false);
  expect(tokens.isSigned(nonce, 'link another', noon)).toBe(false);
  const [at, mac] = nonce.split('.');
  const later = `${(noon + HOUR).toString(36)}.${mac}`;
  for (const forged of [
    '',
    at,
    `${at}.`,
    `.${mac}`,
    later,
    `${nonce}A`,
    `${nonce.slice(0, -1)}`,
    `NaN.${mac}`,
  ])
    expect(tokens.isSigned(forged ?? '', 'link application', noon)).toBe(false);
});

test('each link stands in the place of its bare address, and of nothing that only begins alike', () => {
  const url = 'https://v.test';
  const links = [
    { bare: applicantPage(url), link: `${url}/my/$&` },
    { bare: unsubscribePage(url), link: `${url}/unsubscribe/x` },
  ];
  const text = `${url}/my, ${url}/unsubscribe <a href="${url}/my">${url}/my-school ${url}/myself ${url}/my/x https://vxtest/my`;
  expect(withLinks(text, links)).toBe(
    `${url}/my/$&, ${url}/unsubscribe/x <a href="${url}/my/$&">${url}/my-school ${url}/myself ${url}/my/x https://vxtest/my`,
  );
  expect(withLinks(text, [])).toBe(text);
});
