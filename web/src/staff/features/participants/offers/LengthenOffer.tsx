import type { Participant } from '@vpisnik/contract/participants';
import { addDays } from '@vpisnik/contract/rules/dates';
import { inZone } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { instantOf } from '../../../../lib/time/zone.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { parseTime, TimeField } from '../../../../ui/date/TimeField.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import classes from './offers.module.css';
import { useOfferAct } from './use-offer-act.ts';
import { useUntilWords } from './use-until-words.ts';

type LengthenOfferProps = { participant: Participant; onClose: () => void };

/** Gives longer to answer an offer: a later day and time, a day more at first. */
export function LengthenOffer({ participant, onClose }: LengthenOfferProps) {
  const { t } = useI18n();
  const api = useApi();
  const timeZone = useTimeZone();
  const untilWords = useUntilWords();
  const { id, name, version, offer_until } = participant;
  const [before] = useState(() => inZone(offer_until ?? new Date(), timeZone));
  const [day, setDay] = useState<string | null>(addDays(before.day, 1));
  const [time, setTime] = useState(before.time);
  const [problem, setProblem] = useState<string>();
  const { busy, failure, run } = useOfferAct(participant);
  const confirm = async () => {
    const at = parseTime(time);
    if (day === null || at === null) return setProblem(t('modules.offer.lengthen.incomplete'));
    setProblem(undefined);
    const until = instantOf(day, at, timeZone);
    const work = () => api.offers.lengthen({ params: { id }, body: { until, version } });
    if (!(await run(work, 'modules.offer.done.lengthen'))) onClose();
  };
  const error = problem ?? failure;
  return (
    <ConfirmDialog
      opened
      title={t('modules.offer.lengthen.title', { name })}
      confirm={t('modules.participant.offer.acts.lengthen')}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {offer_until && <p>{t('modules.offer.lengthen.now', { until: untilWords(offer_until) })}</p>}
      <DateInput
        label={t('modules.offer.lengthen.until')}
        value={day}
        onChange={setDay}
        min={before.day}
        clearable={false}
        beside={
          <TimeField
            className={classes.time}
            aria-label={t('modules.offer.lengthen.time')}
            value={time}
            onChange={setTime}
          />
        }
        hint={t('modules.offer.lengthen.hint')}
      />
      {error && (
        <p className={classes.failure} role="alert">
          {error}
        </p>
      )}
    </ConfirmDialog>
  );
}
