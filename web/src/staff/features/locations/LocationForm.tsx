import { Textarea, TextInput } from '@mantine/core';
import type { Location } from '@vpisnik/contract/locations';
import type { ReactNode } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { pickFields, valuesFrom } from '../../../lib/form/values.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Controls } from '../../../ui/form/Controls.tsx';
import { useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import { WholeNumberField } from '../../../ui/form/WholeNumberField.tsx';
import { CatalogueForm } from '../catalogue/CatalogueForm.tsx';
import { MapLink } from './MapLink.tsx';
import { empty, type LocationValues, problemsOf, wireOf } from './values.ts';

/** The form of a location. */
export function LocationForm({ location }: { location: Location | null }) {
  const { t } = useI18n();
  const api = useApi();
  const form = useEntityForm<LocationValues, Location>({
    initial: location,
    valuesOf: (row) => valuesFrom(empty, row),
    problemsOf,
    send: (values, fields, base) => {
      const wire = wireOf(values);
      if (!base) return api.locations.create({ body: wire });
      const body = { ...pickFields(wire, fields), version: base.version };
      return api.locations.update({ params: { id: base.id }, body });
    },
  });
  const { values } = form;
  const nameOf = (field: keyof LocationValues) => t(`modules.location.fields.${field}`);
  const { summary, describe } = useFormWords(values, nameOf);
  const { text, control } = useControls(form);
  const open = (field: keyof LocationValues) => (
    <>
      {nameOf(field)} <Optional />
    </>
  );
  // In the form's order; a field without a control does not compile.
  const controls: Record<keyof LocationValues, ReactNode> = {
    name: (
      <TextInput {...text('name')} {...(form.isNew && { 'data-autofocus': true })} label={nameOf('name')} />
    ),
    address: (
      <TextInput
        {...text('address')}
        label={open('address')}
        description={t('modules.location.hints.address')}
        autoComplete="off"
      />
    ),
    max_participants: (
      <WholeNumberField
        {...control('max_participants')}
        label={open('max_participants')}
        description={t('modules.location.hints.max_participants')}
      />
    ),
    google_maps_link: (
      <div>
        <TextInput
          {...text('google_maps_link')}
          type="url"
          inputMode="url"
          label={open('google_maps_link')}
          description={t('modules.location.hints.google_maps_link')}
        />
        <MapLink link={values.google_maps_link} name={values.name} />
      </div>
    ),
    description: (
      <Textarea
        {...text('description')}
        label={open('description')}
        description={t('modules.location.hints.description')}
      />
    ),
    comment: (
      <Textarea
        {...text('comment')}
        label={open('comment')}
        description={t('modules.location.hints.comment')}
      />
    ),
  };
  return (
    <CatalogueForm form={form} errors={summary(form.problems)} describe={describe}>
      <Controls of={controls} />
    </CatalogueForm>
  );
}
