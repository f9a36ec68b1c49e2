import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { numberOf, type WholeNumber } from '../../../../lib/form/whole-number.ts';
import { wholeQuery } from '../../../../lib/pages-query.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { Sheet, SheetForm } from '../../../../ui/form/FormSheet.tsx';
import { controlId } from '../../../../ui/form/form-words.ts';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import classes from '../../sharing/sharing.module.css';
import { usualPeriods } from '../address.ts';
import { datesText } from '../dates-text.ts';
import { movedDay } from '../moved-day.ts';
import { useRefreshGroups } from '../queries.ts';
import { copyLater } from './copy-many.ts';
import { mostWeeks, weeksProblem, yearOfWeeks } from './values.ts';

type CopySeasonProps = { onClose: () => void };

/** Copies of many groups at once, all of them as many weeks later: the groups of the next season. */
export function CopySeason({ onClose }: CopySeasonProps) {
  const { t, locale } = useI18n();
  const groups = useQuery(
    wholeQuery(useApi().groups.list, {
      period: [...usualPeriods],
      archived: 'false' as const,
      sort: 'name' as const,
      language: locale,
    }),
  );
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t('modules.group_tools.seasons.title')} onClose={closing.ask}>
      {groups.data ? (
        <SeasonForm
          groups={groups.data.results}
          onTouched={() => closing.setDirty(true)}
          onClose={closing.ask}
          onDone={onClose}
        />
      ) : groups.isError ? (
        <QueryFailed error={groups.error} onRetry={groups.refetch} />
      ) : (
        <Pending />
      )}
      {closing.dialog}
    </Sheet>
  );
}

type SeasonFormProps = CopySeasonProps & {
  groups: readonly GroupSummary[];
  onTouched: () => void;
  onDone: () => void;
};

function SeasonForm({ groups: present, onTouched, onClose, onDone }: SeasonFormProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const refresh = useRefreshGroups();
  // as they were when the sheet opened: copies that are made meanwhile are no originals
  const [groups] = useState(present);
  const [weeks, setWeeks] = useState<WholeNumber>(yearOfWeeks);
  // one that never ends goes on by itself
  const [chosen, setChosen] = useState(groups.filter((one) => one.end_date).map(({ id }) => id));
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [made, setMade] = useState<number | null>(null);
  const [created, setCreated] = useState(0);
  const [refusals, setRefusals] = useState(0);
  const days = (numberOf(weeks) ?? 0) * 7;
  const wrong = weeksProblem(weeks);
  const wrongText =
    wrong === 'integer' ? 'errors.general.integer' : wrong && (`errors.fields.${wrong}` as const);
  const problems = [
    ...(wrongText ? [{ field: 'weeks' as const, message: t(wrongText, { min: 1, max: mostWeeks }) }] : []),
    ...(chosen.length === 0
      ? [{ field: 'groups' as const, message: t('modules.group_tools.seasons.none') }]
      : []),
  ];
  const shown = refusals > 0 ? problems : [];
  const errorOf = (field: 'weeks' | 'groups') => shown.find((one) => one.field === field)?.message;
  const submit = async () => {
    if (problems.length > 0) return setRefusals(refusals + 1);
    const reasons = new Map<string, string>();
    // closing it now would hide what fails
    onTouched();
    setMade(0);
    for (const group of groups.filter(({ id }) => chosen.includes(id))) {
      await copyLater(api, group, days).catch((error) => {
        reasons.set(group.id, errorText(error, t, 'errors.group.save'));
      });
      setMade((count) => (count ?? 0) + 1);
    }
    setMade(null);
    void refresh();
    const count = chosen.length - reasons.size;
    if (reasons.size === 0) {
      notify({ message: 'modules.group_tools.seasons.done', values: { count } });
      return onDone();
    }
    // in the sheet, whose buttons a notification would cover
    setCreated(count);
    setChosen([...reasons.keys()]);
    setFailed(reasons);
  };
  return (
    <SheetForm
      errors={shown.map(({ field, message }) => ({
        id: controlId(field),
        message: `${t(`modules.group_tools.seasons.${field}`)} – ${message}`,
      }))}
      refusals={refusals}
      failure={
        [
          failed.size > 0 && created > 0 && `${t('modules.group_tools.seasons.done', { count: created })}.`,
          failed.size > 0 && t('modules.group_tools.seasons.failed', { count: failed.size }),
        ]
          .filter(Boolean)
          .join(' ') || null
      }
      saving={made !== null}
      progress={t('modules.group_tools.seasons.making', {
        at: Math.min((made ?? 0) + 1, chosen.length),
        of: chosen.length,
      })}
      submit={t('modules.group_tools.seasons.confirm', { count: chosen.length })}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.note}>{t('modules.group_tools.seasons.text')}</p>
      <FirstField>
        <WholeNumberField
          id={controlId('weeks')}
          label={t('modules.group_tools.seasons.weeks')}
          description={t('modules.group_tools.seasons.weeks_hint')}
          value={weeks}
          onChange={(next) => {
            onTouched();
            setWeeks(next);
          }}
          error={errorOf('weeks')}
        />
      </FirstField>
      <Checkbox.Group
        id={controlId('groups')}
        tabIndex={-1}
        label={t('modules.group_tools.seasons.groups')}
        value={chosen}
        onChange={(next) => {
          onTouched();
          setChosen(next);
        }}
        error={errorOf('groups')}
      >
        <div className={classes.choices}>
          {groups.map((group) => (
            <Checkbox
              key={group.id}
              value={group.id}
              label={groupName(group, locale)}
              // Mantine's label holds the description too, which is said after the name anyway
              aria-label={groupName(group, locale)}
              description={datesAfter(group, days)}
              error={failed.get(group.id)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </SheetForm>
  );

  function datesAfter({ start_date, end_date }: GroupSummary, days: number): string {
    const before = datesText({ start_date, end_date }, { t, locale });
    const after = datesText(
      { start_date: movedDay(start_date, days), end_date: movedDay(end_date, days) },
      { t, locale },
    );
    if (!before || !after) return t('modules.group_tools.seasons.undated');
    return t('modules.group_tools.seasons.moved', { before, after });
  }
}
