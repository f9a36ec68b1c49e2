import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import {
  holdsPlace,
  type Participant,
  type ParticipantStatus,
  type ParticipantSummary,
} from '@vpisnik/contract/participants';
import type { FeePayments } from '@vpisnik/contract/rules/fee-plan';
import { shownStatusOf } from '@vpisnik/contract/rules/statuses';
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { whenOpened } from '../../../ui/dialog/on-demand.tsx';
import { dismiss, notificationStore, notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { useMay } from '../../permission/Permission.tsx';
import { FeesDialog } from './FeesDialog.tsx';
import type { Proposal } from './FeesQuestion.tsx';
import { useOpenParticipant } from './list/list-place.ts';
import { groupQuery, rememberDecided, rememberParticipant, rereadParticipant } from './queries.ts';
import { RejectDialog } from './RejectDialog.tsx';

const QueueDialog = whenOpened(async () => (await import('./QueueDialog.tsx')).QueueDialog);
const FullDialog = whenOpened(async () => (await import('./FullDialog.tsx')).FullDialog);

/** The text that says that a decision failed; a later decision replaces it. */
const act = 'errors.participant.status';

/** Undo is worth more time than the usual notice; the mail waits longer than this. */
const undoTimeout = 10_000;

type Subject = Pick<
  ParticipantSummary,
  'id' | 'name' | 'email' | 'language' | 'status' | 'version' | 'group_id' | 'waiting_position'
>;

type Decisions = {
  /** Participant whose decision is being saved. */
  busyId: string | null;
  /** Decides at once, says so and offers to take it back; a full group and a place out of turn ask first. */
  decide: (participant: Subject, status: ParticipantStatus, options?: Options) => void;
  /** Asks for a reason that the mail will give, then rejects. */
  reject: (participant: Subject, options?: Pick<Options, 'onDone'>) => void;
};

type Options = { notify?: boolean; onDone?: (() => void) | undefined };

type Wish = {
  participant: Subject;
  status: ParticipantStatus;
  notify: boolean;
  /** Why it is rejected, for the mail; empty without a reason. */
  reason: string;
  /** Which payments an approval makes; absent for those of the group's plan. */
  payments?: FeePayments;
  /** Goes on after the decision. */
  onDone: (() => void) | undefined;
};
type Asked = Wish & { group: Group };
type Priced = Wish & { proposal: Proposal };

const Context = createContext<Decisions | null>(null);

/** Decisions about participants; throws outside a `DecisionsProvider`. */
export function useDecisions(): Decisions {
  const decisions = use(Context);
  if (!decisions) throw new Error('useDecisions needs a DecisionsProvider above it');
  return decisions;
}

type DecisionsProviderProps = {
  /** The participant whose detail is open. */
  openId: string | undefined;
  children: ReactNode;
};

/** Changes of status for everything below, with their one dialog. */
export function DecisionsProvider({ openId, children }: DecisionsProviderProps) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [full, setFull] = useState<Asked | null>(null);
  const [outOfTurn, setOutOfTurn] = useState<Wish | null>(null);
  const [rejected, setRejected] = useState<Wish | null>(null);
  const [priced, setPriced] = useState<Priced | null>(null);
  const mayOverbook = useMay('groups.manage');
  const seesFees = useMay('payments.manage');
  const said = useRef({ notification: 0, decisions: 0 });
  const open = useOpenParticipant();
  const shown = useRef(openId);
  shown.current = openId;

  const complain = (error: unknown) => notifyFailure(error, t, act);

  const undo = async ({ id, name, version }: Participant, wasOpen: boolean) => {
    try {
      const participant = await api.participants.undoStatus({ params: { id }, body: { version } });
      rememberDecided(queryClient, api, participant);
      notify({ message: 'modules.participant.done.undone', values: { name }, act });
      // a review that had gone on comes back to them
      if (wasOpen && shown.current !== undefined && shown.current !== id) open(id);
    } catch (error) {
      rereadParticipant(queryClient, api, id);
      if (error instanceof ApiError && error.code === 'undo_too_late')
        notify({
          message: 'modules.participant.done.undo_too_late',
          color: 'warning',
          timeout: undoTimeout,
          act,
        });
      else complain(error);
    }
  };

  const send = async (
    participant: Subject,
    status: ParticipantStatus,
    options: { notify: boolean; reason?: string; payments?: FeePayments; allow_overbooking?: boolean },
  ): Promise<void> => {
    const { id, name, version } = participant;
    const wasOpen = shown.current === id;
    const decided = await api.participants.setStatus({
      params: { id },
      body: { status, version, ...options },
    });
    rememberDecided(queryClient, api, decided);
    announce(decided, status, name, wasOpen);
  };

  /** Decisions that follow one another before the message is gone are one message; it undoes the last of them. */
  const announce = (decided: Participant, status: ParticipantStatus, name: string, wasOpen: boolean) => {
    const before = said.current;
    const goesOn = notificationStore.get().some(({ id }) => id === before.notification);
    dismiss(before.notification);
    const decisions = goesOn ? before.decisions + 1 : 1;
    const text =
      decisions === 1
        ? { message: `modules.participant.done.${status}` as const, values: { name } }
        : {
            message: 'modules.participant.done.decided' as const,
            values: { count: decisions, name, status: t(`modules.participant.status.${status}`) },
          };
    const notification = notify({
      ...text,
      timeout: undoTimeout,
      act,
      action: {
        label: decisions === 1 ? 'modules.participant.done.undo' : 'modules.participant.done.undo_last',
        run: () => void undo(decided, wasOpen),
      },
    });
    said.current = { notification, decisions };
  };

  /** After an edit conflict: repeats the decision if the status is unchanged, else shows the present status. */
  const reconcile = async (asked: Wish, current: Participant): Promise<void> => {
    closeAll();
    rememberParticipant(queryClient, api, current);
    if (current.status === asked.participant.status) {
      await send(current, asked.status, tellingOf(asked));
      asked.onDone?.();
      return;
    }
    notify({
      message: 'modules.participant.done.decided_meanwhile',
      values: { name: current.name, status: t(`modules.participant.status.${shownStatusOf(current)}`) },
      color: 'warning',
      timeout: undoTimeout,
      act,
    });
  };

  const closeAll = () => {
    setFull(null);
    setRejected(null);
    setPriced(null);
  };

  /** Shows which payments an approval makes before it makes them. */
  const price = async (asked: Wish) => {
    const { id } = asked.participant;
    setBusyId(id);
    try {
      const proposal = await api.fee_plans.proposal({ params: { id } });
      if (proposal.lines.length === 0) return attempt(asked);
      setPriced({ ...asked, proposal });
    } catch (error) {
      // nobody would notice payments that are missing from an approval
      complain(error);
    }
    setBusyId(null);
  };

  const attempt = async (asked: Wish, allow_overbooking = false) => {
    const { participant, status } = asked;
    setBusyId(participant.id);
    try {
      await send(participant, status, {
        ...tellingOf(asked),
        ...(allow_overbooking && { allow_overbooking }),
      });
      closeAll();
      asked.onDone?.();
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      try {
        if (problem?.code === 'edit_conflict' && problem.current)
          await reconcile(asked, problem.current as Participant);
        else if (problem?.code === 'group_full' && mayOverbook) {
          setPriced(null);
          setFull({
            ...asked,
            group: await queryClient.fetchQuery({
              ...groupQuery(api, participant.group_id),
              staleTime: 0,
            }),
          });
        } else complain(error);
      } catch (again) {
        complain(again);
      }
    } finally {
      setBusyId((busy) => (busy === participant.id ? null : busy));
    }
  };

  const begin = (wish: Wish) => (wish.status === 'approved' && seesFees ? price(wish) : attempt(wish));

  return (
    <Context
      value={{
        busyId,
        decide: (participant, status, { notify: tell = true, onDone } = {}) => {
          const wish = { participant, status, notify: tell, reason: '', onDone };
          if (holdsPlace(status) && (participant.waiting_position ?? 1) > 1) setOutOfTurn(wish);
          else void begin(wish);
        },
        reject: (participant, { onDone } = {}) =>
          setRejected({ participant, status: 'rejected', notify: true, reason: '', onDone }),
      }}
    >
      {children}
      <QueueDialog
        opened={outOfTurn !== null}
        participant={outOfTurn?.participant ?? null}
        confirm={t(
          outOfTurn?.status === 'pending'
            ? 'modules.participant.full.pending'
            : 'modules.participant.full.approved',
        )}
        onConfirm={() => {
          setOutOfTurn(null);
          if (outOfTurn) void begin(outOfTurn);
        }}
        onCancel={() => setOutOfTurn(null)}
      />
      <FullDialog
        opened={full !== null}
        group={full?.group ?? null}
        confirm={t(
          full?.status === 'pending'
            ? 'modules.participant.full.pending'
            : 'modules.participant.full.approved',
        )}
        busy={busyId !== null}
        onConfirm={() => full && void attempt(full, true)}
        onCancel={() => setFull(null)}
      />
      <FeesDialog
        opened={priced !== null}
        participant={priced?.participant ?? null}
        proposal={priced?.proposal ?? null}
        busy={busyId !== null}
        onConfirm={(payments) => priced && void attempt({ ...priced, payments })}
        onCancel={() => setPriced(null)}
      />
      <RejectDialog
        opened={rejected !== null}
        participant={rejected?.participant ?? null}
        busy={busyId !== null}
        onConfirm={(reason) => rejected && void attempt({ ...rejected, reason })}
        onCancel={() => setRejected(null)}
      />
    </Context>
  );
}

/** Whether a decision is told by mail, and with which reason. */
const tellingOf = ({ notify: tell, reason, payments }: Wish) => ({
  notify: tell,
  ...(reason && { reason }),
  ...(payments && { payments }),
});
