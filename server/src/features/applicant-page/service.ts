import { visitors } from '@vpisnik/contract/public';
import {
  type ApplicantPage,
  type ApplicantState,
  applicantStateOf,
} from '@vpisnik/contract/rules/applicant-page';
import { yearsBetween } from '@vpisnik/contract/rules/dates';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Pools } from '../../db/connection/pools.ts';
import { asVisitor, asWorker, type PublicScope } from '../../db/scope.ts';
import { stripped } from '../../http/stripped.ts';
import { selectQuestions } from '../participants/questions.ts';
import { publicAllGroups, publicOrganization } from '../public/service.ts';
import { lastAhead, wallTime } from '../sessions/coming.ts';
import { loadDepartures } from '../sessions/departures.ts';
import { applicationOf, paymentsOf } from './content.ts';
import {
  type ApplicationRow,
  type ListedRow,
  selectApplication,
  selectApplications,
  selectItsPayments,
  selectOwnWords,
  selectReason,
} from './queries.ts';
import { firstSlip } from './slip.ts';

/** Whose applications are shown: of one organisation, and one address in lower case. */
type Whose = { organizationId: string; address: string };

/** The page without what its link adds. */
type Shown = Pick<ApplicantPage, 'organization' | 'application' | 'others' | 'free_groups'> & {
  /** Languages of the organisation's pages. */
  languages: readonly Language[];
};

/** Other groups that are shown to who was rejected. */
const MOST_FREE = 3;
/** Whether its people come to dates, or are asked to: who has no place is told of none. */
const comes = (state: ApplicantState) => state === 'approved' || state === 'pending' || state === 'offered';

/**
 * Reads one application of an address with a line about each of the others: the asked one, else the one that waits for an
 * answer, else the latest.
 *
 * @returns undefined where the address has none, or not the asked one
 */
export async function readApplicant(
  pools: Pools,
  whose: Whose,
  { reference, publicUrl }: { reference: string | null; publicUrl: string },
): Promise<Shown | undefined> {
  const moment = new Date();
  const organization = await asVisitor(pools.public, whose.organizationId, false, publicOrganization);
  const now = wallTime(moment, organization.time_zone);
  const read = await asWorker(pools.system, async (tx) => {
    const applicant = { tx, ...whose };
    const all = (await selectApplications(applicant)).map((one) => ({
      ...one,
      state: applicantStateOf(one, moment),
    }));
    const chosen = chosenOf(all, reference);
    const row = chosen && (await selectApplication(applicant, chosen.id));
    if (!chosen || !row) return undefined;
    const { state } = chosen;
    const departures = comes(state)
      ? (await loadDepartures(applicant, now.day, lastAhead(row, now.day), row.group_id))(row.group_id)
      : null;
    const its = paymentsOf(await selectItsPayments(applicant, row.id), now.day);
    const slip = await firstSlip(applicant, row.id);
    const type = row.decided_at === null ? 'application_confirmation' : 'application_status_update';
    const own = await selectOwnWords(applicant, row.group_id, type);
    const reason = state === 'rejected' ? await selectReason(applicant, row.id) : '';
    const questions = await selectQuestions(applicant, row.group_id);
    const application = applicationOf({
      ...{ row, listed: chosen, state, payments: its, slip, departures, own, reason, now },
      ...{ questions, organization, publicUrl },
    });
    const others = all
      .filter(({ id }) => id !== chosen.id)
      .map((one) => {
        const { reference: number, name, group_name, state: stands, offer_until, owes } = one;
        return {
          ...{ reference: number, name, group_name, state: stands, offer_until, owes },
          together: areTied(chosen, one),
        };
      });
    return { row, application, others };
  });
  if (!read) return undefined;
  const { row, application, others } = read;
  const free_groups = application.state === 'rejected' ? await freeGroups(pools, whose, row, now.day) : [];
  return {
    organization: stripped(visitors.organization.reply, organization),
    languages: organization.languages,
    ...{ application, others, free_groups },
  };
}

type Listed = ListedRow & { state: ApplicantState };

/** Whether two open offers are answered together. */
const areTied = (one: Listed, other: Listed): boolean =>
  one.state === 'offered' &&
  other.state === 'offered' &&
  one.offer_tie !== null &&
  one.offer_tie === other.offer_tie &&
  one.group_id === other.group_id;

function chosenOf(all: readonly Listed[], reference: string | null): Listed | undefined {
  if (reference !== null) return all.find((one) => one.reference === reference);
  return all.find(({ state }) => state === 'offered') ?? all[0];
}

/** Groups with free places for the applicant's age; none where no age is known. */
async function freeGroups(pools: Pools, { organizationId }: Whose, row: ApplicationRow, today: string) {
  const age = row.birth_date ? yearsBetween(row.birth_date, today) : row.age_from;
  if (age === null) return [];
  const found = await asVisitor(pools.public, organizationId, false, (scope: PublicScope) =>
    publicAllGroups(scope, { age, free_places: true, page: 1 }, row.language),
  );
  const { results } = stripped(visitors.allGroups.reply, found);
  return results.filter(({ id }) => id !== row.group_id).slice(0, MOST_FREE);
}
