import { createHash } from 'node:crypto';
import type { ApplicantEdit } from '@vpisnik/contract/rules/questions';
import type { Role } from '@vpisnik/contract/rules/roles';
import type { InferInsertModel, InferSelectModel } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { type StoredEdit, storedEdit } from '../src/db/applicant-edit.ts';
import {
  accounts,
  bank_entries,
  bank_entry_payments,
  bank_statements,
  bulk_jobs,
  calendar_feeds,
  categories,
  closures,
  families,
  family_members,
  fee_plans,
  fee_rules,
  files,
  form_fields,
  group_email_settings,
  group_fields,
  group_leaders,
  groups,
  imports,
  invitations,
  locations,
  mails,
  membership_groups,
  memberships,
  messages,
  notification_templates,
  organizations,
  participant_merges,
  participant_notes,
  participants,
  payments,
  saved_views,
  session_exceptions,
} from '../src/db/schema.ts';

// fixed days: stored; a test that asks for them gives days of its own

type Given<T extends PgTable> = Partial<InferInsertModel<T>>;
type GivenQuestion = Omit<Given<typeof group_fields>, 'question'> & {
  question?: Partial<
    Omit<NonNullable<(typeof group_fields)['$inferInsert']['question']>, keyof StoredEdit>
  > & {
    applicant_edit?: ApplicantEdit;
  };
};

/** A staff member, or a platform ADMIN without an organisation. */
export type Member = {
  id: string;
  email: string;
  name: string;
  role: Role;
  organization_id: string | null;
};

type MemberGiven = {
  organization_id?: string;
  role?: Role;
  /** Groups they are limited to; without it they may see all. */
  groups?: string[];
  /** Groups they lead. */
  leads?: string[];
  name?: string;
  email?: string;
  language?: 'sl' | 'en';
  active?: boolean;
  confirmed?: boolean;
};

const referenceAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Rows for tests, inserted as the owner of the tables. Each factory makes the parents that it was not given, so a test
 * says only what it is about.
 */
