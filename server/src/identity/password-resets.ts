import { limits } from '@vpisnik/contract/limits';
import { passwordProblems } from '@vpisnik/contract/passwords';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError, invalidFields } from '../errors.ts';
import { parse } from '../http/validation.ts';
import { endSignIns } from './accounts.ts';
import { redeemCode, refusalOf } from './codes.ts';
import { hashPassword } from './passwords.ts';
import { sameOriginOnly } from './same-origin.ts';

const body = z.strictObject({
  code: z.string().min(1).max(100),
  new_password: z.string().max(limits.password),
});

/** `POST /api/password-resets/confirm` `{code, new_password}`: sets a password with a code from a link. */
export function passwordResetRoutes(
  app: FastifyInstance,
  { publicUrl, system }: { publicUrl: string; system: Pool },
): void {
  const onRequest = sameOriginOnly(publicUrl);
  app.post('/api/password-resets/confirm', { onRequest }, async (request, reply) => {
    const { code, new_password } = parse(body, request.body, 'body');
    // a bad link is told before a bad password, and costs no hashing
    const refused = await refusalOf(system, code, 'password_reset');
    if (refused) throw new AppError(refused);
    const weak = passwordProblems(new_password).map((problem) => ({ path: 'new_password', code: problem }));
    if (weak.length > 0) throw invalidFields(weak);
    await setPassword(system, code, await hashPassword(new_password));
    return reply.code(204).send();
  });
}

/** The link came to the account's own address, so using it also confirms that address. */
async function setPassword(system: Pool, code: string, passwordHash: string): Promise<void> {
  const client = await system.connect();
  try {
    await client.query('begin');
    const redeemed = await redeemCode(client, code, 'password_reset');
    if (typeof redeemed === 'string') throw new AppError(redeemed);
    await client.query(
      `update accounts set password_hash = $2, password_change_required = false,
         confirmed_at = coalesce(confirmed_at, now()) where id = $1`,
      [redeemed.accountId, passwordHash],
    );
    await endSignIns(client, redeemed.accountId);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
