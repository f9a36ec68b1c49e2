import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createFactories } from '../../../test/factories.ts';
import { createPools, type Pools } from '../../db/connection/pools.ts';
import { group_leaders } from '../../db/schema.ts';
import { asWorker } from '../../db/scope.ts';
import { staffRecipients } from './recipients.ts';

let database: TestDatabase;
let owner: pg.Pool;
let pools: Pools;
let create: ReturnType<typeof createFactories>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.env.databaseUrl, max: 2 });
  owner.on('error', () => {});
  pools = createPools(database.env);
  create = createFactories(owner);
});

afterAll(async () => {
  await Promise.all([pools.close(), owner.end()]);
  await database.drop();
});

const email_type = 'application_received_notification';

/** An organisation whose owner is a user, with a group, its leader and an administrator. */
async function school() {
  const organization = await create.organization({ owner_email: `lastnica@${crypto.randomUUID()}.test` });
  const organization_id = organization.id;
  const group = await create.group({ organization_id });
  const member = (given: Parameters<typeof create.member>[0]) => create.member({ organization_id, ...given });
  const ownerAccount = await member({ role: 'GROUP_ADMIN', email: organization.owner_email });
  return { organization, organization_id, group, member, ownerAccount };
}

/** Addresses that a notice about the group goes to now, in order. */
async function recipients(at: { organization_id: string; group: { id: string } }): Promise<string[]> {
  const { rows } = await owner.query(
    'select owner_email, default_language from organizations where id = $1',
    [at.organization_id],
  );
  const mail = { organization_id: at.organization_id, group_id: at.group.id, email_type };
  const found = await asWorker(pools.system, (tx) => staffRecipients(tx, mail, rows[0]));
  return found.map((one) => one.to_address).sort();
}

test('by default it goes to the owner and the leaders of this group', async () => {
  const at = await school();
  const other = await create.group({ organization_id: at.organization_id });
  await at.member({ role: 'GROUP_EDITOR_USER', leads: [at.group.id], email: 'vodja@a.test' });
  await at.member({ role: 'GROUP_EDITOR_USER', leads: [other.id], email: 'drugje@a.test' });
  await at.member({ role: 'ORGANIZATION_ADMIN', email: 'skrbnik@a.test' });
  expect(await recipients(at)).toEqual([at.organization.owner_email, 'vodja@a.test'].sort());
});

test('the group’s setting chooses one of the two; the owner who also leads gets it once', async () => {
  const at = await school();
  await at.member({ role: 'GROUP_EDITOR_USER', leads: [at.group.id], email: 'vodja@b.test' });
  await create.insert(group_leaders, {
    organization_id: at.organization_id,
    group_id: at.group.id,
    account_id: at.ownerAccount.id,
  });
  const both = [at.organization.owner_email, 'vodja@b.test'].sort();
  expect(await recipients(at)).toEqual(both);
  await create.emailSetting({
    organization_id: at.organization_id,
    group_id: at.group.id,
    email_type,
    recipient: 'organization_owner',
  });
  expect(await recipients(at)).toEqual([at.organization.owner_email]);
  await owner.query(`update group_email_settings set recipient = 'group_leaders' where group_id = $1`, [
    at.group.id,
  ]);
  expect(await recipients(at)).toEqual(both);
});

test('inactive and unconfirmed users get none; then the active administrators do', async () => {
  const at = await school();
  await owner.query('update memberships set active = false where account_id = $1', [at.ownerAccount.id]);
  await at.member({ leads: [at.group.id], role: 'GROUP_EDITOR_USER', confirmed: false });
  await at.member({ leads: [at.group.id], role: 'GROUP_EDITOR_USER', active: false });
  await at.member({ role: 'ORGANIZATION_ADMIN', email: 'skrbnik@c.test' });
  await at.member({ role: 'ORGANIZATION_ADMIN', active: false });
  await at.member({ role: 'GROUP_ADMIN', email: 'ne@c.test' });
  await create.member({ role: 'ORGANIZATION_ADMIN', email: 'druga-organizacija@c.test' });
  expect(await recipients(at)).toEqual(['skrbnik@c.test']);
});

test('without recipients it goes to the organisation’s address, in its language', async () => {
  const organization = await create.organization({ owner_email: 'info@d.test', default_language: 'en' });
  const group = await create.group({ organization_id: organization.id });
  const mail = { organization_id: organization.id, group_id: group.id, email_type };
  expect(await asWorker(pools.system, (tx) => staffRecipients(tx, mail, organization))).toEqual([
    { account_id: null, to_address: 'info@d.test', language: 'en' },
  ]);
});
