import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity } from '../../../test/identity-app.ts';
import { mintAccessToken } from '../../../test/tokens.ts';
import { loadKeys } from '../keys/keys.ts';
import { createVerifier, type VerifyAccessToken } from './verify.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;
let verify: VerifyAccessToken;

beforeAll(async () => {
  app = await startIdentity();
  verify = createVerifier(app.origin, await loadKeys(app.system, app.env.secretKeys));
});

afterAll(() => app.close());

const mint = (claims: Parameters<typeof mintAccessToken>[3] = {}) =>
  mintAccessToken(app.env, app.system, 'somebody', claims);

/** The token with one claim changed and the signature left as it was. */
function altered(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString('base64url');
  return [header, changed, signature].join('.');
}

describe('an access token', () => {
  it('of the provider is accepted', async () => {
    const account = await app.createAccount();
    const { tokens } = await app.signIn(account.email);
    await expect(verify(tokens.access_token)).resolves.toMatchObject({ accountId: account.id });
  });

  it('is accepted again from memory, but not past its end', async () => {
    const token = await mint({ expiresIn: -4 });
    await expect(verify(token)).resolves.toMatchObject({ accountId: 'somebody' });
    await expect(verify(await mint({ expiresIn: -6 }))).rejects.toThrow('"exp"');
  });

  it.each([
    ['another audience', { audience: 'urn:another:api' }],
    ['another issuer', { issuer: 'https://evil.test/oidc' }],
    ['another type', { type: 'JWT' }],
  ])('of %s is refused', async (_case, claims) => {
    await expect(verify(await mint(claims))).rejects.toThrow();
  });

  it('that was altered is refused, also after the real one was seen', async () => {
    const token = await mint();
    await verify(token);
    await expect(verify(altered(token))).rejects.toThrow('signature');
  });

  it('without a signature is refused', async () => {
    const claims = new UnsecuredJWT({}).setSubject('somebody').setIssuer(`${app.origin}/oidc`);
    const token = claims.setAudience('urn:vpisnik:api').setExpirationTime('1h').encode();
    await expect(verify(token)).rejects.toThrow();
  });

  it('signed with the public key as a shared secret is refused', async () => {
    const keys = await (await fetch(`${app.origin}/oidc/jwks`)).text();
    const token = await new SignJWT({ sub: 'somebody' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer(`${app.origin}/oidc`)
      .setAudience('urn:vpisnik:api')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(keys));
    await expect(verify(token)).rejects.toThrow();
  });

  it('is not an ID token', async () => {
    const { email } = await app.createAccount();
    const { tokens } = await app.signIn(email);
    await expect(verify(tokens.id_token ?? '')).rejects.toThrow();
  });

  it.each(['', 'x', 'a.b.c'])('of nonsense is refused: "%s"', async (token) => {
    await expect(verify(token)).rejects.toThrow();
  });

  it('is checked with keys whose private half is never shown', async () => {
    const { keys } = (await (await fetch(`${app.origin}/oidc/jwks`)).json()) as { keys: object[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty('d');
  });
});
