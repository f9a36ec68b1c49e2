import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { AppError } from '../../errors.ts';
import { type Account, hasKeptPassword } from '../accounts/accounts.ts';

/** The step that this very browser began and that is still waiting. */
export async function openStep(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  try {
    return (await provider.interactionDetails(request.raw, reply.raw)).uid;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/**
 * Signs an account in at the provider; answers where the browser goes on with the authorization.
 *
 * @param amr authentication methods, RFC 8176
 */
export async function finishStep(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
  amr: string[],
): Promise<string> {
  return await provider.interactionResult(
    request.raw,
    reply.raw,
    { login: { accountId, remember: true, ...(amr.length > 0 && { amr }) } },
    { mergeWithLastSubmission: false },
  );
}

/**
 * Takes a step back that was passed with a password which has been changed while it was checked: the change has ended
 * what there was of the account, and must end this as well. Call it when the step has been kept.
 */
export async function requireKeptPassword(system: Pool, uid: string, account: Account): Promise<void> {
  if (await hasKeptPassword(system, account)) return;
  await system.query(`delete from oidc_payloads where model in ('Interaction', 'SecondFactor') and id = $1`, [
    uid,
  ]);
  throw new AppError('incorrect_username_or_password');
}
