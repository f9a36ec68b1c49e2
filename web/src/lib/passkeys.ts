import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { NewPasskey, UsedPasskey } from '@vpisnik/contract/second-factor';

/** WebAuthn options from the server, in their JSON form. */
export type CeremonyOptions = Record<string, unknown>;

/** Failed passkey ceremony: `cancelled` by the user or a timeout, `registered` when this device has one already, or `failed`. */
export class PasskeyError extends Error {
  override name = 'PasskeyError';
  readonly reason: 'cancelled' | 'registered' | 'failed';

  constructor(cause: unknown) {
    super('The browser has no passkey to hand over', { cause });
    const name = cause instanceof Error ? cause.name : '';
    const reasons = {
      NotAllowedError: 'cancelled',
      AbortError: 'cancelled',
      InvalidStateError: 'registered',
    };
    this.reason = (reasons as Record<string, PasskeyError['reason']>)[name] ?? 'failed';
  }
}

/** The library comes with the first screen that may ask for a passkey, so that a press meets it loaded. */
const library = () => import('@simplewebauthn/browser');

/** Whether this browser can make and use passkeys; the code for it is loaded meanwhile. */
export function canUsePasskeys(): boolean {
  const can = typeof globalThis.PublicKeyCredential === 'function';
  if (can) library().catch(() => {});
  return can;
}

/**
 * Creates a passkey; the browser asks the user.
 *
 * @throws {PasskeyError}
 */
export async function makePasskey(options: CeremonyOptions): Promise<NewPasskey> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { startRegistration } = await library();
  const { id, response } = await startRegistration({ optionsJSON }).catch((error) => {
    throw new PasskeyError(error);
  });
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/**
 * Answers a challenge with a passkey; the browser asks the user.
 *
 * @throws {PasskeyError}
 */
export async function answerWithPasskey(options: CeremonyOptions): Promise<UsedPasskey> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { startAuthentication } = await library();
  const { id, response } = await startAuthentication({ optionsJSON }).catch((error) => {
    throw new PasskeyError(error);
  });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}
