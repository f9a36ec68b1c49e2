import type { AddressProblem, ApplicantNotice } from '@vpisnik/contract/rules/applicant-page';
import type { FormEntries } from '@vpisnik/contract/rules/application-form';
import type { ErrorCode, FieldError } from '@vpisnik/contract/rules/errors';
import type { ApplicantScope } from '../../db/scope.ts';
import type { ApplicantTokens } from '../../mail/applicant-tokens.ts';
import type { Sealing } from '../../mail/sealed.ts';

/** A form that an applicant's page sent, and the means to read it. */
export type ApplicantForm = {
  entries: FormEntries;
  /** The first value of a field; empty without one. */
  get(name: string): string;
  tokens: ApplicantTokens;
  seals: Sealing;
};

/** The answer of an act: a notice; problems, with which its form is shown again; or the new address of the page. */
export type ActAnswer =
  | ApplicantNotice
  | { view: 'edit'; problems: FieldError[]; failure: ErrorCode | null }
  | { view: 'address'; problem: AddressProblem }
  | { moved_to: string };

/**
 * Does what a form asks for with one application of the address, in a transaction of its own. It locks the rows that it
 * changes and checks again whether it still may: the page can be hours old.
 */
export type ApplicantAct = (
  scope: ApplicantScope,
  participantId: string,
  form: ApplicantForm,
) => Promise<ActAnswer>;
