import { describe, expect, it } from 'vitest';
import { userOf } from './claims.ts';

const claims = { iss: 'https://vpisnik.test/oidc', sub: 'a', aud: 'vpisnik-web', iat: 1, exp: 2 };

describe('the user of an ID token', () => {
  it('has the claims by their names', () => {
    const all = {
      ...claims,
      user_id: 'b',
      name: 'Nina',
      email: 'n@test.si',
      organization_id: 'o',
      role: 'ADMIN',
    };
    expect(userOf('token', all)).toEqual({
      id: 'b',
      name: 'Nina',
      email: 'n@test.si',
      organizationId: 'o',
      role: 'ADMIN',
      idToken: 'token',
    });
  });

  it.each([undefined, '', 'OWNER', 5, null])('is a viewer when the role is %s', (role) => {
    expect(userOf('token', { ...claims, role } as never).role).toBe('GROUP_VIEWER_USER');
  });

  it('needs an ID token', () => {
    expect(() => userOf(undefined, undefined)).toThrow('No ID token found in session');
  });

  it('needs an issuer', () => {
    expect(() => userOf('token', { ...claims, iss: '' })).toThrow('Invalid Idtoken.');
  });
});
