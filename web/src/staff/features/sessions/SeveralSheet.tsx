import { Select, TextInput } from '@mantine/core';
import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import { formatDay, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import type { Session } from '@vpisnik/contract/sessions';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { numberOf } from '../../../lib/form/whole-number.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { TimeField } from '../../../ui/date/TimeField.tsx';
import { FirstField } from '../../../ui/form/FirstField.tsx';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { Sheet, SheetForm } from '../../../ui/form/FormSheet.tsx';
import { controlId } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import { useCloseAsking } from '../../../ui/form/saving/use-close-asking.tsx';
import { WholeNumberField } from '../../../ui/form/WholeNumberField.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { NotifyPeople } from '../session-notices/NotifyPeople.tsx';
import { ClashList } from './ClashList.tsx';
import classes from './schedule.module.css';
import { useDateClashes } from './use-date-clashes.ts';
import {
  type SeveralKind,
  type SeveralValues,
  severalMoved,
  severalProblemOf,
  severalWireOf,
} from './values.ts';

type SeveralSheetProps = {
  kind: SeveralKind;
  sessions: readonly Session[];
  group: Pick<Group, 'id' | 'languages' | 'location_id' | 'leaders'>;
  /** Where they may be. */
  locations: readonly Location[];
  /** Gets the sessions that could not be changed. */
  onDone: (left: readonly Session[]) => Promise<void>;
  onClose: () => void;
};

/** Cancels several dates of a group, or moves them alike: by days, to another time, to another place. */
export function SeveralSheet({ onClose, ...props }: SeveralSheetProps) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  const count = props.sessions.length;
  return (
    <Sheet title={t(`modules.schedule.several.${props.kind}`, { count })} onClose={closing.ask}>
      <SeveralForm {...props} onDirty={() => closing.setDirty(true)} onClose={closing.ask} />
      {closing.dialog}
    </Sheet>
  );
}

function SeveralForm(props: SeveralSheetProps & { onDirty: () => void }) {
  const { kind, sessions, group, locations, onDirty, onDone, onClose } = props;
  const { t, locale } = useI18n();
  const api = useApi();
  const [values, setValues] = useState<SeveralValues>({
    days: 0,
    start_time: '',
    location_id: null,
    reason: {},
  });
  const [refusals, setRefusals] = useState(0);
  const [failed, setFailed] = useState<ReadonlyMap<Session, string>>(new Map());
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(0);
  const [isTold, setTold] = useState(false);
  const change = (part: Partial<SeveralValues>) => {
    onDirty();
    setValues({ ...values, ...part });
  };
  const { days, start_time, location_id, reason } = values;
  const isMove = kind === 'move';
  const found = severalProblemOf(values, kind);
  const problem =
    found && t(found === 'integer' ? 'errors.general.integer' : 'modules.schedule.problems.unmoved');
  const shown = refusals > 0 ? problem : undefined;
  const clashes = useDateClashes(
    isMove && !problem ? sessions.map((session) => severalMoved(values, session)) : [],
    location_id,
    group,
    locations,
  );
  const reasonOf = (error: unknown) =>
    refusedFields(error).some(({ code }) => code === 'slots_overlap')
      ? t('modules.schedule.problems.taken_meanwhile')
      : errorText(error, t, 'errors.session.save');
  const submit = async () => {
    if (problem) return setRefusals(refusals + 1);
    const left = new Map<Session, string>();
    // closing it now would hide what fails
    onDirty();
    setSaving(true);
    // the last one first makes room for the one before it
    for (const session of (numberOf(days) ?? 0) > 0 ? sessions.toReversed() : sessions)
      await api.session_exceptions
        .create({
          params: { id: group.id },
          body: { ...severalWireOf(values, kind, session), notify: isTold },
        })
        .catch((error) => left.set(session, reasonOf(error)));
    const count = sessions.length - left.size;
    // else in the sheet, whose buttons a notification would cover
    if (left.size === 0) notify({ message: 'modules.schedule.several.saved', values: { count } });
    setSaved(count);
    setFailed(left);
    await onDone(sessions.filter((session) => left.has(session)));
    setSaving(false);
  };
  const usual = locations.find(({ id }) => id === group.location_id);
  const dayText = ({ date }: Session) =>
    `${weekdayName(dayOf(date), locale, 'short')} ${formatDay(date, locale)}`;
  return (
    <SheetForm
      errors={shown ? [{ id: controlId('days'), message: shown }] : []}
      refusals={refusals}
      failure={
        [
          failed.size > 0 && saved > 0 && `${t('modules.schedule.several.saved', { count: saved })}.`,
          ...[...failed].map(([session, why]) => `${dayText(session)}: ${why}`),
        ]
          .filter(Boolean)
          .join(' ') || null
      }
      saving={saving}
      submit={t(`modules.schedule.several.${kind}`, { count: sessions.length })}
      {...(!isMove && { cancel: t('modules.schedule.several.keep') })}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.about}>{sessions.map(dayText).join(', ')}</p>
      <FirstField>
        {isMove && (
          <>
            <FieldPair>
              <WholeNumberField
                id={controlId('days')}
                label={t('modules.schedule.several.days')}
                description={t('modules.schedule.several.days_hint')}
                // keypads of numbers have no minus
                inputMode="text"
                value={days}
                onChange={(next) => change({ days: next })}
                error={shown}
              />
              <TimeField
                id={controlId('start_time')}
                label={t('modules.schedule.several.start_time')}
                description={t('modules.schedule.several.start_time_hint')}
                value={start_time}
                onChange={(next) => change({ start_time: next })}
              />
            </FieldPair>
            <Select
              id={controlId('location_id')}
              label={
                <>
                  {t('modules.schedule.fields.location_id')}
                  <Optional />
                </>
              }
              placeholder={
                usual
                  ? t('modules.schedule.usual_place', { place: usual.name })
                  : t('modules.schedule.no_place')
              }
              data={locations
                .filter(({ id, active }) => active && id !== group.location_id)
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={location_id}
              onChange={(next) => change({ location_id: next })}
              clearable
              clearButtonProps={{ 'aria-label': t('modules.schedule.clear_place') }}
            />
            <div role="status">
              <ClashList clashes={clashes} />
            </div>
          </>
        )}
        {group.languages.map((language, at) => (
          <TextInput
            key={language}
            label={
              <>
                {group.languages.length > 1
                  ? `${t('modules.schedule.fields.reason')} (${t(`layout.languages_within.${language}`)})`
                  : t('modules.schedule.fields.reason')}
                <Optional />
              </>
            }
            {...(at === 0 && { description: t('modules.schedule.reason_hint') })}
            lang={language}
            value={reason[language] ?? ''}
            onChange={(event) => change({ reason: { ...reason, [language]: event.currentTarget.value } })}
          />
        ))}
      </FirstField>
      <NotifyPeople about={{ group_id: group.id }} checked={isTold} onChange={setTold} />
    </SheetForm>
  );
}
