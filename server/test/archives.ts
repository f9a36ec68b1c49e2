import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSync } from '@node-rs/argon2';
import type { OrganizationArchive } from '@vpisnik/contract/organization-archives';
import { expect } from 'vitest';
import { type Head, head, rowsPart } from '../src/organization-archive/format.ts';
import { ZipReader } from '../src/organization-archive/unzip.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';
import { until } from './until.ts';

export const password = 'Vpisnik-2026!';
const hash = hashSync(password, { memoryCost: 1024, timeCost: 1 });

/** Gives a member the password that an archive asks for. */
export async function withPassword(site: TestApp, { id }: Pick<Member, 'id'>): Promise<void> {
  await site.owner.query('update accounts set password_hash = $2 where id = $1', [id, hash]);
}

/** Asks for an archive, and waits until the work on it rests. */
export async function makeArchive(
  site: TestApp,
  who: Pick<Member, 'id'>,
  acting?: string,
): Promise<OrganizationArchive> {
  const staff = site.as(who, acting);
  const begun = await staff.post<OrganizationArchive>('/organization-archives', {
    current_password: password,
  });
  expect(begun).toMatchObject({ status: 202, body: { state: 'running', file_until: null } });
  return until(async () => {
    const { body } = await staff.get<OrganizationArchive>('/organization-archives/latest');
    expect(body).toMatchObject({ id: begun.body.id });
    expect(body.state).not.toBe('running');
    return body;
  });
}

/** Downloads an archive into a folder, and answers its path. */
export async function fetchArchive(
  site: TestApp,
  who: Pick<Member, 'id'>,
  { id }: Pick<OrganizationArchive, 'id'>,
  folder: string,
): Promise<string> {
  const { statusCode, rawPayload } = await site.app.inject({
    method: 'POST',
    url: `/api/organization-archives/${id}/archive.zip`,
    headers: { authorization: `Bearer ${await site.tokenOf(who)}` },
    payload: { current_password: password },
  });
  expect(statusCode).toBe(200);
  const path = join(folder, `${id}.zip`);
  writeFileSync(path, rawPayload);
  return path;
}

/** An archive with all its rows in memory. */
export type ReadArchive = {
  head: Head;
  /** Rows by table, as they are written and as they are read. */
  lines: Record<string, string[]>;
  rows: Record<string, Record<string, unknown>[]>;
  /** Names of pictures and what is in them. */
  files: Record<string, Buffer>;
  text: (name: string) => Promise<string>;
  names: string[];
};

/** Reads an archive whole. */
export async function readArchive(path: string): Promise<ReadArchive> {
  const zip = await ZipReader.open(path);
  const texts = new Map<string, string>();
  const files: ReadArchive['files'] = {};
  const names = zip.names();
  for (const name of names) {
    const content = Buffer.concat(await Array.fromAsync(zip.read(name)));
    if (name.startsWith('files/')) files[name] = content;
    texts.set(name, content.toString());
  }
  await zip.close();
  const its = head.parse(JSON.parse(texts.get('head.json') ?? ''));
  const lines = Object.fromEntries(
    its.tables.map(({ name }) => [name, (texts.get(rowsPart(name)) ?? '').split('\n').filter(Boolean)]),
  );
  const rowsOf = (table: string) =>
    (lines[table] ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    ...{ head: its, files, names, lines },
    rows: Object.fromEntries(its.tables.map(({ name }) => [name, rowsOf(name)])),
    text: async (name) => texts.get(name) ?? '',
  };
}
