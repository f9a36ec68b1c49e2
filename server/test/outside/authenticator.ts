import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskey, UsedPasskey } from '@vpisnik/contract/second-factor';

/** What a test may want to be wrong about an answer. */
export interface Flaws {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** What the key says it has counted; by itself one more each time. */
  counter?: number;
  /** Whether it was touched (user presence). */
  present?: boolean;
  /** Whether it has seen a fingerprint or a PIN. */
  verified?: boolean;
  signature?: Buffer;
}

type CreationOptions = { challenge: string; rp: { id: string } };
type RequestOptions = { challenge: string; rpId: string };

/** A security key in software (ES256), with one passkey on it, in a browser on `origin`. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, flaws: Flaws) =>
    Buffer.from(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, attested: Buffer, flaws: Flaws) => {
    counter += 1;
    const { present = true, verified = false } = flaws;
    const flags = Number(present) | (Number(verified) << 2) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaws.counter ?? counter);
    return Buffer.concat([sha256(flaws.rpId ?? rpId), Buffer.of(flags), count, attested]);
  };

  return {
    /** What the browser hands over when a passkey is made. */
    create({ challenge, rp }: CreationOptions, flaws: Flaws = {}, attestation: object = {}): NewPasskey {
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const authData = authenticatorData(rp.id, attested, flaws);
      const statement = { fmt: 'none', attStmt: new Map(), ...attestation };
      const object = isoCBOR.encode(
        new Map<string, never>([...Object.entries(statement), ['authData', authData]] as never),
      );
      return {
        id: id.toString('base64url'),
        client_data: clientData('webauthn.create', challenge, flaws).toString('base64url'),
        attestation: Buffer.from(object).toString('base64url'),
        transports: ['usb'],
      };
    },

    /** What the browser hands over when the passkey is used. */
    get({ challenge, rpId }: RequestOptions, flaws: Flaws = {}): UsedPasskey {
      const client = clientData('webauthn.get', challenge, flaws);
      const authData = authenticatorData(rpId, Buffer.alloc(0), flaws);
      const signed = createSign('sha256').update(Buffer.concat([authData, sha256(client)]));
      return {
        id: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: authData.toString('base64url'),
        signature: (flaws.signature ?? signed.sign(privateKey)).toString('base64url'),
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
