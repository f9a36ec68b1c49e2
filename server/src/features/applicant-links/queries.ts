import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import type pg from 'pg';
import { applicant_links, participants } from '../../db/schema.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import type { StoredToken } from '../../mail/applicant-tokens.ts';

/** A link that leads somewhere: whose applications it opens. */
export type ApplicantLink = { organization_id: string; id: string; address: string };

/** An address of an organisation, in lower case. */
export type Addressed = Omit<ApplicantLink, 'id'>;

/** Finds a link that holds, by its token's hash; as `app_system`, since the request has no scope yet. */
export async function findLink(system: pg.Pool, token_hash: Buffer): Promise<ApplicantLink | undefined> {
  const { rows } = await system.query<ApplicantLink>({
    name: 'find_applicant_link',
    text: `select l.organization_id, l.id, l.address from applicant_links l
      join organizations o on o.id = l.organization_id and o.active and o.delete_after is null
      where l.token_hash = $1 and l.ended_at is null and app.has_applicant_page(l.organization_id, l.address)`,
    values: [token_hash],
  });
  return rows[0];
}

/** Notes that a page was opened with a link, at most once a minute. */
export async function noteUse(system: pg.Pool, { organization_id, id }: ApplicantLink): Promise<void> {
  await system.query({
    name: 'note_applicant_link',
    text: `update applicant_links set last_used_at = date_trunc('minute', now())
      where organization_id = $1 and id = $2 and coalesce(last_used_at <= now() - interval '1 minute', true)`,
    values: [organization_id, id],
  });
}

const living = ({ organization_id, address }: Record<keyof Addressed, string | Placeholder>) =>
  and(
    eq(applicant_links.organization_id, organization_id),
    eq(applicant_links.address, address),
    isNull(applicant_links.ended_at),
  );

/** The stored living link of an address; undefined without one. */
export async function selectToken(
  tx: Transaction,
  { organization_id, address }: Addressed,
): Promise<StoredToken | undefined> {
  const [row] = await tokens(tx, { organization_id, address });
  return row;
}

const tokens = statement((tx, value: (name: keyof Addressed) => Placeholder) =>
  tx
    .select({ seed: applicant_links.seed, token_hash: applicant_links.token_hash })
    .from(applicant_links)
    .where(living({ organization_id: value('organization_id'), address: value('address') })),
);

/** Keeps a new link of an address, unless it has one by now. */
export async function insertLink(tx: Transaction, whose: Addressed, token: StoredToken): Promise<void> {
  await tx
    .insert(applicant_links)
    .values({ ...whose, ...token })
    .onConflictDoNothing();
}

/** Ends the living link of an address: its pages are gone at once. Answers whether there was one. */
export async function endLink(tx: Transaction, whose: Addressed): Promise<boolean> {
  const { rowCount } = await tx.update(applicant_links).set({ ended_at: sql`now()` }).where(living(whose));
  return rowCount === 1;
}

/** When the living link of an address was made and used; undefined without one. */
export async function selectLink(tx: Transaction, whose: Addressed) {
  const { created_at, last_used_at } = applicant_links;
  const [row] = await tx.select({ created_at, last_used_at }).from(applicant_links).where(living(whose));
  return row;
}

/** A participant in scope, with their address in lower case. */
export async function selectPerson({ tx, organizationId }: Scope, id: string) {
  const { name, reference } = participants;
  const [row] = await tx
    .select({ name, reference, address: sql<string | null>`lower(${participants.email})` })
    .from(participants)
    .where(and(eq(participants.organization_id, organizationId), eq(participants.id, id)));
  return row;
}

/** Writes a mail with the link of an address, unless it has had enough of them; answers how many. */
export async function writeLinkMail(tx: Transaction, address: string): Promise<number> {
  const { rows } = await tx.execute<{ written: number }>(
    sql`select app.send_applicant_link(${address}) as written`,
  );
  return rows[0]?.written ?? 0;
}

/** The address that waits for its code in the place of an applicant's; undefined without one. */
export async function selectAddressChange(
  system: pg.Pool,
  { organizationId, address }: { organizationId: string; address: string },
): Promise<string | undefined> {
  const { rows } = await system.query<{ new_address: string }>({
    name: 'find_address_change',
    text: 'select new_address from address_changes where organization_id = $1 and address = $2',
    values: [organizationId, address],
  });
  return rows[0]?.new_address;
}

/** What the code for a new address is made of, while it holds; undefined without one. */
export async function selectAddressCode(
  tx: Transaction,
  { organization_id, new_address }: { organization_id: string; new_address: string },
): Promise<Buffer | undefined> {
  const { rows } = await tx.execute<{ seed: Buffer }>(sql`
    select seed from address_changes
    where organization_id = ${organization_id} and new_address = ${new_address} and expires_at > now()
    order by created_at desc limit 1`);
  return rows[0]?.seed;
}

/** Whether an address has applications that it may look at. */
export async function hasPage(tx: Transaction, { organization_id, address }: Addressed): Promise<boolean> {
  const [row] = await pages(tx, { organization_id, address });
  return row?.has ?? false;
}

const pages = statement((tx, value: (name: keyof Addressed) => Placeholder) =>
  tx
    .select({
      has: sql<boolean>`app.has_applicant_page(${value('organization_id')}::uuid, ${value('address')}::text)`,
    })
    .from(sql`(values (1)) as one`),
);
