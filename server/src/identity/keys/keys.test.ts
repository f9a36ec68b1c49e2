import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createPools, type Pools } from '../../db/connection/pools.ts';
import { loadKeys } from './keys.ts';
import { createSealer } from './seal.ts';

let database: TestDatabase;
let pools: Pools;

beforeAll(async () => {
  database = await createTestDatabase();
  pools = createPools(database.env);
});

afterAll(async () => {
  await pools.close();
  await database.drop();
});

describe('sealing', () => {
  it('opens what it sealed, under that name only', () => {
    const sealer = createSealer(['one']);
    const sealed = sealer.seal('name', 'čšž');
    expect(sealed).not.toContain('čšž');
    expect(sealer.open('name', sealed)).toEqual({ text: 'čšž', stale: false });
    expect(() => sealer.open('another', sealed)).toThrow('SECRET_KEY');
  });

  it('opens with older keys, and tells that it should be sealed anew', () => {
    const sealed = createSealer(['old']).seal('name', 'text');
    expect(createSealer(['new', 'old']).open('name', sealed)).toEqual({ text: 'text', stale: true });
    expect(() => createSealer(['new']).open('name', sealed)).toThrow('SECRET_KEY');
  });

  it('notices a changed byte', () => {
    const sealer = createSealer(['one']);
    const sealed = sealer.seal('name', 'text');
    const [version, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (const at of bytes.keys()) {
      const changed = bytes.with(at, (bytes[at] ?? 0) ^ 1);
      expect(() => sealer.open('name', `${version}.${Buffer.from(changed).toString('base64url')}`)).toThrow();
    }
  });
});

describe('keys', () => {
  it('are the same for processes that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => loadKeys(pools.system, ['first'])));
    for (const keys of all) expect(keys).toEqual(all[0]);
  });

  it('lie sealed, and are sealed anew when SECRET_KEY changes', async () => {
    const keys = await loadKeys(pools.system, ['first']);
    const { rows } = await pools.system.query('select * from platform_secrets');
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(keys.clientSecret);
    expect(await loadKeys(pools.system, ['second', 'first'])).toEqual(keys);
    expect(await loadKeys(pools.system, ['second'])).toEqual(keys);
    await expect(loadKeys(pools.system, ['first'])).rejects.toThrow('SECRET_KEY');
  });

  it('are out of reach for the other roles', async () => {
    for (const pool of [pools.api, pools.public]) {
      for (const table of ['accounts', 'account_codes', 'oidc_payloads', 'platform_secrets', 'rate_limits']) {
        await expect(pool.query(`select * from ${table}`)).rejects.toThrow('permission denied');
      }
    }
  });
});
