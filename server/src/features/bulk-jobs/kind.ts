import type { BulkPreview, BulkReason, BulkWarning } from '@vpisnik/contract/bulk-jobs';
import type { Language, Texts } from '@vpisnik/contract/common';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { PaymentEmailType } from '@vpisnik/contract/rules/email-types';
import type { Rank } from '@vpisnik/contract/rules/roles';
import type { Scope } from '../../db/scope.ts';
import type { Places } from './places.ts';
import type { Result, WorkRow } from './queries.ts';

/** A participant or payment that a row of bulk work names; locked, except in a dry run. */
export type Subject = { id: string; group_id: string; version: number };

/** A participant as bulk work sees them. */
export type Person = Subject & {
  status: ParticipantStatus;
  language: Language;
  has_email: boolean;
  offer_until: string | null;
  previous_status: ParticipantStatus | null;
  decided_at: string | null;
};

/** What an act would do about a person: nothing, for a reason; else change them, perhaps with concerns. */
export type Verdict = { reason?: BulkReason; warnings?: BulkWarning[]; missing?: Texts[] };

/** The changes of an act: new versions by id (none of deleted rows), the data for an undo, and the number of mails. */
export type Acted = {
  versions: Map<string, number>;
  details?: Map<string, Record<string, unknown>>;
  mails?: number;
};

/** A subject that an undo reverts; the act left `detail` for it. */
export type Reverted<Of extends Subject = Person> = { subject: Of; detail: Record<string, unknown> };
/** The job that work belongs to. */
export type Job = { id: string; created_at: string };

/** The rights, the locks and the undo of any kind of bulk work. */
export type Common<Parameters, Of extends Subject = Person> = {
  rank: Rank;
  /** Groups that are concerned beside those of the people. */
  groups(parameters: Parameters): string[];
  /** Whether `undo` finds its rows itself, also those of subjects that have changed since. */
  undoesChanged?: true;
  /** Whether it can be undone for as long as its job is kept, as it sends no mails. */
  undoneForLong?: true;
  /**
   * Reverts the change of subjects that have not been changed since; null when the act can't be undone. `own` are all of
   * them in this batch, also where `rows` are some of these.
   */
  undo:
    | null
    | ((
        scope: Scope,
        rows: Reverted<Of>[],
        given: { job: Job; own: string[]; places: Places; delaySeconds: number },
      ) => Promise<Map<string, BulkReason>>);
};

/**
 * An act on participants or payments. `judge` alone decides, for the dry run as for the work, so that both say the same; it
 * sees them in the order of the work, batch after batch. All are of the caller's scope; of participants the groups are locked.
 */
export type Kind<Parameters, Of extends Subject = Person> = Common<Parameters, Of> & {
  /** Refuses parameters that are wrong for all subjects. Throws `invalid_fields`. */
  check?(scope: Scope, parameters: Parameters): Promise<void>;
  /**
   * Order of the work: places of one group are given by date of application whichever it is. By group, a batch locks few
   * of them; an act on one group for all takes `application`. Payments go by their day.
   */
  order: 'group' | 'application' | 'due';
  /** Whether changed participants get a mail about it. */
  mails(parameters: Parameters): boolean;
  /** The group whose settings decide about a participant's mail, null for no mail; without it, the present group. */
  tellsBy?(parameters: Parameters, person: Pick<Person, 'status' | 'group_id'>): string | null;
  /** The mail about payments that it sends to payers. */
  tells?(parameters: Parameters): PaymentEmailType | undefined;
  judge(scope: Scope, parameters: Parameters, places: Places): (subjects: Of[]) => Promise<Verdict[]>;
  /** What it adds up to for people. */
  total?(
    scope: Scope,
    parameters: Parameters,
    people: readonly Pick<Person, 'id' | 'group_id'>[],
  ): Promise<BulkPreview['total']>;
  /**
   * Payments that plans would make of it, and of whom; not of whom where they are not counted.
   *
   * @param isCounted whether these people are few enough
   */
  fees?(
    scope: Scope,
    parameters: Parameters,
    people: readonly Pick<Person, 'id' | 'group_id'>[],
    isCounted: boolean,
  ): Promise<(NonNullable<BulkPreview['fees']> & { payers: string[] | null }) | null>;
  /** What taking another price would mean; `isWhole` tells whether it would change these people at once, and so make the same. */
  moveFees?(
    scope: Scope,
    parameters: Parameters,
    people: readonly Pick<Person, 'id' | 'group_id'>[],
    isWhole: boolean,
  ): Promise<BulkPreview['move_fees']>;
  act(
    scope: Scope,
    subjects: Of[],
    parameters: Parameters,
    given: { jobId: string; delaySeconds: number },
  ): Promise<Acted>;
};

/** Work that makes something of its rows: participants, whose `detail` names the group and all the rest, or mails. */
export type Making<Parameters> = Common<Parameters> & {
  /** Whether it changes neither groups nor people, and so needs no locks on them. */
  lockless?: true;
  /** Rows of one transaction, where they may be more than usual. */
  batch?: number;
  make(
    scope: Scope,
    rows: readonly WorkRow[],
    parameters: Parameters,
    given: { job: Job; places: Places; locked: ReadonlySet<string>; delaySeconds: number },
  ): Promise<{ results: Result[]; mails: number }>;
};
