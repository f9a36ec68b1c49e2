import { type FieldType, usualApplicantEdit, widgetsOf } from '@vpisnik/contract/form-fields';
import { sql } from 'drizzle-orm';
import { storedEdit } from '../db/applicant-edit.ts';
import {
  accounts,
  categories,
  form_fields,
  group_fields,
  group_leaders,
  groups,
  locations,
  membership_groups,
  memberships,
  organizations,
  payment_settings,
} from '../db/schema.ts';
import type { Transaction } from '../db/scope.ts';
import { seedOrganization } from '../features/organizations/starter.ts';
import type { Question } from '../features/participants/questions.ts';
import type { DemoAccount } from './accounts.ts';
import type { Calendar } from './days.ts';
import type { DemoGroup, DemoOrganization } from './demo.ts';
import { insertChanges, insertClosures } from './departures.ts';
import { insertPeople } from './participants.ts';

/** Writes a whole demo organisation. */
export async function insertOrganization(
  tx: Transaction,
  demo: DemoOrganization,
  passwordHash: string,
  calendar: Calendar,
): Promise<void> {
  const [organization] = await tx.insert(organizations).values(demo.organization).returning();
  if (!organization) throw new Error('The organisation was not inserted');
  const organization_id = organization.id;
  await seedOrganization(tx, organization);
  if (demo.payments) await tx.insert(payment_settings).values({ ...demo.payments, organization_id });
  const members = await insertAccounts(tx, demo.accounts, passwordHash);
  await tx.insert(memberships).values(
    demo.accounts.map(({ email, role, groups: limited }) => ({
      organization_id,
      account_id: members.get(email) ?? '',
      role,
      all_groups_allowed: limited === undefined,
    })),
  );
  const known = {
    organization_id,
    members,
    categories: await tx
      .insert(categories)
      .values(demo.categories.map((row, position) => ({ ...row, position, organization_id })))
      .returning(),
    locations: await tx
      .insert(locations)
      .values(demo.locations.map((row, position) => ({ ...row, position, organization_id })))
      .returning(),
    fields: await insertFields(tx, organization_id, demo),
  };
  const inserted = [];
  for (const group of demo.groups) inserted.push(await insertGroup(tx, group, known, calendar));
  await insertChanges(tx, organization_id, inserted, known.locations, calendar);
  await insertClosures(tx, organization_id, demo.closures, calendar);
  await insertScopes(tx, organization_id, demo, known.members, inserted);
  await insertPeople(tx, organization_id, inserted, calendar);
}

/** Accounts that may sign in at once; gives their ids by address. */
export async function insertAccounts(
  tx: Transaction,
  people: DemoAccount[],
  password_hash: string,
): Promise<Map<string, string>> {
  const rows = await tx
    .insert(accounts)
    .values(
      people.map(({ email, name, role }) => ({
        email,
        name,
        password_hash,
        platform_admin: role === 'ADMIN',
        confirmed_at: new Date().toISOString(),
      })),
    )
    .returning();
  return new Map(rows.map(({ email, id }) => [email, id]));
}

async function insertFields(tx: Transaction, organization_id: string, { fields }: DemoOrganization) {
  // after the starter ones
  const rows = fields.map((row, at) => ({
    ...{ ...row, position: 100 + at, organization_id },
    ...storedEdit(row.applicant_edit ?? usualApplicantEdit),
  }));
  await tx.insert(form_fields).values(rows);
  const all = await tx.select().from(form_fields);
  return all.filter((field) => field.organization_id === organization_id);
}

type Known = {
  organization_id: string;
  members: Map<string, string>;
  categories: (typeof categories.$inferSelect)[];
  locations: (typeof locations.$inferSelect)[];
  fields: (typeof form_fields.$inferSelect)[];
};

const find = <T>(rows: T[], matches: (row: T) => boolean, what: string): T => {
  const row = rows.find(matches);
  if (!row) throw new Error(`The demo has no ${what}`);
  return row;
};

const account = (members: Map<string, string>, name: string): string =>
  find([...members], ([email]) => email.startsWith(`${name}@`), name)[1];

async function insertGroup(tx: Transaction, demo: DemoGroup, known: Known, { day }: Calendar) {
  const { category, location, leaders, days, applications, ...values } = demo;
  const { organization_id } = known;
  const morning = (offset: number | undefined) => (offset === undefined ? null : `${day(offset)}T07:00:00Z`);
  const [group] = await tx
    .insert(groups)
    .values({
      ...values,
      organization_id,
      category_id: find(known.categories, (row) => row.label === category, category).id,
      location_id: location ? find(known.locations, (row) => row.name === location, location).id : null,
      start_date: days ? day(days[0]) : null,
      end_date: days ? day(days[1]) : null,
      apply_from: morning(applications?.from),
      apply_until: morning(applications?.until),
    })
    .returning({ id: groups.id });
  if (!group) throw new Error(`${demo.label} was not inserted`);
  if (leaders.length > 0)
    await tx.insert(group_leaders).values(
      leaders.map((name) => ({
        organization_id,
        group_id: group.id,
        account_id: account(known.members, name),
      })),
    );
  return { ...demo, id: group.id, questions: await insertForm(tx, group.id, demo, known) };
}

/** The form: catalogue fields in order, then the group's own questions. */
async function insertForm(
  tx: Transaction,
  group_id: string,
  { asks, own = [] }: DemoGroup,
  { organization_id, fields }: Known,
): Promise<Question[]> {
  const questions: Omit<Question, 'id'>[] = [
    ...asks.map((asked) => {
      const label = asked.replace('*', '');
      const field = find(fields, (row) => row.label === label, label);
      const type = field.type as FieldType;
      const required = asked.endsWith('*');
      return { ...field, form_field_id: field.id, type, widget: widgetsOf[type][0], required };
    }),
    ...own.map((question) => ({ ...question, form_field_id: null, label: null })),
  ];
  const rows = await tx
    .insert(group_fields)
    .values(
      questions.map(
        ({ form_field_id, widget, required, type, name, description, options, sensitive }, position) => ({
          organization_id,
          // older than the applications, which have been asked it
          created_at: sql`now() - interval '3 years'`,
          group_id,
          position,
          widget,
          required,
          form_field_id,
          ...(form_field_id === null && {
            question: { type, name, description, options, sensitive, applicant_edit: 'until_start' as const },
          }),
        }),
      ),
    )
    .returning({ id: group_fields.id });
  return questions.map((question, at) => ({ ...question, id: rows[at]?.id ?? '' }));
}

/** The groups that limited members see beside those they lead. */
async function insertScopes(
  tx: Transaction,
  organization_id: string,
  demo: DemoOrganization,
  members: Map<string, string>,
  inserted: { id: string; label: string }[],
): Promise<void> {
  const rows = demo.accounts.flatMap(({ email, groups: labels = [] }) =>
    labels.map((label) => ({
      organization_id,
      account_id: members.get(email) ?? '',
      group_id: find(inserted, (group) => group.label === label, label).id,
    })),
  );
  if (rows.length > 0) await tx.insert(membership_groups).values(rows);
}
