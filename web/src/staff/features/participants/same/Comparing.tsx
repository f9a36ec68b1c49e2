import { Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import { ApiError } from '@vpisnik/contract/kit';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { listFormat } from '@vpisnik/contract/rules/formatters';
import type { Comparison } from '@vpisnik/contract/same-person';
import { useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { ComparedRow } from './ComparedRow.tsx';
import classes from './compare.module.css';
import { isEitherGone, rememberSamePerson, useRefreshComparison, useRefreshMerged } from './queries.ts';
import { useTellingApart } from './use-telling-apart.ts';
import { useUndoMerge } from './use-undo-merge.ts';

const act = 'errors.participant.merge';

/** The further an application has come, the more likely its status holds. */
const furthest: readonly ParticipantStatus[] = ['approved', 'pending', 'waitlisted', 'inactive', 'rejected'];

type ComparingProps = {
  comparison: Comparison;
  /** To different groups: there is nothing to choose, they can be linked. */
  isApart: boolean;
};

/** The fields with a choice where they differ, what comes of it, and what to do. */
export function Comparing({ comparison, isApart }: ComparingProps) {
  const { t } = useI18n();
  const { kept, other, fields } = comparison;
  /** By field, whether the other application's value was chosen. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(
    () => new Map(furthest.indexOf(other.status) < furthest.indexOf(kept.status) ? [['status', true]] : []),
  );
  const [isTried, setTried] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const choose = (key: string, takes: boolean) => setChosen((before) => new Map(before).set(key, takes));
  const taking = (wanted: boolean) => [...chosen].flatMap(([key, takes]) => (takes === wanted ? [key] : []));
  const [take, keep] = [taking(true), taking(false)];
  /** Leads to the first choice that nobody but the reader can make; true when there is none. */
  const isDecided = () => {
    setTried(true);
    const open = card.current?.querySelector<HTMLElement>('[data-open] input');
    open?.focus();
    return !open;
  };
  const differing = fields.filter(({ settled }) => settled !== 'same');
  const same = fields.filter(({ settled }) => settled === 'same');
  const rowOf = (field: Comparison['fields'][number]) => (
    <ComparedRow
      key={field.key}
      field={field}
      references={{ kept: kept.reference, other: other.reference }}
      takes={chosen.get(field.key) ?? (field.sensitive ? undefined : false)}
      isTried={isTried}
      onChoose={isApart ? undefined : (takes) => choose(field.key, takes)}
    />
  );
  return (
    <div className={classes.page}>
      <div className={classes.card} ref={card}>
        <div className={classes.row}>
          <span />
          <Side side={kept} />
          <Side side={other} />
        </div>
        {differing.map(rowOf)}
        {same.length > 0 && (
          <details className={classes.same}>
            <summary>{t('modules.same_person.same', { count: same.length })}</summary>
            {same.map(rowOf)}
          </details>
        )}
      </div>
      {!isApart && <After comparison={comparison} takesName={take.includes('name')} />}
      <Acts comparison={comparison} isApart={isApart} take={take} keep={keep} isDecided={isDecided} />
    </div>
  );
}

function Side({ side }: { side: Comparison['kept'] }) {
  const { locale } = useI18n();
  const timeZone = useTimeZone();
  const group = bestText(side.group_name, locale);
  return (
    <div className={classes.head}>
      <b>{side.name}</b>
      <small lang={group.language}>{group.text}</small>
      <small className="num">
        {formatInstant(side.application_date, { locale, timeZone })}, {side.reference}
      </small>
    </div>
  );
}

function After({ comparison, takesName }: { comparison: Comparison; takesName: boolean }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { kept, other, moved } = comparison;
  const counted = (['payments', 'mails', 'notes', 'reapplications'] as const).filter((one) => moved[one] > 0);
  const parts = counted.map((one) => t(`modules.same_person.moved.${one}`, { count: moved[one] }));
  const first = kept.application_date < other.application_date ? kept : other;
  const when = formatInstant(first.application_date, { locale, timeZone });
  return (
    <div className={classes.after}>
      <IconArrowMerge size={22} stroke={1.75} aria-hidden />
      <div>
        <b>{t('modules.same_person.after', { name: takesName ? other.name : kept.name })}</b>
        <p>
          {parts.length > 0
            ? t('modules.same_person.comes', {
                reference: other.reference,
                what: listFormat(formatTag[locale]).format(parts),
              })
            : t('modules.same_person.comes_nothing', { reference: other.reference })}
        </p>
        <p>{t('modules.same_person.first_date', { when })}</p>
        <p>{t('modules.same_person.undoable')}</p>
      </div>
    </div>
  );
}

type ActsProps = ComparingProps & { take: string[]; keep: string[]; isDecided: () => boolean };

function Acts({ comparison: { kept, other }, isApart, take, keep, isDecided }: ActsProps) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = useRefreshMerged();
  const refreshComparison = useRefreshComparison();
  const undo = useUndoMerge();
  const tellApart = useTellingApart(kept.id);
  const [busy, setBusy] = useState(false);
  const params = { id: kept.id };
  const back = { to: '/participants/$participant_id', params: { participant_id: kept.id } } as const;
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await navigate(back);
    } catch (error) {
      const isChanged =
        (error instanceof ApiError && error.code === 'edit_conflict') ||
        // a question has become sensitive, whose answer must be chosen now
        refusedFields(error).some(({ code }) => code === 'required');
      if (isChanged) {
        await refreshComparison();
        notify({ message: 'modules.same_person.changed', color: 'warning', timeout: 10_000, act });
        // the page says then that one of them is gone
      } else if (isEitherGone(error)) await refreshComparison();
      else notifyFailure(error, t, act);
      setBusy(false);
    }
  };
  const merge = async () => {
    const versions = { version: kept.version, other_version: other.version };
    const body = { other_id: other.id, ...versions, take, keep };
    const { id } = await api.same_person.merge({ params, body });
    refresh(kept.id, other.id, true);
    notify({
      message: 'modules.same_person.done',
      act,
      timeout: 10_000,
      action: { label: 'modules.participant.done.undo', run: () => void undoFromNotice(id) },
    });
  };
  const undoFromNotice = async (id: string) => {
    // the panel asks about the place
    if ((await undo(id)) === 'full')
      notify({ message: 'modules.same_person.full_title', color: 'warning', timeout: 10_000, act });
  };
  const link = async () => {
    const known = await api.same_person.link({ params, body: { other_id: other.id } });
    rememberSamePerson(queryClient, api, kept.id, known);
    notify({ message: 'modules.same_person.link_done', act });
  };
  return (
    <div className={classes.acts}>
      <Button
        variant="subtle"
        className={classes.push}
        {...waiting(busy, () => void run(() => tellApart(other.id, other.name)))}
      >
        {t('modules.same_person.different')}
      </Button>
      <Button renderRoot={(props) => <Link {...props} {...back} />}>{t('ui.confirm.cancel')}</Button>
      <Button
        variant="filled"
        {...waiting(busy, () => {
          if (isApart) void run(link);
          else if (isDecided()) void run(merge);
        })}
      >
        {t(isApart ? 'modules.same_person.link' : 'modules.same_person.merge')}
      </Button>
    </div>
  );
}
