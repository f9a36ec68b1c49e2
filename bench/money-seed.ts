import type pg from 'pg';

/** Payments of each participant: most are paid, and a tenth of all are open. */
const EACH = 50;
/** Transfers of the bank statement. */
const TRANSFERS = 5000;

/** Gives the first organisation of a seeded database plans, payments, an account and a bank statement. */
export async function seedMoney(client: pg.ClientBase, organizationId: string): Promise<void> {
  const values = [organizationId];
  // histories, counts and references come of triggers, which would take hours
  await client.query('set session_replication_role = replica');
  for (const text of [settings, plans, enrolments, payments, statement, transfers])
    await client.query(text, values);
  await client.query('set session_replication_role = default');
}

const settings = `insert into payment_settings (organization_id, recipient, street, town, iban)
  values ($1, 'Plesna šola Zvezda', 'Slovenska cesta 1', '1000 Ljubljana', 'SI56191000000123438')`;

const plans = `insert into fee_plans (organization_id, group_id, rhythm, kind, amount, days_after, day_of_month, first_month,
    free_months, instalments, late_start, made_on, days_ahead)
  select organization_id, id, 'monthly', 'tuition', 40, 8, 15, to_char(now(), 'YYYY-MM'), '{}', '[]', 'whole', 'approved', 14
  from groups where organization_id = $1`;

const enrolments = `insert into fee_enrolments (organization_id, participant_id, group_id, joined_on, made_until)
  select organization_id, id, group_id, current_date - 60, to_char(now(), 'YYYY-MM')
  from participants where organization_id = $1`;

/** Over some thousand days around today; the last ones of each participant are to come. */
const payments = `insert into payments (organization_id, group_id, participant_id, amount, status, expiration_date, payment_date,
    method, purpose, reference_number)
  select organization_id, group_id, id, 20 + n * 7 % 60 + 0.5, status, due, case when status = 'completed' then due end,
    case when status = 'completed' then case when n % 3 = 0 then 'cash' else 'bank_transfer' end end,
    'Vadnina', 'SI12' || lpad(place::text, 13, '0')
  from (
    select p.organization_id, p.group_id, p.id, p.place, n,
      current_date - 900 + n * 1000 / ${EACH} + (place % 20)::integer as due,
      case when n > ${EACH} - 3 then 'pending' when (place + n) % 24 = 0 then 'expired'
        when (place + n) % 997 = 0 then 'failed' when (place + n) % 61 = 0 then 'cancelled' else 'completed' end as status
    from (select *, row_number() over (order by id) as place from participants where organization_id = $1) p,
      generate_series(1, ${EACH}) n
  ) as each`;

const statement = `insert into bank_statements (organization_id, file_name, account, currency, from_date, to_date, entry_count,
    total, known_count, reversal_count, pending_count, created_by)
  select $1, 'izpisek.xml', 'SI56191000000123438', 'EUR', current_date, current_date, ${TRANSFERS}, 0, 0, 0, 0, a.id
  from accounts a limit 1`;

/** A half has the payment's reference, a third the payer's name, the others say nothing that is known. */
const transfers = `insert into bank_entries (organization_id, statement_id, account, entry_key, position, day, amount, currency,
    payer_name, payer_iban, reference, text)
  select p.organization_id, s.id, s.account, 'transfer ' || p.at, 0, current_date, p.amount, 'EUR',
    case when p.at % 6 < 5 then p.name else 'Neznan Plačnik' end, 'SI56' || lpad(p.at::text, 15, '0'),
    case when p.at % 2 = 0 then p.reference_number else '' end, 'Vadnina'
  from bank_statements s, lateral (
    select y.organization_id, y.amount, y.reference_number, someone.name, row_number() over (order by y.id) as at
    from payments y join participants someone on someone.organization_id = y.organization_id and someone.id = y.participant_id
    where y.organization_id = $1 and y.status = 'pending' order by y.id limit ${TRANSFERS}
  ) as p where s.organization_id = $1`;
