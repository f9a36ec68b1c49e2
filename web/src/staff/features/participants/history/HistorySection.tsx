import {
  IconArrowBackUp,
  IconArrowMerge,
  IconArrowsExchange,
  IconCoins,
  IconMail,
  IconNote,
  IconPencil,
  IconRefresh,
  IconUserPlus,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '@vpisnik/contract/participant-history';
import type { Participant } from '@vpisnik/contract/participants';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import type { HistoryKind } from '@vpisnik/contract/rules/history';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { MoreButton } from '../../../../ui/table/MoreButton.tsx';
import { historyQuery } from '../queries.ts';
import classes from './history.module.css';
import { historyWords } from './history-words.ts';

const icons: Record<HistoryKind, typeof IconMail> = {
  applied: IconUserPlus,
  added: IconUserPlus,
  changed: IconPencil,
  undone: IconArrowBackUp,
  merged: IconArrowMerge,
  unmerged: IconArrowBackUp,
  note_added: IconNote,
  note_changed: IconNote,
  note_deleted: IconNote,
  family_joined: IconUsers,
  family_left: IconUsersMinus,
  payment_added: IconCoins,
  payment_changed: IconCoins,
  payment_deleted: IconCoins,
  reapplied: IconRefresh,
  mail: IconMail,
};

/** Who did what about this participant, with the mails between, the latest first. */
export function HistorySection({ participant }: { participant: Pick<Participant, 'id' | 'mails'> }) {
  const { t } = useI18n();
  const history = useInfiniteQuery(historyQuery(useApi(), participant.id));
  const { refetch } = history;
  const states = participant.mails.map(({ id, state }) => `${id} ${state}`).join();
  const before = useRef(states);
  // The participant is asked for again while a mail is on its way; the history tells of the same mails.
  useEffect(() => {
    if (before.current !== states) void refetch();
    before.current = states;
  }, [states, refetch]);
  const entries = history.data?.pages.flatMap(({ results }) => results) ?? [];
  if (entries.length === 0 && !history.isError) return null;
  return (
    <section data-jump="history">
      <h3 tabIndex={-1}>{t('modules.participant_history.title')}</h3>
      {history.isError && <PartFailed compact error={history.error} onRetry={history.refetch} />}
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <MoreButton list={history} className={classes.older ?? ''} size="compact-sm" variant="subtle">
        {t('modules.participant_history.older')}
      </MoreButton>
    </section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { lines, who } = historyWords(entry, { t, locale, timeZone });
  const isMove = entry.changes.some(({ field }) => field === 'group');
  const Icon = isMove ? IconArrowsExchange : icons[entry.kind];
  return (
    <li>
      <Icon size={16} stroke={1.75} aria-hidden />
      <div>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry stay as they are
          <span key={at}>{line}</span>
        ))}
        <span className={classes.small}>
          <time dateTime={entry.at}>{formatDateTime(entry.at, { locale, timeZone })}</time>, {who}
        </span>
      </div>
    </li>
  );
}
