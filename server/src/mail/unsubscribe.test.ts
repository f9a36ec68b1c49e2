import { expect, test } from 'vitest';
import { unsubscribeTokens } from './unsubscribe.ts';

const choice = {
  organization_id: '01990000-0000-7000-8000-000000000001',
  mail_id: '01990000-0000-7000-8000-000000000002',
  address: 'žana+novice@posta.test',
};
const tokens = unsubscribeTokens(['first secret key of the installation']);

test('a token says whose it is, to us alone', () => {
  const token = tokens.of(choice);
  expect(tokens.read(token)).toEqual(choice);
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('posta');
  expect(tokens.of(choice)).not.toBe(token);
});

test('one that is changed anywhere, cut, or of another installation says nothing', () => {
  const token = tokens.of(choice);
  for (const [at] of [...token].entries()) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(tokens.read(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
  }
  for (const forged of ['', 'x', token.slice(0, -1), `${token}A`, `${token}=`, `${token}.`, 'A'.repeat(90)])
    expect(tokens.read(forged)).toBeUndefined();
  expect(unsubscribeTokens(['another secret key']).read(token)).toBeUndefined();
});

test('one that was made with an older key is understood as long as that is kept', () => {
  const token = tokens.of(choice);
  const renewed = unsubscribeTokens(['second secret key', 'first secret key of the installation']);
  expect(renewed.read(token)).toEqual(choice);
  expect(tokens.read(renewed.of(choice))).toBeUndefined();
});
