import { expect, test } from 'vitest';
import { atAddress } from './at-address.ts';

test('a role signs in as itself at another server', () => {
  const role = 'postgres://app_api:p%40ss@127.0.0.1:6432/pooled?options=-c%20role%3Dapp_api&sslmode=disable';
  expect(atAddress(role, 'postgres://replica.example.org/vpisnik')).toBe(
    'postgres://app_api:p%40ss@replica.example.org/vpisnik?options=-c%20role%3Dapp_api&sslmode=disable',
  );
  expect(atAddress(role, 'postgres://replica.example.org:5433/vpisnik?sslmode=verify-full')).toBe(
    'postgres://app_api:p%40ss@replica.example.org:5433/vpisnik?options=-c%20role%3Dapp_api&sslmode=verify-full',
  );
});
