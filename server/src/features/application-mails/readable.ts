import { emailTypeRules, emailTypes } from '@vpisnik/contract/rules/email-types';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { inArray } from 'drizzle-orm';
import { mails } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** Mails of types that the caller may read about. */
export const readableMails = ({ rank }: Scope) =>
  inArray(
    mails.email_type,
    emailTypes.filter((type) => rank >= permissions[emailTypeRules[type].readers]),
  );
