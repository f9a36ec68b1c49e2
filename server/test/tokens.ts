import { importJWK, SignJWT } from 'jose';
import type { Pool } from 'pg';
import type { Env } from '../src/env.ts';
import { loadKeys } from '../src/identity/keys/keys.ts';
import { AUDIENCE, CLIENT_ID, issuerOf } from '../src/identity/provider/provider.ts';

/** What a test may want to be wrong about a token. */
interface Claims {
  audience?: string;
  issuer?: string;
  type?: string;
  /** Seconds from now. */
  expiresIn?: number;
}

/** An access token exactly as the provider issues them, without the way through the sign-in page. */
export async function mintAccessToken(
  env: Pick<Env, 'publicUrl' | 'secretKeys'>,
  system: Pool,
  accountId: string,
  { audience = AUDIENCE, issuer = issuerOf(env.publicUrl), type = 'at+jwt', expiresIn = 300 }: Claims = {},
): Promise<string> {
  const { signing } = await loadKeys(system, env.secretKeys);
  const [key] = signing;
  if (!key?.kid) throw new Error('There is no signing key');
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ client_id: CLIENT_ID, scope: 'openid email profile' })
    .setProtectedHeader({ alg: 'ES256', typ: type, kid: key.kid })
    .setSubject(accountId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + expiresIn)
    .setJti(crypto.randomUUID())
    .sign(await importJWK(key));
}
