import { NumberInput } from '@mantine/core';
import type { FieldsOf } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { controlId, errorAt } from '../../../ui/form-words.ts';
import { Optional } from '../../../ui/Optional.tsx';

/** A row's place in the order of its catalogue; a new one comes last unless it says where. */
export function PositionField({ form }: { form: FieldsOf<{ position: number | null }> }) {
  const { t } = useI18n();
  const { values, problems, change, isNew } = form;
  return (
    <NumberInput
      id={controlId('position')}
      label={
        <>
          {t('modules.catalogue.position')} {isNew && <Optional />}
        </>
      }
      description={t(isNew ? 'modules.catalogue.position_new_hint' : 'modules.catalogue.position_hint')}
      className="num"
      hideControls
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      value={values.position ?? ''}
      onChange={(value) => change({ position: typeof value === 'number' ? value : null })}
      error={errorAt(problems, 'position', t)}
    />
  );
}
