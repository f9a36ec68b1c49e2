import type { BulkAct, BulkActKind, BulkJob } from '@vpisnik/contract/bulk-jobs';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { isPaymentAct, type PaymentActKind } from '@vpisnik/contract/rules/bulk';
import type { MovePrice } from '@vpisnik/contract/rules/fee-plan';
import type { MessageKey } from '../../../../lib/text/i18n.ts';

/** An act as the screens name it: a status to decide for, or another kind of bulk work. Payments have a form of their own. */
export type ActName = ParticipantStatus | Exclude<BulkActKind, 'status' | 'payments'>;
/** What a job does: an act on chosen participants or payments, an import of new ones, or a workbook of some. */
export type JobName =
  | ActName
  | 'payments'
  | PaymentActKind
  | 'import'
  | 'message'
  | 'export'
  | 'export_payments';

/** The list whose rows a job is about. */
export type ListKind = 'participants' | 'payments';
export const listOf = ({ kind }: Pick<BulkJob, 'kind'>): ListKind =>
  isPaymentAct(kind) ? 'payments' : 'participants';

/** What a person chooses in the dialog of an act. */
export type Choices = {
  notify: boolean;
  overbook: boolean;
  groupId: string | null;
  note: string;
  /** Of a rejection, for its mail. */
  reason: string;
  /** Whether approvals make the payments of the groups' plans; null where that was not asked. */
  payments: 'plan' | 'none' | null;
  /** What those who move pay by. */
  price: MovePrice;
};

/** The choices with which a dialog begins. */
export const noChoices: Choices = {
  ...{ notify: true, overbook: false, groupId: null, note: '', reason: '', payments: 'plan', price: 'keep' },
};

/** The act as the API takes it; null while something that it needs is not chosen yet. */
export function actOf(name: ActName, choices: Choices): BulkAct | null {
  const { notify, overbook, groupId, note, reason, payments, price } = choices;
  if (name === 'delete') return { kind: 'delete' };
  if (name === 'note') return note.trim() ? { kind: 'note', text: note.trim() } : null;
  if (name === 'move')
    return groupId
      ? { kind: 'move', group_id: groupId, allow_overbooking: overbook, fees: price, notify }
      : null;
  const told = name === 'rejected' && notify ? reason.trim() : '';
  return {
    kind: 'status',
    status: name,
    notify,
    allow_overbooking: overbook,
    ...(told && { reason: told }),
    ...(name === 'approved' && payments && { payments }),
  };
}

/** The act that a job does. */
export function actNameOf({ kind, parameters }: Pick<BulkJob, 'kind' | 'parameters'>): JobName {
  if (kind === 'export' && parameters.of === 'payments') return 'export_payments';
  return kind === 'status' ? (parameters.status as ParticipantStatus) : kind;
}

/** Whether a job mails those whom it changes. */
export const tells = ({ kind, parameters }: Pick<BulkJob, 'kind' | 'parameters'>): boolean =>
  kind === 'status' ? parameters.notify !== false : kind === 'remind' || parameters.notify === true;

/** What says that an act failed. */
export function failureOf(name: JobName): MessageKey {
  if (name === 'delete') return 'errors.participant.delete';
  if (name === 'payments') return 'errors.bulk_payment.save';
  if (name === 'pay' || name === 'cancel') return 'errors.payment.status';
  if (name === 'remind') return 'modules.payment.remind.failed';
  if (name === 'export' || name === 'export_payments') return 'errors.general.download_xlsx';
  return name === 'move' || name === 'note' || name === 'import'
    ? 'errors.participant.save'
    : 'errors.participant.status';
}

/** What says that taking an act back failed: payments are deleted then. */
export const undoFailureOf = (name: JobName): MessageKey =>
  name === 'payments' ? 'errors.bulk_payment.delete' : failureOf(name);

/** Rows that a job has left as they are. */
export const skippedOf = ({ skipped }: Pick<BulkJob, 'skipped'>): number =>
  skipped.reduce((sum, { count }) => sum + count, 0);

/** Whether a job works, or takes its work back. */
export const isAtWork = ({ state }: Pick<BulkJob, 'state'>): boolean =>
  state === 'running' || state === 'undoing';

/** Milliseconds for which an undo is possible from the end of a job, by the server's clock; 0 when it isn't. */
export const undoTimeOf = ({ undo_until, finished_at }: BulkJob): number =>
  undo_until && finished_at ? Math.max(Date.parse(undo_until) - Date.parse(finished_at), 0) : 0;
