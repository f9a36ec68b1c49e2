import {
  type BulkActKind,
  type BulkKind,
  type BulkParameters,
  bulkRanks,
  type PaymentActKind,
} from '@vpisnik/contract/bulk-jobs';
import type { Common, Kind, Making } from './kind.ts';
import { importPeople } from './kinds/import-people.ts';
import { message } from './kinds/message.ts';
import { move } from './kinds/move.ts';
import { note } from './kinds/note.ts';
import { cancel, pay, remind } from './kinds/payment-acts.ts';
import { payments } from './kinds/payments.ts';
import { remove } from './kinds/remove.ts';
import { status } from './kinds/status.ts';
import type { Owed } from './owed.ts';

/** Every kind of act; a new one is an object here and a word in the contract. */
export const acts: { [K in BulkActKind]: Kind<BulkParameters[K]> } & {
  [K in PaymentActKind]: Kind<BulkParameters[K], Owed>;
} = {
  status,
  move,
  note,
  payments,
  pay,
  cancel,
  remind,
  delete: remove,
};

/** A workbook made in the background, by the room of exports; it has no rows. */
const exporting: Common<object> = { rank: bulkRanks.export, groups: () => [], undo: null };

/** Every kind of bulk work. */
export const kinds = { ...acts, import: importPeople, export: exporting, message };

/** An act whose parameters are known by its name alone, as they were stored. */
export const actOf = (name: BulkActKind | PaymentActKind): Kind<unknown> => acts[name] as Kind<unknown>;

/** The same of any kind. */
export const kindOf = (name: BulkKind): Kind<unknown> | Making<unknown> | Common<unknown> =>
  kinds[name] as Kind<unknown> | Making<unknown> | Common<unknown>;
