import { ApiError } from '@vpisnik/contract/kit';
import { expect, test } from 'vitest';
import { labelled } from './labelled.ts';

const problem = { type: '', title: '', request_id: '' };
const taken = new ApiError(409, { ...problem, status: 409, code: 'label_taken' });
const reserved = new ApiError(422, {
  ...problem,
  status: 422,
  code: 'invalid_fields',
  errors: [{ path: 'label', code: 'label_reserved' }],
});

test.each([
  ['taken', taken],
  ['kept for an address', reserved],
])('tries the next label where one is %s', async (_, refusal) => {
  const tried: string[] = [];
  await labelled('Groups', async (label) => {
    tried.push(label);
    if (label === 'groups') throw refusal;
  });
  expect(tried).toEqual(['groups', 'groups-2']);
});

test('passes other refusals on', async () => {
  const refusal = new ApiError(403, { ...problem, status: 403, code: 'forbidden' });
  await expect(labelled('Groups', () => Promise.reject(refusal))).rejects.toBe(refusal);
});
