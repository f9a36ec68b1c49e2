/** One's own second factor: an authenticator app, and recovery codes for the day when it is lost. */
import { z } from 'zod';
import { endpoint } from './kit.ts';
import { limits } from './limits.ts';

const own = { scope: 'account', rank: 1, perMinute: 30 } as const;
const current_password = z.string().min(1, { error: 'required' }).max(limits.password);
/** Six digits of the app or a recovery code, spaces and hyphens as people type them. */
export const secondFactorCode = z.string().trim().min(1, { error: 'required' }).max(50);
const recovery_codes = z.array(z.string());

export const second_factor = {
  get: endpoint({
    ...own,
    method: 'GET',
    path: '/second-factor',
    summary: 'Whether one has a second factor, whether one must, and how many recovery codes are left',
    reply: z.object({ enabled: z.boolean(), required: z.boolean(), recovery_codes_left: z.number() }),
  }),
  setUp: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/setup',
    summary: 'A new secret for an authenticator app; it counts once a code of the app confirms it',
    body: z.strictObject({ current_password }),
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/confirm',
    summary: 'Turn the second factor on with a code of the app; the recovery codes are shown this once',
    body: z.strictObject({ code: secondFactorCode }),
    reply: z.object({ recovery_codes }),
  }),
  renewRecoveryCodes: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/recovery-codes',
    summary: 'New recovery codes instead of the present ones',
    body: z.strictObject({ current_password }),
    reply: z.object({ recovery_codes }),
  }),
  remove: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/removal',
    summary: 'Turn the second factor off, where the organisation does not require it',
    body: z.strictObject({ current_password, code: secondFactorCode }),
    reply: null,
  }),
};
