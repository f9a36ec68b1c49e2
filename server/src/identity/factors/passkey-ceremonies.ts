import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { NewPasskey, UsedPasskey } from '@vpisnik/contract/second-factor';
import { TOUCH } from '../accounts/challenges.ts';

/** EdDSA, ES256 and RS256 (COSE): what today's keys sign with. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** What of a stored passkey tells a browser which one is meant. */
type Described = { credential_id: Buffer; transports: string[] };

const descriptor = ({ credential_id, transports }: Described) => ({
  id: credential_id.toString('base64url'),
  transports,
});

/** Options for a new passkey of an account beside those it has. */
export const optionsOfNew = (
  rpID: string,
  { id, email, passkeys }: { id: string; email: string; passkeys: Described[] },
) =>
  generateRegistrationOptions({
    ...{ rpName: 'Vpisnik', rpID, userName: email, userDisplayName: email },
    userID: Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    excludeCredentials: passkeys.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs,
    timeout: TOUCH * 1000,
  });

/** Options for signing in with one of the passkeys. */
export const optionsOfUse = (rpID: string, passkeys: Described[]) =>
  generateAuthenticationOptions({
    ...{ rpID, userVerification: 'preferred', timeout: TOUCH * 1000 },
    allowCredentials: passkeys.map(descriptor),
  });

/** Challenge, origin and relying party that an answer must match. */
interface Expected {
  origin: string;
  rpId: string;
  challenge: string;
}

const common = ({ origin, rpId, challenge }: Expected) => ({
  expectedOrigin: origin,
  expectedRPID: rpId,
  expectedChallenge: challenge,
  // the password was the other factor; see docs/decisions/011-passkeys.md
  requireUserVerification: false,
});

/** Verifies a new passkey; undefined unless it is the right answer to the challenge. */
export async function verifiedNew(
  { id: credentialId, client_data, attestation, transports }: NewPasskey,
  expected: Expected,
) {
  // who made a key is not asked for. Its certificates would have the library fetch addresses that stand in them
  if (!isUnattested(attestation)) return undefined;
  const verified = await verifyRegistrationResponse({
    ...common(expected),
    supportedAlgorithmIDs,
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, attestationObject: attestation, transports },
    },
  }).catch(() => undefined);
  const credential = verified?.registrationInfo?.credential;
  return credential?.id === credentialId ? credential : undefined;
}

function isUnattested(attestation: string): boolean {
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64url')));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'));
  } catch {
    return false;
  }
}

/** What a passkey says, if it has signed the challenge; its count is not looked at. */
export async function verifiedUse(
  { id: credentialId, client_data, authenticator_data, signature }: UsedPasskey,
  { public_key, transports }: { public_key: Buffer; transports: string[] },
  expected: Expected,
) {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...common(expected),
    credential: { id: credentialId, publicKey: Uint8Array.from(public_key), counter: 0, transports },
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo : undefined;
}
