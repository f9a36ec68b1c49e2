import type { FormFieldInput } from '@vpisnik/contract/form-fields';
import { usualApplicantEdit } from '@vpisnik/contract/rules/questions';
import type { Language } from '@vpisnik/contract/rules/texts';
import { storedEdit } from '../../db/applicant-edit.ts';
import { form_fields, notification_templates } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { systemTemplates } from '../application-mails/rendering/system-templates.ts';

/** Questions that a new organisation finds in its catalogue, in both languages. */
export const starterFormFields = [
  {
    label: 'date-of-birth',
    type: 'date',
    languages: ['sl', 'en'],
    name: { sl: 'Datum rojstva', en: 'Date of birth' },
    required: true,
    purpose: 'date_of_birth',
  },
  {
    label: 'address',
    type: 'text',
    languages: ['sl', 'en'],
    name: { sl: 'Naslov', en: 'Address' },
    description: { sl: 'Ulica in hišna številka, pošta', en: 'Street and number, postal code and town' },
    purpose: 'address',
  },
  {
    label: 'guardian-name',
    type: 'text',
    languages: ['sl', 'en'],
    name: { sl: 'Ime in priimek starša ali skrbnika', en: 'Full name of a parent or guardian' },
    required: true,
    purpose: 'guardian_name',
  },
  {
    label: 'guardian-phone',
    type: 'phone_number',
    languages: ['sl', 'en'],
    name: { sl: 'Telefon starša ali skrbnika', en: 'Parent’s or guardian’s phone' },
    description: { sl: 'Kličemo samo, kadar je nujno.', en: 'We only call when it is urgent.' },
    required: true,
    purpose: 'guardian_phone',
  },
  {
    label: 'experience',
    type: 'single_choice',
    languages: ['sl', 'en'],
    name: { sl: 'Izkušnje', en: 'Experience' },
    options: [
      { value: 'none', name: { sl: 'Brez izkušenj', en: 'None' } },
      { value: 'one-or-two-years', name: { sl: 'Eno ali dve leti', en: 'One or two years' } },
      { value: 'more', name: { sl: 'Več kot dve leti', en: 'More than two years' } },
    ],
  },
  {
    label: 'photo-consent',
    type: 'checkbox',
    languages: ['sl', 'en'],
    name: {
      sl: 'Dovolim objavo fotografij z vadb in nastopov',
      en: 'I agree to the publication of photographs from classes and performances',
    },
    description: {
      sl: 'Soglasje ni pogoj za vpis in ga lahko kadar koli prekličete.',
      en: 'Consent is not a condition of enrolment; you may withdraw it at any time.',
    },
  },
] satisfies FormFieldInput[];

/**
 * Gives an organisation that was just created what it starts with: the system templates, named in its language, and
 * the starter form fields.
 */
export async function seedOrganization(
  tx: Transaction,
  organization: { id: string; default_language: string },
): Promise<void> {
  const organization_id = organization.id;
  const templates = systemTemplates(organization.default_language as Language);
  await tx.insert(notification_templates).values(templates.map((row) => ({ ...row, organization_id })));
  await tx.insert(form_fields).values(
    starterFormFields.map((row, position) => ({
      ...row,
      ...storedEdit(usualApplicantEdit),
      ...{ position, organization_id },
    })),
  );
}
