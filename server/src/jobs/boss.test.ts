import { expect, test } from 'vitest';
import { pastPooler } from './boss.ts';

const direct = 'postgres://owner:secret@db.example.org:5432/vpisnik';

test('a role reaches past a pooler the database that the owner reaches', () => {
  expect(pastPooler('postgres://app_system:p%40ss@127.0.0.1:6432/pooled', direct)).toBe(
    'postgres://app_system:p%40ss@db.example.org:5432/vpisnik',
  );
});

test('encryption is the owner’s unless the role has its own; options are the role’s alone', () => {
  const encrypted = `${direct}?sslmode=verify-full&sslrootcert=/etc/ca.pem&options=-c%20search_path%3Dmine`;
  const pooled = 'postgres://app_system:secret@127.0.0.1:6432/vpisnik';
  const past = 'postgres://app_system:secret@db.example.org:5432/vpisnik';
  expect(pastPooler(pooled, encrypted)).toBe(`${past}?sslmode=verify-full&sslrootcert=/etc/ca.pem`);
  expect(pastPooler(`${pooled}?options=-c%20role%3Dapp_system&sslmode=require`, encrypted)).toBe(
    `${past}?options=-c%20role%3Dapp_system&sslmode=require&sslrootcert=/etc/ca.pem`,
  );
});
