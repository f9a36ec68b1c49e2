import { createPools } from '../../server/src/db/connection/pools.ts';
import { asWorker } from '../../server/src/db/scope.ts';
import { tokenOf } from '../../server/src/features/applicant-links/service.ts';
import { applicantTokens } from '../../server/src/mail/applicant-tokens.ts';
import type { MoneyCase } from '../measure.ts';
import type { Site } from '../stage.ts';
import { viewsOf } from './first-view.ts';

/** The first view of an applicant's page with fifty payments and a code, as `first-view` looks at the page of a group. */
export const applicantView: MoneyCase = {
  name: 'applicant-view',
  run: async ({ money, quick }, parts) => {
    const { ours, limit } = await viewsOf(money, `${await pageOf(money)}?lang=sl`, quick, parts);
    return [
      {
        case: 'page of an applicant, first view: LCP',
        unit: 'ms',
        ours: ours.lcp,
        limit: limit.lcp,
        ratio: ours.lcp / limit.lcp,
        target: { at: 'most', value: 1.15 },
      },
      {
        case: 'page of an applicant, HTML, CSS and script as sent',
        unit: 'KB',
        ours: ours.bytes / 1000,
        limit: limit.bytes / 1000,
        ratio: ours.bytes / 1000,
        target: { at: 'most', value: 90 },
      },
    ];
  },
};

/** Path of a page of a participant with a place, whose link is made now. */
async function pageOf({ env, owner, organizationId }: Site): Promise<string> {
  const { rows } = await owner.query<{ address: string; reference: string }>(
    `select lower(email) as address, reference from participants
    where organization_id = $1 and status = 'approved' and app.has_applicant_page(organization_id, lower(email))
    order by id limit 1`,
    [organizationId],
  );
  const [person] = rows;
  if (!person) throw new Error('Nobody has a page');
  const { address, reference } = person;
  const pools = createPools(env);
  const whose = { organization_id: organizationId, address };
  const token = await asWorker(pools.system, (tx) => tokenOf(tx, applicantTokens(env.secretKeys), whose));
  await pools.close();
  return `/my/${token}/${reference}`;
}
