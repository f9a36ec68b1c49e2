import type { Readable } from 'node:stream';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import type { Slip } from '@vpisnik/contract/slips';
import { sql } from 'drizzle-orm';
import type { Pools } from '../../db/connection/pools.ts';
import { asWorker } from '../../db/scope.ts';
import { qrPng } from '../slips/qr.ts';
import { type Payee, type PaymentRow, selectPayee, selectPayments } from '../slips/queries.ts';
import { slipOf } from '../slips/rules.ts';
import { documentOf } from '../slips/service.ts';
import { slipWords } from '../slips/words.ts';
import { type Applicant, selectDay } from './queries.ts';

/** What the statements ask for: an application of one address, by its reference, or by its id. */
type Asked = { reference: string } | { id: string };

type Owed = { rows: PaymentRow[]; payee: Payee; today: string };

/** What an application owes, by its day; undefined where that is nothing, or no account is written down. */
async function selectOwed(applicant: Applicant, asked: Asked): Promise<Owed | undefined> {
  const { organizationId, address } = applicant;
  const which = 'id' in asked ? sql`p.id = ${asked.id}` : sql`p.reference = ${asked.reference}`;
  const rows = await selectPayments(
    applicant,
    sql`payments.status in ${[...openStatuses]} and payments.participant_id = (
      select p.id from participants p
      where p.organization_id = ${organizationId} and ${which} and lower(p.email) = ${address}
        and p.status not in ('rejected', 'inactive'))`,
  );
  const payee = rows.length > 0 ? await selectPayee(applicant) : undefined;
  return payee && { rows, payee, today: await selectDay(applicant) };
}

/** Payment data of the first payment that an application owes. */
export async function firstSlip(applicant: Applicant, id: string): Promise<Slip | null> {
  const owed = await selectOwed(applicant, { id });
  const [row] = owed?.rows ?? [];
  return owed && row ? slipOf(row, owed.payee, owed.today) : null;
}

type Whose = Omit<Applicant, 'tx'> & { reference: string };

/** The first payment that an application owes on a sheet of paper; undefined where nothing is owed. */
export async function slipPaper(
  pools: Pools,
  { reference, ...whose }: Whose,
  signal: AbortSignal,
): Promise<{ name: string; document: Readable } | undefined> {
  const owed = await asWorker(pools.system, (tx) => selectOwed({ tx, ...whose }, { reference }));
  const [row] = owed?.rows ?? [];
  if (!owed || !row) return undefined;
  const { language } = row;
  const name = `${slipWords[language].file}-${reference.toLowerCase()}-${owed.today}.pdf`;
  const { organizationId } = whose;
  return {
    name,
    document: await documentOf({ ...owed, rows: [row], organizationId, language, name }, signal),
  };
}

/** The code of a payment that an application owes, as a picture for banks' apps; undefined for others and without a code. */
export async function slipPicture(
  pools: Pools,
  { reference, ...whose }: Whose,
  paymentId: string,
): Promise<Buffer | undefined> {
  const owed = await asWorker(pools.system, (tx) => selectOwed({ tx, ...whose }, { reference }));
  const row = owed?.rows.find(({ id }) => id === paymentId);
  const slip = owed && row && slipOf(row, owed.payee, owed.today);
  const code = slip?.upn ?? slip?.epc;
  return code ? qrPng(code) : undefined;
}
