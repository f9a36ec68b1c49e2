/** The life of an account: registration, activation, passwords, invitations, change of address, signed-in devices. */
import { z } from 'zod';
import { email, language, name, params } from './common.ts';
import { endpoint } from './kit.ts';
import { personName } from './participants.ts';
import { limits } from './rules/limits.ts';
import { passwordProblems } from './rules/passwords.ts';

/** A code from a link in a mail. It travels in bodies only, never in a URL that a server logs. */
const code = z.string().min(1, { error: 'required' }).max(100);
/** A password as it is; trimming would change it. */
const password = z.string().min(1, { error: 'required' }).max(limits.password);
/** A password that is being chosen: each part of the rule that isn't met is an error of its own. */
const newPassword = z
  .string()
  .max(limits.password, { abort: true })
  .superRefine((value, context) => {
    for (const problem of passwordProblems(value))
      context.addIssue({ code: 'custom', message: problem, input: value });
  });

const open = { scope: 'open' } as const;
/** With a hosted provider in front, passwords and registration are that one's. */
const managedByProvider = true;
const own = { scope: 'account', rank: 1 } as const;
const withCode = z.strictObject({ code });
const withPassword = z.strictObject({ code, new_password: newPassword });
const ofAddress = z.strictObject({ email });

const signIn = z.object({
  id: z.string(),
  /** Browser and operating system of the device, as far as known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: z.string(),
  /** When it last renewed its sign-in; that happens about every five minutes while it is used. */
  last_used_at: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type SignIn = z.output<typeof signIn>;

export const accounts = {
  signUp: endpoint({
    ...open,
    managedByProvider,
    method: 'POST',
    path: '/sign-up',
    summary: 'Register an organisation and its first administrator; an activation link is mailed',
    body: z.strictObject({
      organization_name: name,
      name: personName,
      email,
      password: newPassword,
      accept_terms: z.boolean().refine((accepted) => accepted, { error: 'terms_required' }),
      language,
    }),
    reply: null,
    perMinute: 10,
  }),
  checkSignUp: endpoint({
    ...open,
    managedByProvider,
    method: 'POST',
    reads: true,
    path: '/confirm-sign-up/check',
    summary:
      'Whose registration an activation link confirms, and whether it has been; looking does not spend it',
    body: withCode,
    reply: z.object({
      outcome: z.enum(['waiting', 'already_active']),
      organization_name: z.string(),
      email: z.string(),
    }),
    perMinute: 30,
  }),
  confirmSignUp: endpoint({
    ...open,
    managedByProvider,
    method: 'POST',
    path: '/confirm-sign-up',
    summary:
      'Activate an account with the code of the mail and the password of the registration; the same code again says that it is active already',
    body: z.strictObject({ code, password }),
    reply: z.object({ outcome: z.enum(['activated', 'already_active']), email: z.string() }),
    perMinute: 30,
  }),
  resendConfirmation: endpoint({
    ...open,
    managedByProvider,
    method: 'POST',
    path: '/resend-confirmation',
    summary: 'Mail the activation link again; the answer is the same for every address',
    body: ofAddress,
    reply: null,
    perMinute: 10,
  }),
  requestPasswordReset: endpoint({
    ...open,
    managedByProvider,
    method: 'POST',
    path: '/password-resets',
    summary: 'Mail a link that sets a password; the answer is the same for every address',
    body: ofAddress,
    reply: null,
    perMinute: 10,
  }),
  // the one-time link of `npm run admin` works with a hosted provider too
  checkPasswordReset: endpoint({
    ...open,
    method: 'POST',
    reads: true,
    path: '/password-resets/check',
    summary: 'Whether a link still sets a password; looking does not spend it',
    body: withCode,
    reply: null,
    perMinute: 30,
  }),
  confirmPasswordReset: endpoint({
    ...open,
    method: 'POST',
    path: '/password-resets/confirm',
    summary: 'Set a password with the code of a link; ends all sign-ins',
    body: withPassword,
    reply: null,
    perMinute: 30,
  }),
  checkInvitation: endpoint({
    ...open,
    method: 'POST',
    reads: true,
    path: '/invitations/check',
    summary: 'Who is invited to what; looking does not spend the code',
    body: withCode,
    reply: z.object({ organization_name: z.string(), name: z.string(), email: z.string() }),
    perMinute: 30,
  }),
  acceptInvitation: endpoint({
    ...open,
    managedByProvider,
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Accept an invitation by choosing a password',
    body: withPassword,
    reply: z.object({ email: z.string() }),
    perMinute: 30,
  }),
  changePassword: endpoint({
    ...own,
    managedByProvider,
    method: 'POST',
    path: '/password-changes',
    summary:
      'Change the own password and end all other sign-ins; only a demanded change goes without the present one',
    body: z.strictObject({ current_password: password.optional(), new_password: newPassword }),
    reply: null,
    whilePasswordChangeRequired: true,
    perMinute: 30,
  }),
  requestEmailChange: endpoint({
    ...own,
    managedByProvider,
    method: 'POST',
    path: '/email-changes',
    summary: 'Mail a link to the new address of the own account; the change counts when that is followed',
    body: z.strictObject({ email, current_password: password }),
    reply: null,
    perMinute: 10,
  }),
  confirmEmailChange: endpoint({
    ...open,
    method: 'POST',
    path: '/email-changes/confirm',
    summary: 'Change the address of an account with the code that came to the new one',
    body: withCode,
    reply: z.object({ email: z.string() }),
    perMinute: 30,
  }),
  confirmOwnerChange: endpoint({
    ...open,
    method: 'POST',
    path: '/owner-changes/confirm',
    summary: "Take over an organisation's owner address with the code that came to the new one",
    body: withCode,
    reply: z.object({ organization_name: z.string(), owner_email: z.string() }),
    perMinute: 30,
  }),
  listSignIns: endpoint({
    ...own,
    method: 'GET',
    path: '/sign-ins',
    summary: 'Devices on which one is signed in, the latest used first',
    reply: z.object({ results: z.array(signIn) }),
  }),
  endSignIn: endpoint({
    ...own,
    method: 'DELETE',
    path: '/sign-ins/{id}',
    summary: 'Sign one device out',
    params,
    reply: null,
  }),
  endOtherSignIns: endpoint({
    ...own,
    method: 'DELETE',
    path: '/sign-ins',
    summary: 'Sign out all devices but this one',
    reply: null,
  }),
};
