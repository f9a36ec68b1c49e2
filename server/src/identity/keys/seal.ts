import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts small secrets for rest in the database. */
export interface Sealer {
  /** Seals a text under the newest key; `name` is bound to it, so a sealed text can't pass for another. */
  seal(name: string, text: string): string;
  /** Opens a sealed text; `stale` says that an older key opened it and that it should be sealed anew. */
  open(name: string, sealed: string): { text: string; stale: boolean };
  /** Opens a text; undefined if none of the keys fits. */
  tryOpen(name: string, sealed: string): { text: string; stale: boolean } | undefined;
}

/** Names that sealed texts outside the platform's own keys are bound to. */
export const sealedAs = {
  /** An account's secret of its authenticator app. */
  authenticator: (accountId: string) => `totp ${accountId}`,
  /** An ID token of the hosted provider. */
  externalIdToken: 'external-id-token',
  /** A domain's key for signing mails. */
  dkim: (domain: string) => `dkim ${domain}`,
};

const VERSION = 'v1';

/**
 * A sealer (AES-256-GCM) from the secrets of `SECRET_KEY`. The first seals, all open: put a new one in front to
 * rotate. Opening throws when none of them sealed the text.
 */
export function createSealer([newest, ...older]: readonly [string, ...string[]]): Sealer {
  const sealing = keyOf(newest);
  const opening = [sealing, ...older.map(keyOf)];

  function tryOpen(name: string, sealed: string) {
    const [version, body] = sealed.split('.');
    if (version !== VERSION || !body) throw new Error(`The secret ${name} is stored in an unknown form.`);
    const bytes = Buffer.from(body, 'base64url');
    for (const [index, key] of opening.entries()) {
      const text = decrypt(key, name, bytes);
      if (text !== undefined) return { text, stale: index > 0 };
    }
    return undefined;
  }

  return {
    seal(name, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(name));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${Buffer.concat(parts).toString('base64url')}`;
    },
    tryOpen,
    open(name, sealed) {
      const opened = tryOpen(name, sealed);
      if (opened) return opened;
      throw new Error(`The secret ${name} was sealed with another SECRET_KEY. Add that key to the list.`);
    },
  };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'vpisnik', 'sealed secrets', 32));
}

function decrypt(key: Buffer, name: string, bytes: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
