import { expect, test } from 'vitest';
import { applicationPath, programmesPath, publicAddressOf } from './public-addresses.ts';

test.each([
  ['/zvezda', { organization: 'zvezda', group: null }],
  ['/zvezda/otroski-balet', { organization: 'zvezda', group: 'otroski-balet' }],
  ['/', null],
  ['/zvezda/', null],
  ['/zvezda/otroski-balet/1', null],
  ['/Zvezda', null],
  ['/zvezda/otroški', null],
  ['/login', null],
  ['/groups/otroski-balet', null],
  ['/api/zvezda', null],
])('%s', (path, address) => {
  expect(publicAddressOf(path)).toEqual(address);
});

test('a path of labels leads back to them', () => {
  const [organization, group] = [{ label: 'zvezda' }, { label: 'balet-2' }];
  expect(publicAddressOf(programmesPath(organization))).toEqual({ organization: 'zvezda', group: null });
  expect(publicAddressOf(applicationPath(organization, group))).toEqual({
    organization: 'zvezda',
    group: 'balet-2',
  });
});
