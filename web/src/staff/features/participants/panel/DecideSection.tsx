import { Button, Checkbox } from '@mantine/core';
import type { Group } from '@vpisnik/contract/groups';
import type { Participant } from '@vpisnik/contract/participants';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useEffect, useRef, useState } from 'react';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { Permission } from '../../../permission/Permission.tsx';
import { useDecisions } from '../Decisions.tsx';
import { Status } from '../Status.tsx';
import { movesFrom, statusIcons } from '../statuses.ts';
import classes from './panel.module.css';

type DecideSectionProps = { participant: Participant; group: Group | undefined };

/** The status, and for those who may decide the moves from it. */
export function DecideSection({ participant, group }: DecideSectionProps) {
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
        <Status status={status} />
        <span>{t('modules.participant.detail.applied', { when })}</span>
        {waiting_position !== null && (
          <span>{t('modules.participant.detail.position', { position: waiting_position })}</span>
        )}
      </p>
      <Permission role="participants.decide" action="hide">
        <Moves participant={participant} group={group} />
      </Permission>
    </section>
  );
}

function Moves({ participant, group }: DecideSectionProps) {
  const { t } = useI18n();
  const { decide, busyId } = useDecisions();
  const [tells, setTells] = useState(true);
  const why = silence(participant, group);
  const busy = busyId === participant.id;
  const language = t(`modules.participant.in_language.${participant.language}`);
  return (
    <>
      <div className={classes.moves}>
        {movesFrom(participant.status).map((to) => {
          const Icon = statusIcons[to];
          return (
            <Button
              key={to}
              data-move={to}
              {...(to === 'approved' && { variant: 'filled' })}
              {...(to === 'inactive' && { variant: 'subtle' })}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              // Not disabled, which would take the focus away.
              aria-disabled={busy || undefined}
              onClick={() => !busy && decide(participant, to, { notify: tells && !why })}
            >
              {t(`modules.participant.move.${to}`)}
            </Button>
          );
        })}
      </div>
      <Checkbox
        className={classes.tell ?? ''}
        label={t('modules.participant.decide.tell', { language })}
        description={why && t(why)}
        checked={tells && !why}
        disabled={why !== null}
        onChange={(event) => setTells(event.currentTarget.checked)}
      />
    </>
  );
}

/** Reason why a decision sends no mail; null when it sends one. */
function silence({ email }: Participant, group: Group | undefined): MessageKey | null {
  if (!email) return 'modules.participant.decide.no_email';
  const sends = group?.email_settings.application_status_update?.enabled ?? true;
  return sends ? null : 'modules.participant.decide.group_silent';
}
