import { randomUUID } from 'node:crypto';
import { type ApplicationReceipt, visitors } from '@vpisnik/contract/public';
import { type FormEntries, readApplicationForm } from '@vpisnik/contract/rules/application-form';
import { errorStatus } from '@vpisnik/contract/rules/errors';
import type { ApplyPage, PostedForm } from '@vpisnik/contract/rules/public-pages';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import type { Pools } from '../../db/connection/pools.ts';
import { asVisitor } from '../../db/scope.ts';
import { AppError, invalidFields } from '../../errors.ts';
import { knownError } from '../../http/errors.ts';
import { parse } from '../../http/validation.ts';
import { apply } from '../public/apply.ts';
import type { FormBody } from './form-body.ts';

/** The page that answers a form sent without script, and its status. */
type Answered = { page: ApplyPage; status: number };

/** The language of the form, as the form itself says. */
export function formLanguage(entries: FormEntries): Language | undefined {
  return languages.find((language) => language === fieldOf(entries, 'language'));
}

/**
 * Applies with a form that the browser sent by itself: the same checks, the same service and the same page as with
 * script, everything that was filled in kept.
 *
 * @param limited counts the visitor's attempts and refuses too many
 */
export async function applyWithForm(
  pools: Pools,
  page: ApplyPage,
  { entries, isCut }: FormBody,
  language: Language,
  limited: () => Promise<void>,
): Promise<Answered> {
  const answered = (posted: Omit<PostedForm, 'entries'>, status: number): Answered => ({
    page: {
      ...page,
      idempotency_key: keyOf(entries) ?? page.idempotency_key,
      posted: { entries, ...posted },
    },
    status,
  });
  // the form for another person, prefilled with the posted fields, under a new idempotency key
  if (fieldOf(entries, 'another'))
    return { page: { ...page, posted: { entries, problem: null, receipt: null } }, status: 200 };
  try {
    await limited();
    return answered(
      { problem: null, receipt: await applied(pools, page, { entries, isCut }, language) },
      200,
    );
  } catch (error) {
    // also for a busy database, so that the filled form is not lost
    const known = knownError(error, 'POST');
    if (!known) throw error;
    const { errors = [], retry_after = null } = known.extra;
    const problem = { code: known.code, errors, retry_after };
    return answered({ problem, receipt: null }, errorStatus[known.code]);
  }
}

async function applied(
  pools: Pools,
  { organization, group }: ApplyPage,
  { entries, isCut }: FormBody,
  language: Language,
): Promise<ApplicationReceipt> {
  const { filled, problems } = readApplicationForm(entries, group.fields, language);
  if (problems.length > 0) throw invalidFields(problems);
  if (isCut) throw new AppError('payload_too_large');
  const opened = Date.parse(fieldOf(entries, 'opened_at'));
  const body = {
    ...filled,
    language,
    privacy_version: fieldOf(entries, 'privacy_version'),
    accept_waitlist: fieldOf(entries, 'accept_waitlist') === 'true',
    filled_ms: Number.isNaN(opened) ? 0 : Math.max(0, Date.now() - opened),
  };
  const application = parse(visitors.apply.body, body, 'body');
  const attempt = (key: string) =>
    asVisitor(pools.public, organization.id, true, (scope) => apply(scope, group.id, key, application));
  return attempt(keyOf(entries) ?? randomUUID()).catch((error: unknown) => {
    // an earlier attempt arrived although its answer did not, and the answers have changed since: the person is known
    // by name and address, so this does not become a second application
    if (error instanceof AppError && error.code === 'idempotency_conflict') return attempt(randomUUID());
    throw error;
  });
}

const fieldOf = (entries: FormEntries, name: string) => entries.find(([key]) => key === name)?.[1] ?? '';
const keyOf = (entries: FormEntries) =>
  /^[\x21-\x7e]{8,200}$/.test(fieldOf(entries, 'idempotency_key'))
    ? fieldOf(entries, 'idempotency_key')
    : undefined;
