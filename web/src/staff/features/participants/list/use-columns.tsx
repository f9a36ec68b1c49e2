import { IconLock } from '@tabler/icons-react';
import type { ChosenColumn } from '@vpisnik/contract/list-columns';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useSessionStore } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useChosenColumns } from '../../../../ui/columns/use-chosen-columns.tsx';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { type ParticipantsSearch, usualColumns } from '../address.ts';
import { useAnswerColumns } from '../use-answer-columns.ts';
import {
  AgeCell,
  AnswerCell,
  ContactCell,
  DateCell,
  GroupCell,
  GuardianCell,
  LanguageCell,
  OfferCell,
  PlainCell,
  StatusCell,
  WhoCell,
} from './ParticipantCells.tsx';
import { ParticipantRowMenu } from './ParticipantRowMenu.tsx';

const BalanceCell = onDemand(async () => (await import('../payment-list/BalanceCell.tsx')).BalanceCell);

type Own = ChosenColumn<'participants'>;
type ColumnId = Own | 'name' | 'actions';

const own: readonly Own[] = [
  'group',
  'contact',
  'guardian',
  'age',
  'waiting_position',
  'offer_until',
  'status',
  'reference',
  'language',
  'application_date',
  'balance',
];
const isOwn = (id: string): id is Own => own.some((one) => one === id);
const isAnswer = (id: string) => id.length === 36;

/** Beside the open detail, a small screen has room for the name, the group or in its roster the date, the status and the menu. */
const besideFrom = (id: string, isRoster: boolean): 'lg' | 'xl' | undefined => {
  if (['name', 'group', 'status', 'actions'].includes(id)) return undefined;
  if (id !== 'application_date') return 'xl';
  return isRoster ? undefined : 'lg';
};

type UseColumnsProps = {
  search: ParticipantsSearch;
  /** The group whose roster it is; null for the list of all. */
  groupId: string | null;
  /** Changes the columns of the address. */
  onViewColumns: (choose: (now: string[]) => string[]) => void;
};

type Chosen = {
  columns: readonly Column<ParticipantSummary>[];
  picker: ReactNode;
  /** Fields and questions whose answers are columns. */
  answers: string[];
  /** Ids of the chosen columns, as a view keeps them. */
  ids: string[];
};

/** The columns of a list of participants: those that the address says, even none, else those of the account. */
export function useParticipantColumns({ search, groupId, onViewColumns }: UseColumnsProps): Chosen {
  const { t } = useI18n();
  const seesMoney = useMay('payments.manage');
  const { listColumns } = useSessionStore();
  const account = useSyncExternalStore(listColumns.subscribe, listColumns.get);
  const { columns: viewed } = search;
  const isChosen = (id: string) =>
    isOwn(id) ? (account.participants?.[id] ?? usualColumns.includes(id)) : account.answers?.[id] === true;
  const asked = (viewed ?? Object.keys(account.answers ?? {}).filter(isChosen)).filter(isAnswer);
  const answers = asked.toSorted().slice(0, 100);
  const [isOpen, setOpen] = useState(false);
  const known = useAnswerColumns(search, groupId, isOpen || answers.length > 0);
  const all = useMemo((): Column<ParticipantSummary>[] => {
    const own = ownColumns(t);
    const ofAnswers = known.map(
      ({ id, header }): Column<ParticipantSummary> => ({
        id,
        header,
        cell: (participant) => <AnswerCell participant={participant} question={id} header={header} />,
      }),
    );
    return [...own.slice(0, -1), ...ofAnswers, ...own.slice(-1)].map((column) => ({
      ...column,
      besideFrom: besideFrom(column.id, groupId !== null),
    }));
  }, [t, known, groupId]);
  const offered = useMemo(
    () => all.filter(({ id }) => (groupId === null || id !== 'group') && (seesMoney || id !== 'balance')),
    [all, groupId, seesMoney],
  );
  const chosen = useChosenColumns({
    ...{ list: 'participants', all, offered, viewed, onViewColumns },
    isShown: isChosen,
    choose: (id, isShown) => {
      if (isOwn(id)) listColumns.choose('participants', id, isShown);
      else listColumns.choose('answers', id, isShown);
    },
    elsewhere: asked.filter((id) => !known.some((one) => one.id === id)),
    markOf: (id) =>
      known.find((one) => one.id === id)?.sensitive && (
        <IconLock size={14} stroke={2} aria-label={t('modules.participant.detail.sensitive')} />
      ),
    onOpen: () => setOpen(true),
  });
  return { ...chosen, answers };
}

type Translate = ReturnType<typeof useI18n>['t'];

const cells = {
  name: (participant: ParticipantSummary) => <WhoCell participant={participant} />,
  group: (participant: ParticipantSummary) => <GroupCell participant={participant} />,
  contact: (participant: ParticipantSummary) => <ContactCell participant={participant} />,
  guardian: (participant: ParticipantSummary) => <GuardianCell participant={participant} />,
  age: (participant: ParticipantSummary) => <AgeCell participant={participant} />,
  offer: (participant: ParticipantSummary) => <OfferCell participant={participant} />,
  status: (participant: ParticipantSummary) => <StatusCell participant={participant} />,
  balance: (participant: ParticipantSummary) => <BalanceCell participant={participant} />,
  language: (participant: ParticipantSummary) => <LanguageCell participant={participant} />,
  date: (participant: ParticipantSummary) => <DateCell participant={participant} />,
  actions: (participant: ParticipantSummary) => <ParticipantRowMenu participant={participant} />,
};

function ownColumns(t: Translate): Column<ParticipantSummary, ColumnId>[] {
  const waiting = t('modules.participant.list.column_waiting');
  const reference = t('modules.participant.list.column_reference');
  return [
    {
      id: 'name',
      header: t('modules.participant.list.column_name'),
      cell: cells.name,
      sortable: true,
      width: '34%',
      phone: 'name',
    },
    {
      id: 'group',
      header: t('modules.participant.list.column_group'),
      cell: cells.group,
      sortable: true,
      width: '27%',
    },
    {
      id: 'contact',
      header: t('modules.participant.list.column_contact'),
      cell: cells.contact,
      width: '1%',
    },
    {
      id: 'guardian',
      header: t('modules.participant.list.column_guardian'),
      cell: cells.guardian,
    },
    {
      id: 'age',
      header: t('modules.participant.list.column_age'),
      cell: cells.age,
      sortable: true,
    },
    {
      id: 'waiting_position',
      header: waiting,
      cell: ({ waiting_position }) => <PlainCell header={waiting}>{waiting_position}</PlainCell>,
      sortable: true,
    },
    {
      id: 'offer_until',
      header: t('modules.participant.list.column_offer'),
      cell: cells.offer,
    },
    {
      id: 'reference',
      header: reference,
      cell: (participant) => <PlainCell header={reference}>{participant.reference}</PlainCell>,
    },
    {
      id: 'language',
      header: t('modules.participant.filters.language'),
      cell: cells.language,
    },
    {
      id: 'status',
      header: t('modules.participant.list.column_status'),
      cell: cells.status,
      sortable: true,
      phone: 'corner',
    },
    {
      id: 'balance',
      header: t('modules.participant.list.column_balance'),
      cell: cells.balance,
      phone: 'line',
    },
    {
      id: 'application_date',
      header: t('modules.participant.list.column_date'),
      cell: cells.date,
      sortable: true,
      phone: 'end',
    },
    {
      id: 'actions',
      header: t('modules.participant.actions.more'),
      cell: cells.actions,
      quiet: true,
      width: '1%',
      phone: 'none',
    },
  ];
}
