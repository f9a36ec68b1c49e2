import type { ActivityAction } from '@vpisnik/contract/activity';
import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { asSystem, type SystemClient } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { type AccountMailKind, enqueueAccountMail } from '../mails/account-outbox.ts';
import { forgetRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

/** An account's factors, locked until the transaction ends. */
export interface Held {
  email: string;
  app: boolean;
  passkeys: number;
  /** Whether the role must have a factor. */
  required: boolean;
}

/** A change of a factor, for the activity log and a mail to its owner. */
export interface FactorEvent {
  action: ActivityAction;
  mail: AccountMailKind;
  /** The name of the passkey that it is about. */
  passkey?: string;
}

/** An account's change of its factors, in one transaction. */
export interface FactorChange {
  client: SystemClient;
  held: Held;
  /** Writes into the trail what happened, and tells the owner. */
  tell(event: FactorEvent): Promise<void>;
  /** The recovery codes that come with the first factor; none with a further one. Call it after adding. */
  codesForFirst(): Promise<string[]>;
  /**
   * Lets a factor go; with the last one go the recovery codes. Call it before removing.
   *
   * @throws {AppError} second_factor_needed when it is the last and the role must have one
   */
  letGo(): Promise<void>;
}

/** Runs changes of an account's factors one after another, so that none decides on outdated factors. */
export function factorChanges(system: Pool, requiredOfAdmins: boolean) {
  return <T>(accountId: string, work: (change: FactorChange) => Promise<T>): Promise<T> =>
    asSystem(system, async (client) => {
      const held = await lockFactors(client, accountId, requiredOfAdmins);
      const count = Number(held.app) + held.passkeys;
      return await work({
        client,
        held,
        tell: (event) => tellOfFactor(client, accountId, held.email, event),
        codesForFirst: async () => (count === 0 ? await replaceRecoveryCodes(client, accountId) : []),
        async letGo() {
          if (count > 1) return;
          if (held.required) throw new AppError('second_factor_needed');
          await forgetRecoveryCodes(client, accountId);
        },
      });
    });
}

/** Writes into the trail what happened to a factor, and tells its owner by mail. */
async function tellOfFactor(
  client: Pick<SystemClient, 'query'>,
  accountId: string,
  email: string,
  { action, mail, passkey }: FactorEvent,
): Promise<void> {
  const about = passkey === undefined ? {} : { passkey };
  await recordOwn(client, accountId, action, about);
  await enqueueAccountMail(client, { kind: mail, to_address: email, account_id: accountId, data: about });
}

/**
 * Takes every factor of an account away: app, passkeys and recovery codes. Who calls it writes down why, and ends the
 * sign-ins. Answers whether there was any.
 */
export async function removeAllFactors(
  client: Pick<SystemClient, 'query'>,
  accountId: string,
): Promise<boolean> {
  await client.query('select from accounts where id = $1 for no key update', [accountId]);
  const app = await client.query(
    'delete from second_factors where account_id = $1 returning confirmed_at is not null as confirmed',
    [accountId],
  );
  const { rowCount: passkeys } = await client.query('delete from passkeys where account_id = $1', [
    accountId,
  ]);
  await forgetRecoveryCodes(client, accountId);
  return app.rows[0]?.confirmed === true || Boolean(passkeys);
}

/** Whether the role of the account `a`, with its membership `m` in `o`, must have a factor; `$2` says so of ADMINs. */
export const requiredFactor = `coalesce(case when a.platform_admin then $2
  else m.role = any (o.second_factor_roles) end, false)`;

async function lockFactors(
  client: SystemClient,
  accountId: string,
  requiredOfAdmins: boolean,
): Promise<Held> {
  await client.query('select from accounts where id = $1 for no key update', [accountId]);
  const { rows } = await client.query<Held>(
    `select a.email, coalesce(f.confirmed_at is not null, false) as app,
       (select count(*)::integer from passkeys k where k.account_id = a.id) as passkeys,
       ${requiredFactor} as required
     from accounts a
     left join second_factors f on f.account_id = a.id
     left join memberships m on m.account_id = a.id
     left join organizations o on o.id = m.organization_id
     where a.id = $1`,
    [accountId, requiredOfAdmins],
  );
  if (!rows[0]) throw new AppError('unauthorized');
  return rows[0];
}
