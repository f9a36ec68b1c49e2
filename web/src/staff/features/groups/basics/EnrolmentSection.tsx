import { Radio } from '@mantine/core';
import { offerModes } from '@vpisnik/contract/rules/offers';
import { numberOf } from '../../../../lib/form/whole-number.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { FieldPair, FormSection } from '../../../../ui/form/FormSection.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import classes from '../editor/editor.module.css';
import { useEditor, useWholeNumber } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import { InstantField } from './InstantField.tsx';
import { StatusSwitches } from './StatusSwitches.tsx';

/** Publication, dates of enrolment, number of places, and age limits. */
export function EnrolmentSection() {
  const { t } = useI18n();
  const timeZone = useTimeZone();
  const { form, values, isLocked, errorAt } = useEditor();
  const optional = (field: 'age_from' | 'age_to') => (
    <>
      {t(`modules.group.fields.${field}`)}
      <Optional />
    </>
  );
  return (
    <FormSection
      title={t('modules.group.sections.enrolment')}
      description={t('modules.group.sections.enrolment_hint')}
    >
      <StatusSwitches />
      <div className={classes.stack}>
        <FieldPair>
          <InstantField field="apply_from" defaultTime="00:00" />
          <InstantField field="apply_until" defaultTime="23:59" after={values.apply_from} />
        </FieldPair>
        <p className={classes.hint}>{t('modules.group.hints.zone', { zone: timeZone })}</p>
      </div>
      <Capacity />
      <Radio.Group
        id={groupControlId('when_full')}
        label={t('modules.group.fields.when_full')}
        value={values.when_full}
        onChange={(value) => form.change({ when_full: value === 'close' ? 'close' : 'waitlist' })}
        error={errorAt('when_full')}
      >
        <div className={classes.stack}>
          {(['waitlist', 'close'] as const).map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`modules.group.when_full.${one}`)}
              disabled={isLocked('when_full')}
            />
          ))}
        </div>
      </Radio.Group>
      <Offers />
      <div className={classes.stack}>
        <FieldPair>
          <WholeNumberField {...useWholeNumber('age_from')} label={optional('age_from')} />
          <WholeNumberField {...useWholeNumber('age_to')} label={optional('age_to')} />
        </FieldPair>
        <p className={classes.hint}>{t('modules.group.hints.age')}</p>
      </div>
    </FormSection>
  );
}

/** How free places go to the queue, and how long one is kept for an answer. */
function Offers() {
  const { t } = useI18n();
  const { form, values, isLocked, errorAt } = useEditor();
  return (
    <>
      <Radio.Group
        id={groupControlId('offer_mode')}
        label={t('modules.group.fields.offer_mode')}
        value={values.offer_mode}
        onChange={(value) =>
          form.change({ offer_mode: offerModes.find((one) => one === value) ?? 'by_hand' })
        }
        error={errorAt('offer_mode')}
      >
        <div className={classes.stack}>
          {offerModes.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`modules.group.offer_mode.${one}`)}
              description={t(`modules.group.offer_mode.${one}_hint`)}
              disabled={isLocked('offer_mode')}
            />
          ))}
        </div>
      </Radio.Group>
      <WholeNumberField
        {...useWholeNumber('offer_hours')}
        classNames={{ wrapper: classes.hours ?? '' }}
        label={t('modules.group.fields.offer_hours')}
        description={t('modules.group.hints.offer_hours')}
      />
    </>
  );
}

/** The group's own limit; empty, the location's holds. */
function Capacity() {
  const { t } = useI18n();
  const { values, group, references } = useEditor();
  const location =
    references.locations.find((one) => one.id === values.location_id)?.max_participants ?? null;
  const limit = numberOf(values.capacity) ?? location;
  const taken = group?.taken ?? 0;
  const empty =
    location === null
      ? t('modules.group.hints.capacity')
      : t('modules.group.hints.capacity_location', { count: location });
  return (
    <FieldPair>
      <WholeNumberField
        {...useWholeNumber('capacity')}
        label={
          <>
            {t('modules.group.fields.capacity')}
            <Optional />
          </>
        }
        placeholder={location === null ? '' : String(location)}
        description={
          <>
            {group && `${t('modules.group.hints.taken', { count: taken })} `}
            {empty}
            {limit !== null && limit < taken && (
              <span className={classes.warning}>{t('modules.group.hints.below_taken', { taken })}</span>
            )}
          </>
        }
      />
    </FieldPair>
  );
}
