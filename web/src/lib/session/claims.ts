import { isRole } from '@vpisnik/contract/rules/roles';
import type { SessionUser } from './context.ts';

/** What an ID token says, as far as this app reads it. */
export type Claims = {
  iss: string;
  sub: string;
  aud: string | string[];
  iat: number;
  exp: number;
  [name: string]: unknown;
};

/**
 * Reads the signed-in user from the ID token's claims. Without a role claim the role is the lowest one.
 *
 * @throws when there is no ID token, or when it names no issuer
 */
export function userOf(idToken: string | undefined, claims: Claims | undefined): SessionUser {
  if (!idToken || !claims) throw new Error('No ID token found in session');
  if (!claims.iss) throw new Error('Invalid Idtoken.');
  return {
    id: textOf(claims.user_id) ?? claims.sub,
    name: textOf(claims.name) ?? '',
    email: textOf(claims.email) ?? '',
    organizationId: textOf(claims.organization_id) ?? null,
    role: isRole(claims.role) ? claims.role : 'GROUP_VIEWER_USER',
    idToken,
  };
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim ? claim : undefined;
}
