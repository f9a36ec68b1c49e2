import { contract } from '@vpisnik/contract/contract';
import type { PaymentSettings } from '@vpisnik/contract/payment-settings';
import { writtenIban } from '@vpisnik/contract/rules/ibans';
import { areInOrder, reminderDays } from '@vpisnik/contract/rules/reminders';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { recordBy } from '../../db/activity.ts';
import { asSystem, type Scope } from '../../db/scope.ts';
import { found, invalidFields, requireVersion } from '../../errors.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';
import { selectToday } from '../sessions/today.ts';
import { lockSettings, selectOwner, writeSettings } from './queries.ts';

type Body = z.output<(typeof contract.payment_settings.save)['body']>;

/**
 * Saves where the organisation is paid. Another account stands in the activity log, and the owner is told of it by mail:
 * payers send money there.
 *
 * @throws {AppError} edit_conflict
 */
export async function saveSettings(
  system: Pool,
  scope: Scope,
  { version, ...settings }: Body,
): Promise<PaymentSettings> {
  const before = await lockSettings(scope);
  if (before) requireVersion(before, version, contract.payment_settings.save.reply);
  const { remind_after, remind_again } = before ?? reminderDays;
  if (
    !areInOrder(
      settings.remind_after === undefined ? remind_after : settings.remind_after,
      settings.remind_again === undefined ? remind_again : settings.remind_again,
    )
  )
    throw invalidFields([{ path: 'remind_again', code: 'not_later' }]);
  const isTurnedOn = settings.mail_reminders && !before?.mail_reminders;
  const saved = await writeSettings(scope, {
    ...settings,
    ...(isTurnedOn && { reminders_since: await selectToday(scope) }),
  });
  if (before?.iban !== saved.iban) await tellOfAccount(system, scope, saved.iban, before?.iban);
  return saved;
}

async function tellOfAccount(system: Pool, scope: Scope, iban: string, before: string | undefined) {
  const to = writtenIban(iban);
  await recordBy(scope, {
    action: 'payment_account_changed',
    entity: 'organization',
    entity_id: scope.organizationId,
    changes: { ...(before && { from: writtenIban(before) }), to },
  });
  const owner = found(await selectOwner(scope));
  await asSystem(system, (client) =>
    enqueueAccountMail(client, {
      kind: 'organization_account_changed',
      to_address: owner.owner_email,
      account_id: scope.accountId,
      data: {
        organization_id: scope.organizationId,
        organization_name: owner.name,
        language: owner.default_language,
        actor: scope.name,
        account: to,
      },
    }),
  );
}
