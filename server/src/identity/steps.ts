import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';

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
 * @param amr how somebody has shown who they are, in the words of RFC 8176
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
