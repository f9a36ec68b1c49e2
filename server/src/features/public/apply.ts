import { hash, randomInt } from 'node:crypto';
import type { ApplicationReceipt, visitors } from '@vpisnik/contract/public';
import type { ErrorCode, FieldError } from '@vpisnik/contract/rules/errors';
import { privacyVersions } from '@vpisnik/contract/rules/legal';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { type Placeholder, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PublicScope } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import { AppError, invalidFields } from '../../errors.ts';
import { robots } from '../../http/operations/counters.ts';
import { checkAnswers, unknownQuestions } from '../participants/answers.ts';
import { openForm } from './service.ts';

/** An application as the contract has parsed it. */
export type ParsedApplication = z.output<typeof visitors.apply.body>;

/** Faster applications come from robots. */
const FASTEST_MS = 1500;

const refusals = {
  idempotency_conflict: 'idempotency_conflict',
  not_found: 'not_found',
  ended: 'gone',
  closed: 'applications_closed',
  group_full: 'group_full',
  waitlist_available: 'group_full',
} as const satisfies Record<string, ErrorCode>;

type Outcome =
  | { outcome: 'applied' | 'duplicate' | 'stored'; receipt: ApplicationReceipt }
  | { outcome: 'questions_gone'; questions: string[] }
  | { outcome: keyof typeof refusals };

/**
 * Applies to a group. The same key and body get the stored answer, whatever has become of the group since. A repeated
 * application gets the same answer as a new one, without a second row (docs/decisions/012-who-has-applied.md). Ends its
 * transaction.
 *
 * @param key the request's `Idempotency-Key`
 * @throws {AppError} not_found, organization_disabled, invalid_fields, applications_closed, gone, group_full (with
 *   `accept_waitlist` among its errors when waiting is possible), idempotency_conflict, rate_limited (sent too fast)
 */
export async function apply(
  scope: PublicScope,
  groupId: string,
  key: string | undefined,
  application: ParsedApplication,
): Promise<ApplicationReceipt> {
  requireKey(key);
  if (application.website !== '') {
    robots.inc({ sign: 'honeypot' });
    return receiptForRobots(application);
  }
  if (application.filled_ms < FASTEST_MS) {
    robots.inc({ sign: 'too_fast' });
    throw new AppError('rate_limited', { retry_after: 2 }, 'Sent sooner than anybody can fill in the form.');
  }

  const said = hashOf(groupId, application);
  const checked = await check(scope, groupId, application).catch(async (error: unknown) => {
    // a stored answer comes before what the form has become since; where nothing is wrong, applying finds it by itself
    const stored = error instanceof AppError && (await selectStored(scope, key, said));
    if (stored) return stored;
    throw error;
  });
  if ('outcome' in checked) return receiptOf(checked);
  const outcome = await scope.runLast(() => applying(scope.tx, { group: groupId, key, said, ...checked }));
  return receiptOf(outcome[0]?.outcome ?? { outcome: 'idempotency_conflict' });
}

/**
 * Checks an application against the group's form.
 *
 * @throws {AppError} as `apply`
 */
async function check(scope: PublicScope, groupId: string, application: ParsedApplication) {
  const { organization, group, questions } = await openForm(scope, groupId);
  const { answers, problems } = checkAnswers(questions, application.answers, application.language, {
    required: true,
  });
  problems.unshift(...applicationProblems(application, group.languages));
  if (problems.length > 0) throw invalidFields(problems);

  const { website: _, filled_ms: __, ...sent } = application;
  return {
    today: localDay(new Date(), organization.time_zone),
    sent: JSON.stringify({ ...sent, answers }),
  };
}

function requireKey(key: string | undefined): asserts key is string {
  if (key !== undefined && /^[\x21-\x7e]{8,200}$/.test(key)) return;
  const code = key === undefined ? 'required' : 'invalid_format';
  throw new AppError('invalid_request', { errors: [{ path: 'Idempotency-Key', code }] });
}

function applicationProblems(application: ParsedApplication, languages: readonly string[]): FieldError[] {
  const problems: FieldError[] = [];
  if (!languages.includes(application.language))
    problems.push({ path: 'language', code: 'language_not_offered' });
  if (!privacyVersions.some((version) => version === application.privacy_version))
    problems.push({ path: 'privacy_version', code: 'invalid_value' });
  return problems;
}

type Value = (name: 'group' | 'sent' | 'today' | 'key' | 'said') => Placeholder;

/** Sent at once: a commit that comes behind it must not overtake it. */
const applying = statement((tx, value: Value) =>
  tx
    .select({
      outcome: sql<Outcome | null>`app.apply(${value('group')}::uuid, ${value('sent')}::jsonb, ${value('today')}::date,
        ${value('key')}::text, ${value('said')}::text)`,
    })
    .from(sql`(select) as once`),
);

async function selectStored(scope: PublicScope, key: string, said: string): Promise<Outcome | null> {
  const { rows } = await scope.tx.execute<{ outcome: Outcome | null }>(
    sql`select app.stored_application(${key}, ${said}) as outcome`,
  );
  return rows[0]?.outcome ?? null;
}

function receiptOf(outcome: Outcome): ApplicationReceipt {
  if ('receipt' in outcome) return outcome.receipt;
  if (outcome.outcome === 'questions_gone') throw invalidFields(unknownQuestions(outcome.questions));
  const errors = [{ path: 'accept_waitlist', code: 'waitlist_available' }];
  throw new AppError(refusals[outcome.outcome], outcome.outcome === 'waitlist_available' ? { errors } : {});
}

/** What an application says, however its JSON was written; how long the form was open is not part of it. */
function hashOf(groupId: string, { filled_ms: _, ...said }: ParsedApplication): string {
  const answers = Object.entries(said.answers).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([groupId, { ...said, answers }]));
}

/** As `app.new_reference()` has them. */
export const referenceCharacters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Looks like any other, so that a robot has nothing to learn from. */
function receiptForRobots({ email, language }: ParsedApplication): ApplicationReceipt {
  const reference = Array.from(
    { length: 8 },
    () => referenceCharacters[randomInt(referenceCharacters.length)],
  ).join('');
  return { reference, status: 'pending', email, language };
}
