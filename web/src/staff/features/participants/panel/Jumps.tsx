import { IconAlertTriangle, IconCalendarX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { centsOf } from '@vpisnik/contract/rules/money';
import { useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { paymentsQuery } from '../payments/queries.ts';
import classes from './jumps.module.css';
import { type Jump, useJumps } from './use-jumps.ts';

const titles: Record<Jump, MessageKey> = {
  application: 'modules.participant.detail.application',
  payments: 'modules.payment.title',
  notes: 'modules.participant_jumps.notes',
  mails: 'modules.participant_mails.title',
  history: 'modules.participant_history.title',
};

type Mark = { Icon: typeof IconCalendarX; words: MessageKey };

/** The ways from the name to the parts of the panel that are there; says where payments are late or mails have failed. */
export function Jumps({ participant: { id, mails } }: { participant: Participant }) {
  const { t } = useI18n();
  const row = useRef<HTMLElement>(null);
  const { there, current, jump } = useJumps(row);
  const seesPayments = useMay('payments.manage');
  const payments = useQuery({ ...paymentsQuery(useApi(), id), enabled: seesPayments }).data;
  const isLate = payments?.balances.some(({ overdue }) => centsOf(overdue) > 0n);
  // one that was sent again stands as its repetition does
  const repeated = new Set(mails.map(({ again_of }) => again_of));
  const hasFailed = mails.some(({ id, state }) => state === 'failed' && !repeated.has(id));
  const marks: Partial<Record<Jump, Mark | false | undefined>> = {
    payments: isLate && { Icon: IconCalendarX, words: 'modules.participant_jumps.late' },
    mails: hasFailed && { Icon: IconAlertTriangle, words: 'modules.participant_jumps.failed' },
  };
  return (
    <nav ref={row} className={classes.jumps} aria-label={t('modules.participant_jumps.label')}>
      {there.map((to) => {
        const mark = marks[to];
        return (
          <button
            key={to}
            type="button"
            aria-current={to === current ? 'location' : undefined}
            onClick={() => jump(to)}
          >
            {t(titles[to])}
            {mark && (
              <>
                <mark.Icon size={14} stroke={2.25} aria-hidden />
                <span className="vh">{t(mark.words)}</span>
              </>
            )}
          </button>
        );
      })}
    </nav>
  );
}
