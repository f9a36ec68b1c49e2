import type { Contract } from '@vpisnik/contract/kit';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { Env } from '../env.ts';
import { goOnWhileReadOnly } from '../http/guards/read-only.ts';
import { createExternalProvider } from './external/external-provider.ts';
import { externalSignInRoutes } from './external/external-sign-in.ts';
import { createExternalSignOut } from './external/external-sign-out.ts';
import { secondFactorStepRoutes } from './factors/second-factor-step.ts';
import type { SecondFactors } from './factors/second-factors.ts';
import { type Keyring, openKeyring } from './keys/keyring.ts';
import { interactionRoutes } from './provider/interactions.ts';
import { type Answering, mountProvider } from './provider/mount.ts';
import { createProvider } from './provider/provider.ts';
import { tokenRoutes } from './provider/session.ts';
import { createVerifier, type VerifyAccessToken } from './provider/verify.ts';

/** What identity needs; `system` signs in as `app_system`, the only role that may read these tables. */
export interface IdentityOptions {
  env: Pick<Env, 'publicUrl' | 'secretKeys' | 'identityConcealAccounts' | 'oidc' | 'mode'>;
  system: Pool;
  factors: SecondFactors;
  log: FastifyBaseLogger;
  /** The API's calls, some of which are answered along with a session. */
  contract: Contract;
}

/** Sign-in of people, and checking of their tokens. */
export interface Identity {
  /** Mounts the OpenID provider at `/oidc` and the calls of the sign-in pages below `/api`; all of it goes on in read-only mode. */
  register(app: FastifyInstance): Promise<void>;
  /** Checks a bearer token; throws when it is not a valid one. It tells who, not what they may. */
  verifyAccessToken: VerifyAccessToken;
}

/** Builds identity on the keys in the database, which the first process ever makes. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { env, system, factors, log, contract } = options;
  const { publicUrl } = env;
  const keys = await openKeyring(system, env.secretKeys);
  const build = () => createProvider({ publicUrl, keys, system, log });
  // for the steps of signing in, which ask it about sessions and never for a signature
  const provider = build();

  return {
    verifyAccessToken: createVerifier(publicUrl, keys),
    async register(root) {
      const watching = keys.watch((error) => log.error(error, 'The signing keys could not be read'));
      root.addHook('onClose', async () => watching.stop());
      await root.register(async (app) => {
        goOnWhileReadOnly(app);
        await mountProvider(app, followingKeys(keys, build), { publicUrl, system });
        const external = env.oidc && createExternalProvider(env.oidc, publicUrl);
        const signOut =
          external && createExternalSignOut({ external, system, publicUrl, secretKeys: env.secretKeys });
        const concealAccounts = env.identityConcealAccounts;
        const inside = { provider, publicUrl, system, factors };
        interactionRoutes(app, { ...inside, concealAccounts, external: Boolean(external) });
        secondFactorStepRoutes(app, inside);
        if (external && signOut && env.oidc) {
          const { trustEmail } = env.oidc;
          externalSignInRoutes(app, { provider, publicUrl, system, external, trustEmail, signOut });
        }
        await tokenRoutes(app, {
          provider,
          system,
          publicUrl,
          clientSecret: keys.clientSecret,
          contract,
          signOut,
        });
      });
    },
  };
}

/** The provider on the keys of the moment. It keeps no state, so another one takes over when they change. */
function followingKeys(keys: Keyring, build: () => Provider): () => Answering {
  let { signing } = keys;
  let present = build().callback();
  return () => {
    if (signing !== keys.signing) {
      signing = keys.signing;
      present = build().callback();
    }
    return present;
  };
}
