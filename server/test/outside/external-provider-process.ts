/**
 * A hosted OpenID provider for tests, in a process of its own: `node external-provider-process.ts <port> <origin>`. Over
 * IPC it is told who sits in front of it, and may be told to lie in its ID tokens.
 */
import { createServer } from 'node:http';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { clientId, clientSecret, type Scene } from './external-provider.ts';

const [port = '', origin = ''] = process.argv.slice(2);
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const kid = 'hosted';

let scene: Scene = {};
const people = new Map<string, Record<string, unknown>>();

const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${origin}/api/auth/external/callback`],
      post_logout_redirect_uris: [`${origin}/login?notice=signed_out`],
    },
  ],
  cookies: { keys: ['not a secret'] },
  pkce: { required: () => true },
  // names of its own, and some of ours that must mean nothing coming from here
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['cn', 'custom:club', 'role', 'organization_id', 'user_id'],
  },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      // the library's own page asks for a font from elsewhere
      logoutSource(ctx, form) {
        const button = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
        ctx.body = `<!doctype html><title>Hosted</title><link rel="icon" href="data:,">${form}${button}`;
      },
    },
  },
  interactions: { url: (_ctx, { uid }) => `/people/${uid}` },
  findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});

provider.use(async (ctx, next) => {
  await next();
  const body = ctx.body as { id_token?: string } | undefined;
  if (ctx.oidc?.route !== 'token' || !body?.id_token || !scene.lies) return;
  const claims = { ...decodeJwt(body.id_token), ...scene.lies };
  const header = { ...decodeProtectedHeader(body.id_token), alg: 'RS256', kid };
  body.id_token = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
});

const answer = provider.callback();
const server = createServer((request, response) => {
  if (!request.url?.startsWith('/people/')) return answer(request, response);
  const { subject } = scene;
  const result = subject ? { login: { accountId: subject } } : { error: 'access_denied' };
  provider.interactionFinished(request, response, result).catch((error: Error) => response.destroy(error));
});

process.on('message', (next: Scene) => {
  scene = next;
  if (next.subject) people.set(next.subject, next.claims ?? {});
  process.send?.('ready');
});
process.once('disconnect', () => process.exit());
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
