import { Button, Checkbox } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Group } from '@vpisnik/contract/groups';
import type { Participant, ParticipantStatus } from '@vpisnik/contract/participants';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { Fragment, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { singleKeys } from '../../../../lib/single-keys.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { Permission } from '../../../permission/Permission.tsx';
import { useDecisions } from '../Decisions.tsx';
import { withdrawalReasonWords } from '../history/history-words.ts';
import { OfferPart } from '../offers/OfferPart.tsx';
import { Status } from '../Status.tsx';
import { silence } from '../silence.ts';
import { movesFrom, statusIcons } from '../statuses.ts';
import classes from './panel.module.css';
import { keyedStatuses, useReviewKeys } from './use-review-keys.ts';

type DecideSectionProps = {
  participant: Participant;
  group: Group | undefined;
  onNext: (() => void) | undefined;
};

/** The status, and for those who may decide the moves from it. */
export function DecideSection(props: DecideSectionProps) {
  const { participant } = props;
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { status, application_date, waiting_position } = participant;
  const when = formatInstant(application_date, { locale, timeZone });
  const state = useRef<HTMLParagraphElement>(null);
  const before = useRef(status);
  // The button that was pressed is gone with the old status; its focus goes to the new one.
  useEffect(() => {
    if (before.current !== status && document.activeElement === document.body) state.current?.focus();
    before.current = status;
  }, [status]);
  return (
    <section>
      <p className={classes.state} ref={state} tabIndex={-1}>
        <Status application={participant} />
        <span>{t('modules.participant.detail.applied', { when })}</span>
        {waiting_position !== null && (
          <span>{t('modules.participant.detail.position', { position: waiting_position })}</span>
        )}
        <Withdrawal participant={participant} />
      </p>
      <OfferPart participant={participant} />
      <Permission role="participants.decide" action="hide">
        <Moves {...props} />
      </Permission>
    </section>
  );
}

/** When and why its applicant withdrew an application; nothing for any other. */
function Withdrawal({ participant }: { participant: Participant }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { withdrawn_at, withdrawal_reason } = participant;
  if (!withdrawn_at) return null;
  const reason = withdrawalReasonWords(withdrawal_reason, t);
  return (
    <>
      <span>
        {t('modules.participant.detail.withdrawn', {
          when: formatInstant(withdrawn_at, { locale, timeZone }),
        })}
      </span>
      {reason && <span>{t('modules.participant.detail.withdrawn_why', { reason })}</span>}
    </>
  );
}

function Moves({ participant, group, onNext }: DecideSectionProps) {
  const { t } = useI18n();
  const { decide, reject, busyId } = useDecisions();
  const [tells, setTells] = useState(true);
  const [goesOn, setGoesOn] = useLocalStorage({ key: 'vpisnik.review-goes-on', defaultValue: false });
  const hasKeys = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  const why = silence(participant, group);
  const busy = busyId === participant.id;
  const language = t(`modules.participant.in_language.${participant.language}`);
  const moves = movesFrom(participant.status);
  const buttons = useRef<HTMLDivElement>(null);
  const next = useRef(onNext);
  next.current = onNext;
  // The status that ended the review: a key that follows would change what was just decided.
  const [ended, setEnded] = useState<ParticipantStatus | null>(null);
  const isOver = ended === participant.status;
  const goOn = (to: ParticipantStatus) => () => {
    // not once the panel is closed, or shows another participant
    if (!buttons.current) return;
    if (next.current) next.current();
    else setEnded(to);
  };
  const move = (to: ParticipantStatus, advances: boolean) => {
    if (busy) return;
    decide(participant, to, { notify: tells && !why, onDone: advances ? goOn(to) : undefined });
  };
  const explains = tells && !why;
  const explain = (advances: boolean) => {
    if (!busy) reject(participant, { onDone: advances ? goOn('rejected') : undefined });
  };
  // a decision by key always opens the next one
  useReviewKeys(
    {
      onDecide: (to) => !isOver && moves.includes(to) && move(to, true),
      onReject: () => !isOver && explains && moves.includes('rejected') && explain(true),
    },
    buttons,
  );
  const rejectKeys = `Shift+${t('modules.participant.keys.rejected')}`;
  return (
    <>
      <div className={classes.moves} ref={buttons}>
        {moves.map((to) => {
          const Icon = statusIcons[to];
          const keyed = hasKeys ? keyedStatuses.find((one) => one === to) : undefined;
          const letter = keyed && t(`modules.participant.keys.${keyed}`);
          return (
            <Fragment key={to}>
              <Button
                data-move={to}
                {...(to === 'approved' && { variant: 'filled' })}
                {...(to === 'inactive' && { variant: 'subtle' })}
                leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                {...(letter && {
                  'aria-keyshortcuts': letter,
                  rightSection: <kbd aria-hidden>{letter}</kbd>,
                })}
                // Not disabled, which would take the focus away.
                aria-disabled={busy || undefined}
                onClick={() => move(to, goesOn)}
              >
                {t(`modules.participant.move.${to}`)}
              </Button>
              {to === 'rejected' && explains && (
                <Button
                  data-move="explained"
                  variant="subtle"
                  {...(hasKeys && {
                    'aria-keyshortcuts': rejectKeys,
                    rightSection: <kbd aria-hidden>{rejectKeys}</kbd>,
                  })}
                  aria-disabled={busy || undefined}
                  onClick={() => explain(goesOn)}
                >
                  {t('modules.participant.reject.with_reason')}
                </Button>
              )}
            </Fragment>
          );
        })}
      </div>
      <p className={classes.over} role="status">
        {isOver && t('modules.participant.decide.last')}
      </p>
      <Checkbox
        className={classes.tell ?? ''}
        label={t('modules.participant.decide.tell', { language })}
        description={why && t(why)}
        checked={tells && !why}
        disabled={why !== null}
        onChange={(event) => setTells(event.currentTarget.checked)}
      />
      <Checkbox
        className={classes.tell ?? ''}
        label={t('modules.participant.decide.goes_on')}
        description={
          hasKeys && (
            <span className={classes.keys}>
              {t(`modules.participant.decide.keys_hint.${goesOn ? 'goes_on' : 'stays'}`)}
            </span>
          )
        }
        checked={goesOn}
        onChange={(event) => setGoesOn(event.currentTarget.checked)}
      />
    </>
  );
}
