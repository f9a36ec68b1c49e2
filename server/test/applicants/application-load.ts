import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import type { ScriptedSmtp } from '../outside/smtp.ts';
import { until } from '../until.ts';
import { application } from './applicants.ts';

export type Group = { organization_id: string; id: string };
export type Receipt = { reference: string; status: string };

/** An application that was not taken, with the status that was answered. */
export class NotTaken extends Error {
  readonly status: number;

  constructor(status: number, said: string) {
    super(`${status} ${said}`);
    this.status = status;
  }
}

/**
 * Applications to one group while processes come and go: every answer must agree with exactly one row, and every mail must
 * have left.
 */
export function applicationLoad({
  databaseUrl,
  smtp,
  places,
}: {
  databaseUrl: () => string;
  smtp: () => ScriptedSmtp;
  /** How many the group has. */
  places: number;
}) {
  async function asOwner<T>(work: (owner: pg.Pool) => Promise<T>): Promise<T> {
    const owner = new pg.Pool({ connectionString: databaseUrl(), max: 1 });
    owner.on('error', () => {});
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  }

  /** One try of an applicant, with the same key each time, as the form does. */
  async function attempt(
    group: Group,
    at: number,
    tries: number,
    origin: string | undefined,
  ): Promise<Receipt> {
    const url = `${origin}/api/public/${group.organization_id}/groups/${group.id}/participants`;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `key-of-${group.id}-${at}`,
        'x-forwarded-for': `10.${tries % 250}.${Math.floor(at / 250)}.${at % 250}`,
      },
      body: JSON.stringify({
        ...application({ name: `Ana Kovač ${at}`, accept_waitlist: true }),
        email: `ana${at}.${group.id}@example.com`,
      }),
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status !== 201) throw new NotTaken(response.status, await response.text());
    return (await response.json()) as Receipt;
  }

  /** People open the form and apply through a proxy until `replace` is done. Nobody tries twice. */
  async function applyThrough(
    origin: string,
    group: Group,
    replace: () => Promise<void>,
  ): Promise<Receipt[]> {
    const receipts: Receipt[] = [];
    let replaced = false;
    let next = 0;
    const somebody = async () => {
      while (!replaced) {
        const form = await fetch(`${origin}/api/public/${group.organization_id}/groups/${group.id}`);
        if (form.status !== 200) throw new NotTaken(form.status, await form.text());
        receipts.push(await attempt(group, next++, 0, origin));
        // each takes a moment, so that mails go as fast as people come
        await wait(100);
      }
    };
    const replacing = replace().finally(() => {
      replaced = true;
    });
    await Promise.all([...Array.from({ length: 3 }, somebody), replacing]);
    return receipts;
  }

  type Row = Receipt & { mails: number };

  /** Every acknowledged application is there, once, as its sender was told, with a mail to them and one to the staff. */
  async function expectAllKept(group: Group, receipts: Receipt[]): Promise<void> {
    const { rows } = await asOwner((owner) =>
      owner.query<Row>(
        `select reference, status, (
           select count(*)::integer from mails m where m.participant_id = p.id and m.origin_id is null
         ) as mails
         from participants p where group_id = $1 order by application_date`,
        [group.id],
      ),
    );
    const byReference = (a: Receipt, b: Receipt) => (a.reference < b.reference ? -1 : 1);
    const told = receipts.map(({ reference, status }) => ({ reference, status, mails: 2 }));
    expect(rows.toSorted(byReference)).toEqual(told.sort(byReference));
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array(Math.min(places, receipts.length)).fill('pending'),
      ...Array(Math.max(0, receipts.length - places)).fill('waitlisted'),
    ]);
  }

  /** Expects every mail to be delivered, at most `mostTwice` of them twice, with the same Message-ID. */
  async function expectAllSent(group: Group, mostTwice: number): Promise<void> {
    const mails = await until(async () => {
      await letTimePass();
      const { rows } = await asOwner((owner) =>
        owner.query<{ id: string; state: string }>('select id, state from mails where group_id = $1', [
          group.id,
        ]),
      );
      const waiting = rows.filter(({ state }) => state !== 'sent');
      if (waiting.length > 0)
        throw new Error(`${waiting.length} mails have not left: ${JSON.stringify(waiting)}`);
      return rows.length;
    });
    const delivered = smtp().taken.map((mail) => /^Message-ID:\s*<(.*?)@/im.exec(mail)?.[1]);
    expect(delivered).not.toContain(undefined);
    expect(new Set(delivered).size).toBe(mails);
    expect(delivered.length - mails).toBeLessThanOrEqual(mostTwice);
  }

  /** Lets the time pass that mails and pauses have to wait; that of a process for a mail in its hands goes on. */
  const letTimePass = () =>
    asOwner((owner) =>
      owner.query(`
        update mails set send_after = now() where state = 'queued' and send_after > now();
        update mail_pauses set until = now() where until > now()`),
    );

  return { asOwner, attempt, applyThrough, expectAllKept, expectAllSent, letTimePass };
}
