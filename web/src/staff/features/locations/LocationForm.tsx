import { Textarea, TextInput } from '@mantine/core';
import type { FieldError } from '@vpisnik/contract/errors';
import { type Location, type LocationInput, locations } from '@vpisnik/contract/locations';
import type { ReactNode } from 'react';
import { useApi } from '../../../lib/api.ts';
import { problemsOfBody, useEntityForm } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { numberOf, type WholeNumber } from '../../../lib/whole-number.ts';
import { controlId, errorAt, useFormWords } from '../../../ui/form-words.ts';
import { Optional } from '../../../ui/Optional.tsx';
import { WholeNumberField } from '../../../ui/WholeNumberField.tsx';
import { CatalogueForm } from '../catalogue/CatalogueForm.tsx';
import { MapLink } from './MapLink.tsx';

type Values = Required<Omit<LocationInput, 'google_maps_link' | 'max_participants'>> & {
  google_maps_link: string;
  max_participants: WholeNumber;
};

const wireOf = ({ google_maps_link, max_participants, ...values }: Values): Required<LocationInput> => ({
  ...values,
  max_participants: numberOf(max_participants),
  google_maps_link: google_maps_link.trim() || null,
});

const problemsOf = (values: Values): FieldError[] =>
  problemsOfBody(locations.create.body, {
    ...wireOf(values),
    max_participants: values.max_participants,
  }).map((problem) =>
    problem.path === 'max_participants' && problem.code === 'too_small'
      ? { ...problem, code: 'positive' }
      : problem,
  );

const fieldNames = [
  'name',
  'address',
  'description',
  'comment',
  'max_participants',
  'google_maps_link',
] as const;

/** The form of a location. */
export function LocationForm({ location }: { location: Location | null }) {
  const { t } = useI18n();
  const api = useApi();
  const form = useEntityForm<Values, Location>({
    initial: location,
    valuesOf: (row) => ({
      name: row?.name ?? '',
      address: row?.address ?? '',
      description: row?.description ?? '',
      comment: row?.comment ?? '',
      max_participants: row?.max_participants ?? null,
      google_maps_link: row?.google_maps_link ?? '',
    }),
    problemsOf,
    send: (values, fields, base) => {
      if (!base) return api.locations.create({ body: wireOf(values) });
      const body = Object.fromEntries(
        Object.entries(wireOf(values)).filter(([name]) => fields.includes(name as keyof Values)),
      );
      return api.locations.update({ params: { id: base.id }, body: { ...body, version: base.version } });
    },
  });
  const { summary, describe } = useFormWords((path) => {
    const field = fieldNames.find((one) => one === path);
    return t(`modules.location.fields.${field ?? 'name'}`);
  });
  const { values, change, problems } = form;
  const text = (field: Exclude<keyof Values, 'max_participants'>) => ({
    id: controlId(field),
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    error: errorAt(problems, field, t),
  });
  return (
    <CatalogueForm form={form} errors={summary(problems)} describe={describe}>
      <TextInput
        {...text('name')}
        {...(form.isNew && { 'data-autofocus': true })}
        label={t('modules.location.fields.name')}
      />
      <TextInput
        {...text('address')}
        label={<Open>{t('modules.location.fields.address')}</Open>}
        description={t('modules.location.hints.address')}
        autoComplete="off"
      />
      <WholeNumberField
        id={controlId('max_participants')}
        label={<Open>{t('modules.location.fields.max_participants')}</Open>}
        description={t('modules.location.hints.max_participants')}
        value={values.max_participants}
        onChange={(max_participants) => change({ max_participants })}
        error={errorAt(problems, 'max_participants', t)}
      />
      <div>
        <TextInput
          {...text('google_maps_link')}
          type="url"
          inputMode="url"
          label={<Open>{t('modules.location.fields.google_maps_link')}</Open>}
          description={t('modules.location.hints.google_maps_link')}
        />
        <MapLink link={values.google_maps_link} name={values.name} />
      </div>
      <Textarea
        {...text('description')}
        label={<Open>{t('modules.location.fields.description')}</Open>}
        description={t('modules.location.hints.description')}
      />
      <Textarea
        {...text('comment')}
        label={<Open>{t('modules.location.fields.comment')}</Open>}
        description={t('modules.location.hints.comment')}
      />
    </CatalogueForm>
  );
}

function Open({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <Optional />
    </>
  );
}
