/**
 * An account's own second factors: authenticator app, passkeys, and recovery codes in case they are lost. Changes require
 * the password again.
 */
import { z } from 'zod';
import { line, params } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';

const own = { scope: 'account', rank: 1, perMinute: 30 } as const;
/** With a hosted provider it is that one's, except for platform ADMINs with a password here. */
const changes = { ...own, managedByProvider: true } as const;
const current_password = z.string().min(1, { error: 'required' }).max(limits.password);
/** Six digits of the app or a recovery code, spaces and hyphens as people type them. */
export const secondFactorCode = z.string().trim().min(1, { error: 'required' }).max(50);
/** Name of a passkey, to tell several apart. */
export const passkeyName = line(100).min(1, { error: 'required' });

const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** A new passkey, as the browser hands it over; all of it base64url but the transports. */
export const newPasskey = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  attestation: bytes(20_000),
  transports: z.array(z.string().max(20)).max(10),
});
/** A passkey's answer to a challenge; all of it base64url. */
export const usedPasskey = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(4000),
});
export type NewPasskey = z.output<typeof newPasskey>;
export type UsedPasskey = z.output<typeof usedPasskey>;

/** Kinds of second factors, which an account may have both of. */
export const factorKinds = ['app', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

const recovery_codes = z.array(z.string());
/** Only the first factor brings recovery codes; they stand in for all. */
const added = z.object({ recovery_codes });
const withPassword = z.strictObject({ current_password });

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof passkey>;

const state = z.object({
  /** Whether there is any factor. */
  enabled: z.boolean(),
  /** Whether one's role must have one. */
  required: z.boolean(),
  app: z.boolean(),
  passkeys: z.array(passkey),
  /** False where people open the application at a bare IP address, which passkeys can't be made for. */
  passkeys_possible: z.boolean(),
  recovery_codes_left: z.number(),
});
export type SecondFactorState = z.output<typeof state>;

export const second_factor = {
  get: endpoint({
    ...own,
    method: 'GET',
    path: '/second-factor',
    summary: 'Which second factors one has, whether one must, and how many recovery codes are left',
    reply: state,
  }),
  setUp: endpoint({
    ...changes,
    method: 'POST',
    path: '/second-factor/setup',
    summary: 'A new secret for an authenticator app; it counts once a code of the app confirms it',
    body: withPassword,
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: endpoint({
    ...changes,
    method: 'POST',
    path: '/second-factor/confirm',
    summary: 'Turn the app on with a code of it; the first factor brings recovery codes, shown this once',
    body: z.strictObject({ code: secondFactorCode }),
    reply: added,
  }),
  remove: endpoint({
    ...changes,
    method: 'POST',
    path: '/second-factor/removal',
    summary: 'Turn the app off; the last factor stays where the organisation requires one',
    body: withPassword,
    reply: null,
  }),
  renewRecoveryCodes: endpoint({
    ...changes,
    method: 'POST',
    path: '/second-factor/recovery-codes',
    summary: 'New recovery codes instead of the present ones',
    body: withPassword,
    reply: z.object({ recovery_codes }),
  }),
  setUpPasskey: endpoint({
    ...changes,
    method: 'POST',
    path: '/second-factor/passkeys/setup',
    summary: 'What a browser makes a passkey from (WebAuthn creation options in JSON), for a few minutes',
    body: withPassword,
    reply: z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  addPasskey: endpoint({
    ...changes,
    method: 'POST',
    path: '/second-factor/passkeys',
    summary:
      'Add the passkey that the browser has made; the first factor brings recovery codes, shown this once',
    body: z.strictObject({ name: passkeyName, passkey: newPasskey }),
    reply: added,
  }),
  renamePasskey: endpoint({
    ...changes,
    method: 'PATCH',
    path: '/second-factor/passkeys/{id}',
    summary: 'Call a passkey something else',
    params,
    body: z.strictObject({ name: passkeyName, current_password }),
    reply: null,
  }),
  removePasskey: endpoint({
    ...changes,
    method: 'POST',
    path: '/second-factor/passkeys/{id}/removal',
    summary: 'Remove a passkey; the last factor stays where the organisation requires one',
    params,
    body: withPassword,
    reply: null,
  }),
};
