import type {
  Application,
  ApplicationReceipt,
  PublicField,
  PublicGroupPage,
  PublicOrganization,
} from '@vpisnik/contract/public';
import { answerName } from '@vpisnik/contract/rules/application-form';
import type { FieldError, Problem } from '@vpisnik/contract/rules/errors';

/** Outcome of sending a form, as the applicant is told. */
export type Outcome =
  | { kind: 'sent'; receipt: ApplicationReceipt }
  | { kind: 'invalid'; errors: FieldError[] }
  /** No place is free; `queue`: there is a waiting list to join. */
  | { kind: 'full'; queue: boolean }
  | { kind: 'busy'; seconds: number }
  | { kind: 'closed' }
  /** The form asks other questions by now. */
  | { kind: 'changed' }
  | { kind: 'failed' }
  /** The operator lets nobody change anything for now. */
  | { kind: 'read_only' }
  /** There is no connection at all. */
  | { kind: 'offline' }
  | { kind: 'refused' };

/** Why a form was not taken when that is not the fault of an answer. */
export type Failure = Exclude<Outcome, { kind: 'sent' | 'invalid' }>;

type Refusal = {
  code: string;
  errors?: readonly FieldError[] | undefined;
  retry_after?: number | null | undefined;
};

/** Maps a refusal to its outcome for the applicant; treats unknown codes as worth a retry. */
export function outcomeOf({ code, errors = [], retry_after }: Refusal): Outcome {
  switch (code) {
    case 'invalid_fields':
      return { kind: 'invalid', errors: [...errors] };
    case 'group_full':
      return { kind: 'full', queue: errors.some(({ path }) => path === 'accept_waitlist') };
    case 'rate_limited':
    case 'unavailable':
      return { kind: 'busy', seconds: retry_after ?? 10 };
    case 'read_only':
      return { kind: 'read_only' };
    case 'applications_closed':
    case 'organization_disabled':
    case 'gone':
    case 'not_found':
      return { kind: 'closed' };
    case 'invalid_json':
    case 'invalid_request':
    case 'payload_too_large':
    case 'unsupported_media_type':
      return { kind: 'refused' };
    default:
      return { kind: 'failed' };
  }
}

/**
 * Tells a refusal for questions that have changed since the form was opened: one that is gone or new, or an answer that is no
 * longer among the offered ones. Nobody can mend that in the form as it is.
 */
export function withChanges(outcome: Outcome, fields: readonly PublicField[]): Outcome {
  if (outcome.kind !== 'invalid') return outcome;
  const isChange = ({ path, code }: FieldError) => {
    const field = fields.find((one) => path === answerName(one) || path.startsWith(`${answerName(one)}.`));
    if (field) return code === 'unknown_field' || (field.options.length > 0 && code !== 'required');
    return path.startsWith('answers.') || path === 'privacy_version';
  };
  return outcome.errors.some(isChange) ? { kind: 'changed' } : outcome;
}

const TIMEOUT = 30_000;

/** New idempotency key of a form; also works without TLS, where `crypto.randomUUID` is missing. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Sends an application. A retry with the same key cannot create a second one. */
export async function send(
  organization: PublicOrganization,
  group: { id: string },
  application: Application,
  key: string,
): Promise<Outcome> {
  const attempt = async (oneKey: string): Promise<Outcome> => {
    const response = await fetch(`/api/public/${organization.id}/groups/${group.id}/participants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': oneKey },
      body: JSON.stringify(application),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const body: unknown = await response.json();
    if (response.ok) return { kind: 'sent', receipt: body as ApplicationReceipt };
    const problem = body as Problem;
    // An earlier attempt arrived although its answer did not; the answers have changed since. The server knows the
    // person by name and address, so this does not become a second application.
    if (problem.code === 'idempotency_conflict' && oneKey === key) return attempt(newKey());
    return outcomeOf({ ...problem, retry_after: problem.retry_after ?? retryAfter(response) });
  };
  return attempt(key).catch(() => ({ kind: navigator.onLine ? 'failed' : 'offline' }));
}

const retryAfter = (response: Response) => Number(response.headers.get('retry-after')) || null;

/** The group as it is now, and when that is by the server's clock; null when the server can't be reached. */
export async function fetchGroup(
  organization: PublicOrganization,
  group: { id: string },
): Promise<{ group: PublicGroupPage; now: number } | null> {
  try {
    const response = await fetch(`/api/public/${organization.id}/groups/${group.id}`, {
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) return null;
    const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
    return { group: ((await response.json()) as { group: PublicGroupPage }).group, now };
  } catch {
    return null;
  }
}