export function createFactories(owner: pg.Pool) {
  const database = drizzle({ client: owner });
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };

  async function insert<T extends PgTable>(
    table: T,
    values: InferInsertModel<T>,
  ): Promise<InferSelectModel<T>> {
    const [row] = await database.insert<PgTable>(table).values(values).returning();
    if (!row) throw new Error('The insert gave no row');
    return row as InferSelectModel<T>;
  }

  const organizationOf = async (given: { organization_id?: string | undefined }) =>
    given.organization_id ?? (await factories.organization()).id;

  const factories = {
    insert,

    organization(given: Given<typeof organizations> = {}) {
      const at = next();
      return insert(organizations, {
        name: `Plesna šola ${at}`,
        owner_email: `owner${at}@example.com`,
        setup_completed: true,
        // a test that counts from today would fail in the weeks before Christmas
        public_holidays: false,
        ...given,
      });
    },

    async member(given: MemberGiven = {}): Promise<Member> {
      const { role = 'ORGANIZATION_ADMIN', name = 'Žiga Čuk', groups: limited, leads = [] } = given;
      const account = await insert(accounts, {
        email: given.email ?? `person${next()}@example.com`,
        name,
        language: given.language ?? 'sl',
        platform_admin: role === 'ADMIN',
        confirmed_at: given.confirmed === false ? null : new Date().toISOString(),
      });
      const member = { id: account.id, email: account.email, name, role };
      if (role === 'ADMIN') return { ...member, organization_id: null };
      const organization_id = await organizationOf(given);
      await insert(memberships, {
        organization_id,
        account_id: account.id,
        role,
        active: given.active ?? true,
        all_groups_allowed: limited === undefined,
      });
      for (const group_id of limited ?? [])
        await insert(membership_groups, { organization_id, account_id: account.id, group_id });
      for (const group_id of leads)
        await insert(group_leaders, { organization_id, account_id: account.id, group_id });
      return { ...member, organization_id };
    },

    /** An invitation that is not accepted; no mail is sent. */
    async invitation(given: Given<typeof invitations> = {}) {
      return insert(invitations, {
        organization_id: await organizationOf(given),
        email: `invited${next()}@example.com`,
        name: 'Ana Cvet',
        all_groups_allowed: true,
        ...given,
      });
    },

    async category(given: Given<typeof categories> = {}) {
      const at = next();
      return insert(categories, {
        organization_id: await organizationOf(given),
        label: `category-${at}`,
        languages: ['sl', 'en'],
        name: { sl: `Kategorija ${at}`, en: `Category ${at}` },
        ...given,
      });
    },

    async location(given: Given<typeof locations> = {}) {
      return insert(locations, {
        organization_id: await organizationOf(given),
        name: `Dvorana ${next()}`,
        ...given,
      });
    },

    /** A published group in both languages that takes applications. */
    async group(given: Given<typeof groups> = {}) {
      const at = next();
      const organization_id = await organizationOf(given);
      return insert(groups, {
        organization_id,
        label: `group-${at}`,
        name: { sl: `Skupina ${at}`, en: `Group ${at}` },
        languages: ['sl', 'en'],
        active: true,
        // its sessions begin with it, and tests look at weeks that are over
        created_at: '2020-01-01T08:00:00Z',
        category_id: given.category_id ?? (await factories.category({ organization_id })).id,
        ...given,
      });
    },

    /** A banner and the picture it was cut from; nothing of them is in storage. */
    async banner(given: Given<typeof files> = {}) {
      const organization_id = await organizationOf(given);
      const made = {
        organization_id,
        sha256: createHash('sha256').update(String(next())).digest('hex'),
        bytes: 1000,
        stored: true,
        created_by: crypto.randomUUID(),
      };
      const original = await insert(files, { ...made, kind: 'original', width: 1600, height: 900 });
      return insert(files, {
        ...made,
        kind: 'banner',
        width: 1200,
        height: 300,
        original_id: original.id,
        crop: { x: 0, y: 0, width: 1600, height: 400 },
        ...given,
      });
    },

    /** A spreadsheet with one group that is yet to be imported. */
    async spreadsheet(given: Given<typeof imports> = {}) {
      return insert(imports, {
        organization_id: await organizationOf(given),
        kind: 'groups',
        file_name: 'skupine.csv',
        cells: [['Ime'], ['Balet']],
        created_by: crypto.randomUUID(),
        ...given,
      });
    },

    async formField(given: Given<typeof form_fields> = {}) {
      const at = next();
      return insert(form_fields, {
        organization_id: await organizationOf(given),
        label: `field-${at}`,
        type: 'text',
        languages: ['sl', 'en'],
        name: { sl: `Polje ${at}`, en: `Field ${at}` },
        ...given,
      });
    },

    /** A question of a group's form: a catalogue field when `form_field_id` is given, else the group's own. */
    async groupField({ question: own, ...given }: GivenQuestion = {}) {
      const at = next();
      const organization_id = await organizationOf(given);
      const question = {
        type: 'text',
        name: { sl: `Vprašanje ${at}`, en: `Question ${at}` },
        description: {},
        options: [],
        sensitive: false,
        ...own,
        ...storedEdit(own?.applicant_edit ?? 'until_start'),
      };
      return insert(group_fields, {
        organization_id,
        group_id: given.group_id ?? (await factories.group({ organization_id })).id,
        position: at,
        widget: 'text',
        ...(!given.form_field_id && { question }),
        ...given,
      });
    },

    emailSetting(given: typeof group_email_settings.$inferInsert) {
      return insert(group_email_settings, given);
    },

    async template(given: Given<typeof notification_templates> = {}) {
      return insert(notification_templates, {
        organization_id: await organizationOf(given),
        name: `Predloga ${next()}`,
        email_type: 'application_confirmation',
        ...given,
      });
    },

    async participantNote(given: Given<typeof participant_notes> & { group_id?: string } = {}) {
      const { group_id, ...values } = given;
      const organization_id = await organizationOf(given);
      const person = async () =>
        (await factories.participant({ organization_id, ...(group_id && { group_id }) })).id;
      return insert(participant_notes, {
        text: 'Poklicati mamo',
        ...values,
        organization_id,
        participant_id: given.participant_id ?? (await person()),
      });
    },

    /** A family of these participants, else of two siblings. */
    async family(given: { organization_id?: string; group_id?: string; participant_ids?: string[] } = {}) {
      const organization_id = await organizationOf(given);
      const group_id = given.group_id ?? (await factories.group({ organization_id })).id;
      const sibling = async () => (await factories.participant({ organization_id, group_id })).id;
      const ids = given.participant_ids ?? [await sibling(), await sibling()];
      const family = await insert(families, { organization_id });
      for (const participant_id of ids)
        await insert(family_members, {
          ...{ organization_id, participant_id, group_id },
          ...{ family_id: family.id, joined: 'email' },
        });
      return family;
    },

    /** A group's fee plan: three instalments. */
    async feePlan(given: Given<typeof fee_plans> = {}) {
      const organization_id = await organizationOf(given);
      return insert(fee_plans, {
        organization_id,
        group_id: given.group_id ?? (await factories.group({ organization_id })).id,
        ...{ rhythm: 'instalments', kind: 'tuition', days_after: 8, day_of_month: 15, free_months: [] },
        instalments: ['2099-10-15', '2100-01-15', '2100-04-15'].map((due_date) => {
          return { due_date, amount: '85.00' };
        }),
        ...{ late_start: 'whole', made_on: 'approved', days_ahead: 14 },
        ...given,
      });
    },

    async feeRules(given: Given<typeof fee_rules> = {}) {
      const organization_id = await organizationOf(given);
      return insert(fee_rules, { organization_id, family_sessions: [], member_answer: '', ...given });
    },

    async participant(given: Given<typeof participants> = {}) {
      const at = next();
      const organization_id = await organizationOf(given);
      return insert(participants, {
        organization_id,
        group_id: given.group_id ?? (await factories.group({ organization_id })).id,
        name: `Maja Novak ${at}`,
        email: `maja${at}@example.com`,
        reference: reference(at),
        language: 'sl',
        ...given,
      });
    },

    /** An application that was merged into another one of its group, and can come back. */
    async merge({ group_id, ...given }: Given<typeof participant_merges> & { group_id?: string } = {}) {
      const organization_id = await organizationOf(given);
      const into = group_id ? { organization_id, group_id } : { organization_id };
      const participant_id = given.participant_id ?? (await factories.participant(into)).id;
      const { rows } = await owner.query<{ group_id: string }>(
        'select group_id from participants where id = $1',
        [participant_id],
      );
      const at = next();
      const merged = {
        ...{ organization_id, group_id: rows[0]?.group_id, id: crypto.randomUUID(), name: 'Maja Novak' },
        ...{ reference: reference(at), language: 'sl', status: 'inactive', answers: [], notes: '' },
        ...{ application_date: '2026-09-01T10:00:00Z', created_at: '2026-09-01T10:00:00Z' },
        ...{ updated_at: '2026-09-01T10:00:00Z', version: 1 },
      };
      return insert(participant_merges, {
        ...{ organization_id, participant_id, merged_id: merged.id, name: merged.name },
        ...{ reference: merged.reference, merged },
        ...given,
      });
    },

    async payment(given: Given<typeof payments> = {}) {
      const organization_id = await organizationOf(given);
      const participant = given.participant_id
        ? { id: given.participant_id, group_id: given.group_id }
        : await factories.participant({ organization_id });
      const { rows } = await owner.query<{ group_id: string }>(
        'select group_id from participants where id = $1',
        [participant.id],
      );
      return insert(payments, {
        organization_id,
        participant_id: participant.id,
        group_id: rows[0]?.group_id ?? '',
        amount: '12.50',
        ...given,
      });
    },

    /** A statement of one transfer; that is not there. */
    async bankStatement(given: Given<typeof bank_statements> = {}) {
      return insert(bank_statements, {
        organization_id: await organizationOf(given),
        ...{ file_name: 'izpisek.xml', account: 'SI56191000000123438', currency: 'EUR' },
        ...{ from_date: '2026-11-17', to_date: '2026-11-17', entry_count: 1, total: '12.50' },
        ...{ known_count: 0, reversal_count: 0, pending_count: 0, created_by: crypto.randomUUID() },
        ...given,
      });
    },

    /** A transfer that waits for a payment. */
    async bankEntry(given: Given<typeof bank_entries> = {}) {
      const organization_id = await organizationOf(given);
      return insert(bank_entries, {
        organization_id,
        statement_id: given.statement_id ?? (await factories.bankStatement({ organization_id })).id,
        ...{ account: 'SI56191000000123438', currency: 'EUR', entry_key: `entry ${next()}`, position: 0 },
        ...{
          day: '2026-11-17',
          amount: '12.50',
          payer_name: 'Petra Lah',
          payer_iban: '',
          reference: '',
          text: '',
        },
        ...given,
      });
    },

    /** A transfer that paid a payment. */
    async bankEntryPayment(given: Given<typeof bank_entry_payments> = {}) {
      const organization_id = await organizationOf(given);
      return insert(bank_entry_payments, {
        organization_id,
        entry_id: given.entry_id ?? (await factories.bankEntry({ organization_id })).id,
        payment_id:
          given.payment_id ?? (await factories.payment({ organization_id, status: 'completed' })).id,
        ...{ amount: '12.50', completes: true, payment_version: 1 },
        ...given,
      });
    },

    /** Bulk work that is done; its rows are not there. */
    async bulkJob(given: Given<typeof bulk_jobs> = {}) {
      return insert(bulk_jobs, {
        organization_id: await organizationOf(given),
        account_id: crypto.randomUUID(),
        actor: 'Žiga Čuk',
        kind: 'note',
        parameters: { text: 'Poklicati' },
        selection: { ids: 0 },
        state: 'done',
        finished_at: new Date().toISOString(),
        ...given,
      });
    },

    /** A view of all administrators, unless an account is given. */
    async savedView(given: Given<typeof saved_views> = {}) {
      return insert(saved_views, {
        organization_id: await organizationOf(given),
        name: `Pogled ${next()}`,
        ...given,
      });
    },

    /** A draft to nobody in particular. */
    async message(given: Given<typeof messages> = {}) {
      return insert(messages, {
        organization_id: await organizationOf(given),
        account_id: crypto.randomUUID(),
        author: 'Žiga Čuk',
        audience_ids: [crypto.randomUUID()],
        ...given,
      });
    },

    /** Christmas, closed. */
    async closure(given: Given<typeof closures> = {}) {
      return insert(closures, {
        organization_id: await organizationOf(given),
        name: { sl: `Kolektivni dopust ${next()}` },
        start_date: '2026-12-24',
        end_date: '2026-12-26',
        ...given,
      });
    },

    /** An added session, unless another kind is given. */
    async sessionException(given: Given<typeof session_exceptions> = {}) {
      const organization_id = await organizationOf(given);
      const isAdded = given.kind === undefined || given.kind === 'added' || given.kind === 'moved';
      return insert(session_exceptions, {
        organization_id,
        group_id: given.group_id ?? (await factories.group({ organization_id })).id,
        kind: 'added',
        ...(isAdded && { new_date: '2026-09-12', new_start_time: '10:00', new_duration: 60 }),
        ...given,
      });
    },

    /** A calendar feed, of a group if given, with a token unknown to the test. */
    async feed(given: Given<typeof calendar_feeds> = {}) {
      const organization_id = await organizationOf(given);
      return insert(calendar_feeds, {
        organization_id,
        account_id: given.account_id ?? (await factories.member({ organization_id })).id,
        kind: given.group_id ? 'group' : 'mine',
        language: 'sl',
        token_hash: createHash('sha256').update(`token ${next()}`).digest(),
        ...given,
      });
    },

    /** A mail at rest; give `state: 'queued'` for one that the worker is to send. */
    async mail(given: Given<typeof mails> = {}) {
      return insert(mails, {
        organization_id: await organizationOf(given),
        email_type: 'application_confirmation',
        recipient_kind: 'applicant',
        to_address: `maja${next()}@example.com`,
        language: 'sl',
        state: 'sent',
        ...given,
      });
    },
  };
  return factories;
}

/** Eight characters that look random but are the same in every run. */
function reference(at: number): string {
  const bytes = createHash('sha256').update(String(at)).digest();
  return [...bytes.subarray(0, 8)].map((byte) => referenceAlphabet[byte % referenceAlphabet.length]).join('');
}
