import type { Organization } from '@vpisnik/contract/organizations';
import { type PaymentSettings, payment_settings } from '@vpisnik/contract/payment-settings';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { bicOf, ibanProblem, plainIban, writtenIban } from '@vpisnik/contract/rules/ibans';
import { limits } from '@vpisnik/contract/rules/limits';
import type { ReferenceModel } from '@vpisnik/contract/rules/references';
import { reminderDays } from '@vpisnik/contract/rules/reminders';
import { statementLimits } from '@vpisnik/contract/rules/statements';
import type { Api } from '../../../lib/api.ts';
import { problemsOfBody } from '../../../lib/form/problems.ts';

/** The fields of the form in their order. */
export type PaymentSettingsValues = {
  recipient: string;
  street: string;
  town: string;
  /** In groups of four once it is saved. */
  iban: string;
  bic: string;
  purpose: string;
  purpose_code: string;
  reference_model: ReferenceModel;
  statement_months: number;
} & PaymentMailValues;

/** Which mails leave by themselves, and days before and after the due day. */
export type PaymentMailValues = {
  mail_requests: boolean;
  mail_reminders: boolean;
  mail_received: boolean;
  remind_before: number | null;
  remind_after: number | null;
  remind_again: number | null;
};

/** The saved settings, or what the organisation's profile proposes before they are. */
export function valuesOf(row: PaymentSettings | null, organization: Organization): PaymentSettingsValues {
  if (row) {
    const { recipient, street, town, iban, bic, purpose, purpose_code, reference_model, statement_months } =
      row;
    const { mail_requests, mail_reminders, mail_received, remind_before, remind_after, remind_again } = row;
    return {
      ...{ recipient, street, town, iban: writtenIban(iban), bic },
      ...{ purpose, purpose_code, reference_model, statement_months },
      ...{ mail_requests, mail_reminders, mail_received, remind_before, remind_after, remind_again },
    };
  }
  const { company_name, address = '', postal_code = '', city = '' } = organization.profile;
  const proposed = (text: string) => (text.length <= limits.slipLine ? text : '');
  return {
    recipient: proposed(company_name || organization.name),
    street: proposed(address),
    town: proposed(`${postal_code} ${city}`.trim()),
    iban: '',
    bic: '',
    purpose: '',
    purpose_code: 'OTHR',
    reference_model: 'SI12',
    statement_months: statementLimits.months,
    ...{ mail_requests: false, mail_reminders: false, mail_received: false },
    ...reminderDays,
  };
}

/** Problems of the form, by the contract's schema. */
export const problemsOf = (values: PaymentSettingsValues): FieldError[] =>
  problemsOfBody(payment_settings.save.body, values);

/**
 * What a typed account brings along: the bank's code, where it is known and none was typed for another account, and
 * references that banks elsewhere know.
 */
export function withAccount(values: PaymentSettingsValues, iban: string): Partial<PaymentSettingsValues> {
  const plain = plainIban(iban);
  if (ibanProblem(plain)) return { iban };
  const wasProposed = values.bic === '' || values.bic === bicOf(plainIban(values.iban));
  return {
    iban,
    ...((wasProposed || bicOf(plain) !== '') && { bic: bicOf(plain) }),
    ...(!plain.startsWith('SI') && { reference_model: 'RF' as const }),
  };
}

/** Whether another account than the saved one is about to be saved. */
export const changesAccount = (row: PaymentSettings | null, { iban }: PaymentSettingsValues): boolean =>
  row !== null && row.iban !== plainIban(iban);

/** Saves all settings. */
export const saveSettings = (
  api: Api,
  values: PaymentSettingsValues,
  row: PaymentSettings | null,
): Promise<PaymentSettings> =>
  api.payment_settings.save({ body: { ...values, ...(row && { version: row.version }) } });
