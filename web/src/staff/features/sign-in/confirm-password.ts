import type { Problem } from '@vpisnik/contract/errors';
import { ApiError } from '@vpisnik/contract/kit';

/**
 * Sets a password with the code of a link.
 *
 * @throws {ApiError} with the refusal's code; status 0 when there was no answer
 */
export async function confirmPassword(code: string, newPassword: string): Promise<void> {
  const response = await fetch('/api/password-resets/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, new_password: newPassword }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw new ApiError(0);
  });
  if (response.ok) return;
  const problem: unknown = await response.json().catch(() => undefined);
  throw new ApiError(response.status, problem as Problem | undefined);
}
