import { type BulkKind, isPaymentAct, type Selection } from '@vpisnik/contract/bulk-jobs';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import type { PaymentSelection } from '@vpisnik/contract/payment-acts';
import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import type { SQL } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import type { Kind, Subject } from './kind.ts';
import { chooseOwed, lockOwed, loggedPaymentFilter, selectOwed } from './owed.ts';
import { choosePeople, lockPeople, selectPeople } from './people.ts';
import { type AnySelection, loggedFilter } from './selection.ts';

/** How the subjects of bulk work are chosen, read and locked. */
type Subjects = {
  /**
   * SQL of the chosen ones in the order of the work: `participant_id`, `payment_id`, `position`, and whether they are
   * `found`; ids that name nothing in scope are not, and come last.
   */
  choose(scope: Scope, selection: AnySelection, order: Kind<unknown>['order']): Promise<SQL>;
  /** Those in scope, in the order of the ids. */
  select(scope: Scope, ids: readonly string[]): Promise<Subject[]>;
  /** The same, locked after their groups. */
  lock(scope: Scope, ids: readonly string[]): Promise<Subject[]>;
  /** A filter for the activity log, and the names of the rows whose ids it has. */
  logged(
    scope: Scope,
    filter: ParticipantFilter | PaymentFilter,
  ): Promise<{ filter: Record<string, unknown>; names: Record<string, unknown> }>;
};

const people: Subjects = {
  choose: (scope, selection, order) => choosePeople(scope, selection as Selection, order),
  select: selectPeople,
  lock: lockPeople,
  logged: (scope, filter) => loggedFilter(scope, filter as ParticipantFilter),
};

const owed: Subjects = {
  choose: (scope, selection) => chooseOwed(scope, selection as PaymentSelection),
  select: selectOwed,
  lock: lockOwed,
  logged: (scope, filter) => loggedPaymentFilter(scope, filter as PaymentFilter),
};

const reminded: Subjects = { ...owed, lock: (scope, ids) => lockOwed(scope, ids, true) };

/** What a kind of bulk work is about. */
export function subjectsOf(kind: BulkKind): Subjects {
  if (kind === 'remind') return reminded;
  return isPaymentAct(kind) ? owed : people;
}
