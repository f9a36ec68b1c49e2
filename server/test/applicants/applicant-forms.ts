import { asWorker } from '../../src/db/scope.ts';
import { tokenOf } from '../../src/features/applicant-links/service.ts';
import { applicantTokens } from '../../src/mail/applicant-tokens.ts';
import type { TestApp } from '../app.ts';

/** Whose page: an application, and the address it was sent from. */
type Whose = { organization_id: string; address: string; reference: string };

/** Path of the page of an application, and the nonces of its forms by what they do, as they would be read off the page. */
export async function applicantForm(site: TestApp, { organization_id, address, reference }: Whose) {
  const tokens = applicantTokens(site.env.secretKeys);
  const whose = { organization_id, address };
  const token = await asWorker(site.pools.system, (tx) => tokenOf(tx, tokens, whose));
  const [link] = await site.rows<{ id: string }>(
    'select id from applicant_links where organization_id = $1 and address = $2 and ended_at is null',
    [organization_id, address],
  );
  const nonce = (act: string) =>
    tokens.sign(`${organization_id} ${link?.id} ${reference} ${act}`, Date.now());
  return { path: `/my/${token}/${reference}`, nonce };
}
