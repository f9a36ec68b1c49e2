import type { Language } from '@vpisnik/contract/common';
import type { FieldPurpose, FieldType } from '@vpisnik/contract/form-fields';
import type { Group } from '@vpisnik/contract/groups';
import type { PublicField, PublicOrganization } from '@vpisnik/contract/public';
import { privacyVersion } from '@vpisnik/contract/rules/legal';
import type { PreviewOrder } from '@vpisnik/contract/rules/public-pages';
import { numberOf } from '../../../../lib/form/whole-number.ts';
import type { SessionOrganization } from '../../../../lib/session/context.ts';
import { parseTime } from '../../../../ui/date/TimeField.tsx';
import type { References } from '../editor/references.ts';
import { type FieldValue, type GroupValues, slotOf } from '../editor/values.ts';

type Shown = {
  values: GroupValues;
  /** The saved group, for fields that the editor doesn't change. */
  group: Group | null;
  references: References;
  organization: SessionOrganization;
  banner_url: string | null;
  language: Language;
};

/** The form's page as a visitor would get it, were everything saved and the group open. */
export function previewOrder({
  values,
  group,
  references,
  organization,
  banner_url,
  language,
}: Shown): PreviewOrder {
  const category = references.categories.find(({ id }) => id === values.category_id);
  const location = references.locations.find(({ id }) => id === values.location_id);
  return {
    preview: 'show',
    page: {
      kind: 'apply',
      organization: publicOrganization(organization),
      group: {
        ...values,
        // its draft is kept apart from those of real forms
        id: 'preview',
        schedule: values.schedule
          .map(slotOf)
          .filter((slot) => parseTime(slot.start_time) && slot.duration > 0),
        age_from: numberOf(values.age_from),
        age_to: numberOf(values.age_to),
        location_name: location?.name ?? null,
        location_address: location?.address ?? null,
        leaders: values.leader_ids.flatMap(
          (id) => [...references.leaders, ...(group?.leaders ?? [])].find((one) => one.id === id)?.name ?? [],
        ),
        banner_url,
        places: numberOf(values.capacity) ?? location?.max_participants ?? null,
        taken: group?.taken ?? 0,
        waiting: group?.waiting ?? 0,
        enrolment: 'open',
        next_session: null,
        changes: [],
        category: {
          id: category?.id ?? '',
          name: category?.name ?? group?.category_name ?? {},
          active: category?.active ?? false,
        },
        fields: values.fields.flatMap((field) => asked(field, references) ?? []),
        privacy_version: privacyVersion,
      },
      idempotency_key: '',
      posted: null,
    },
    context: {
      path: '/',
      language,
      languages: values.languages,
      explicit: true,
      embed: false,
      public_url: window.location.origin,
      contact_url: '',
      now: new Date().toISOString(),
    },
  };
}

function publicOrganization(organization: SessionOrganization): PublicOrganization {
  const { id, label, name, default_language, languages, time_zone, active, search_indexing, profile } =
    organization;
  const address = [profile.address, [profile.postal_code, profile.city].filter(Boolean).join(' ')];
  return {
    id,
    label,
    name,
    default_language,
    languages,
    time_zone,
    active,
    search_indexing,
    email: organization.contact_email ?? '',
    phone_number: profile.phone_number ?? '',
    address: address.filter(Boolean).join(', '),
    country: {},
  };
}

/** A question as the public form shows it; undefined if its field is no longer in the catalogue. */
function asked(field: FieldValue, { formFields }: References): PublicField | undefined {
  const source = field.question ?? formFields.find(({ id }) => id === field.form_field_id);
  if (!source) return undefined;
  const { type, name, description, options, sensitive } = source;
  return {
    id: field.key,
    type: type as FieldType,
    widget: field.widget,
    required: field.required,
    sensitive,
    purpose: 'purpose' in source ? (source.purpose as FieldPurpose | null) : null,
    name,
    description,
    options,
  };
}
