import type { Participant } from '@vpisnik/contract/participants';
import { offerReminder } from '@vpisnik/contract/rules/offers';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../test/outside/smtp.ts';
import { until } from '../../../test/until.ts';
import { startWorker } from '../../background/worker.ts';
import { asOrganization } from '../../db/scope.ts';
import { acceptOffer, declineOffer, wantStill } from '../offers/answers.ts';
import { goRound, workOffers } from '../offers/round.ts';

let site: TestApp;
let organization_id: string;
let office: string;
/** Of this test alone: processes send what is due of all. */
let mama: string;
let tests = 0;
let staff: Caller;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  const { id, owner_email } = await site.factories.organization({ name: 'Plesna šola Zvezda' });
  organization_id = id;
  office = owner_email;
  tests += 1;
  mama = `mama${tests}@posta.test`;
  staff = site.as(await site.factories.member({ organization_id, email: office }));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await site.owner.query('delete from mail_pauses');
});

/** Starts a process that sends what is due to a mail server. */
async function work(smtp: ScriptedSmtp) {
  const quiet = { warn: () => {}, error: () => {} };
  const worker = await startWorker({ ...site, env: { ...site.env, smtpUrl: smtp.url } }, quiet);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= worker.stop());
  stops.push(stop);
  return stop;
}

async function mailServer(answers?: string[]) {
  const smtp = await startScriptedSmtp(answers);
  stops.push(smtp.stop);
  return smtp;
}

const states = () =>
  site.rows<{ type: string; state: string; reason: string }>(
    `select email_type || case when variant = '' then '' else ' ' || variant end as type, state, state_reason as reason
     from mails where organization_id = $1 and recipient_kind = 'applicant' order by created_at, id`,
    [organization_id],
  );
const told = async () => (await states()).map(({ type, state }) => `${type}: ${state}`);
const settled = () =>
  until(async () => {
    const open = (
      await site.rows(
        `select from mails where organization_id = $1 and state in ('queued', 'sending') and send_after <= now()`,
        [organization_id],
      )
    ).length;
    if (open > 0) throw new Error(`${open} mails are due`);
  });

/** Sends what is due, by one process; answers the mails to an address as they are read, by their subjects. */
async function sent(address = mama) {
  const smtp = await mailServer();
  const stop = await work(smtp);
  await settled();
  await stop();
  return await mailsTo(smtp, address);
}
async function mailsTo({ taken }: ScriptedSmtp, address: string) {
  const read = await Promise.all(taken.map((source) => PostalMime.parse(source)));
  return read
    .filter(({ to }) => to?.some((one) => one.address === address))
    .toSorted((one, other) => (one.subject ?? '').localeCompare(other.subject ?? '', 'sl'))
    .map(({ subject = '', html = '', text = '' }) => ({
      subject,
      html,
      text: text.replaceAll('\u00a0', ' ').replaceAll('\r\n', '\n'),
    }));
}

/** A group of so many places whose queue has people with these addresses, the first applied first. */
async function queueOf(people: object[], given: object = {}) {
  const { id: group_id } = await site.factories.group({
    ...{ organization_id, capacity: 9, name: { sl: 'Otroški balet', en: 'Ballet for children' } },
    ...given,
  });
  const ids: string[] = [];
  for (const person of people)
    ids.push(
      (
        await site.factories.participant({
          ...{ organization_id, group_id, status: 'waitlisted', email: mama, ...person },
        })
      ).id,
    );
  return { group_id, ids, first: ids[0] ?? '' };
}
const offer = (id: string) => staff.post<Participant>(`/participants/${id}/offer`, {});
const act = (one: (reader: Parameters<typeof acceptOffer>[0], id: string) => Promise<unknown>, id: string) =>
  asOrganization(site.pools.api, organization_id, (reader) => one(reader, id));
const round = () => workOffers({ pools: site.pools, log: { error: expect.fail } as never });
/** Lets an offer have been made so many hours ago, to end in so many. */
const timed = (id: string, ago: number, left: number) =>
  site.rows(
    `with moved as (
       update participants set offered_at = now() - make_interval(hours => $2), offer_until = now() + make_interval(mins => $3)
       where id = $1 returning id, offered_at, offer_until
     ), mailed as (
       update mails set sent_at = moved.offered_at from moved
       where mails.id in (select mail_id from mail_people where participant_id = $1) and mails.state = 'sent'
     )
     update mail_people n set offered_at = moved.offered_at, offer_until = moved.offer_until
     from moved where n.participant_id = moved.id`,
    [id, ago, Math.round(left * 60)],
  );
const deadlineOf = (iso: string | null) => {
  const at = Temporal.Instant.from(iso ?? '').toZonedDateTimeISO('Europe/Ljubljana');
  const weekday = ['ponedeljka', 'torka', 'srede', 'četrtka', 'petka', 'sobote', 'nedelje'][at.dayOfWeek - 1];
  const time = `do ${at.hour}:${String(at.minute).padStart(2, '0')}`;
  return {
    short: `${weekday}, ${at.day}. ${at.month}., ${time}`,
    long: `${weekday}, ${at.day}. ${at.month}. ${at.year}, ${time}`,
  };
};

describe('an offer', () => {
  test('is told with its deadline in subject, preview and text, and leads to the page', async () => {
    const { first } = await queueOf([{ name: 'Zala Kos' }]);
    const { body } = await offer(first);
    const { short, long } = deadlineOf(body.offer_until);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Mesto je prosto za vas do ${short}: Zala Kos, Otroški balet`);
    for (const words of [
      `Odgovorite do ${long}`,
      'v skupini Otroški balet se je sprostilo mesto',
      'Na vrsti je prijava na ime Zala Kos',
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.text).toMatch(/Odgovorite na ponudbo: \S+\/my\/[\w-]{20,}\n/);
    const preview = /<div style="display:none[^>]*>([\s\S]*?)<\/div>/.exec(mail?.html ?? '')?.[1];
    expect(preview?.replaceAll('\u00a0', ' ')).toContain(`Otroški balet, Zala Kos. Odgovorite do ${long}.`);
    // one link, to the page: nothing in the mail answers by being opened
    expect(mail?.html.match(/href="[^"]*\/my\/[^"]*"/g)).toHaveLength(1);
  });

  test('greets the guardian of a child, in the language of the application', async () => {
    const guardian = { field_id: crypto.randomUUID(), label: null, type: 'text', sensitive: false };
    const { first } = await queueOf(
      [
        {
          ...{ name: 'Zala Kos', language: 'en' },
          answers: [
            {
              ...guardian,
              name: 'Starš',
              value: 'Barbara Kos',
              text: 'Barbara Kos',
              purpose: 'guardian_name',
            },
          ],
        },
      ],
      { age_to: 8 },
    );
    await offer(first);
    const [mail] = await sent();
    expect(mail?.subject).toMatch(
      /^A place is held for you until \w+day, \d+ \w{3}, \d\d:\d\d: Zala Kos, Ballet for children$/,
    );
    expect(mail?.text).toMatch(/Hello Barbara Kos,[\s\S]*Answer by \w+day, \d+ \w{3} \d{4}, \d\d:\d\d\n/);
  });

  test('to siblings who are tied is one mail that names them all', async () => {
    const { first } = await queueOf([{ name: 'Ana Kos' }, { name: 'Bor Kos' }]);
    await staff.post(`/participants/${first}/offer/tie`, { tied: true });
    await offer(first);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/: Ana Kos in Bor Kos, Otroški balet$/);
    expect(mail?.text).toContain('kjer ponudbo sprejmete ali zavrnete v celoti');
    expect(mail?.text).toContain('Dotlej mest ne dobi nihče drug. Brez odgovora ju ponudimo');
    expect(mail?.html).toContain('Mesti čakata na vas');
    await act(acceptOffer, first);
    const smtp = await mailServer();
    await work(smtp);
    await settled();
    const [confirmation, ...others] = await mailsTo(smtp, mama);
    expect(others).toEqual([]);
    expect(confirmation?.subject).toBe('Mesti sta vaši: Ana Kos in Bor Kos, Otroški balet');
    expect(confirmation?.text).toContain('Ime in priimek: Ana Kos in Bor Kos');
    expect((await mailsTo(smtp, office)).map(({ subject }) => subject)).toEqual([
      'Mesti sta sprejeti: Ana Kos in Bor Kos, Otroški balet',
    ]);
  });

  test('that siblings accepted confirms each who has the place still, and one with another address apart', async () => {
    const { ids } = await queueOf([{ name: 'Ana Kos' }, { name: 'Bor Kos' }, { name: 'Cene Kos' }]);
    const [ana = '', bor = '', cene = ''] = ids;
    await staff.post(`/participants/${ana}/offer/tie`, { tied: true });
    await offer(ana);
    await act(acceptOffer, ana);
    await staff.patch(`/participants/${ana}/status`, { status: 'rejected', notify: false });
    await site.rows('update participants set email = $2 where id = $1', [cene, `oce.${mama}`]);
    const smtp = await mailServer();
    await work(smtp);
    await settled();
    await settled();
    const subjects = async (address: string) => (await mailsTo(smtp, address)).map(({ subject }) => subject);
    expect(await subjects(mama)).toEqual(['Mesto je vaše: Bor Kos, Otroški balet']);
    expect(await subjects(`oce.${mama}`)).toEqual(['Mesto je vaše: Cene Kos, Otroški balet']);
    const { body } = await staff.get<{ mails: { email_type: string; variant: string }[] }>(
      `/participants/${bor}`,
    );
    expect(body.mails.filter(({ variant }) => variant === 'accepted').length).toBeGreaterThan(0);
  });

  test('says what accepting will cost, by the plan of the group, in words of its language', async () => {
    const { group_id, ids } = await queueOf([
      { name: 'Ana' },
      { name: 'Bor', email: `oce.${mama}`, language: 'en' },
    ]);
    await site.factories.feePlan({
      ...{ organization_id, group_id, rhythm: 'once', amount: '85.00', instalments: [] },
    });
    for (const id of ids) await offer(id);
    const smtp = await mailServer();
    await work(smtp);
    await settled();
    const [sl, en] = [...(await mailsTo(smtp, mama)), ...(await mailsTo(smtp, `oce.${mama}`))];
    expect(sl?.text).toContain('Za plačilo ob sprejemu: 85,00 €\n');
    expect(en?.text).toContain('To pay on accepting: €85.00\n');
  });

  test('made for several at once tells each family, and one made by itself leaves at once', async () => {
    const people = [{ name: 'Ana' }, { name: 'Bor', email: `oce.${mama}` }, { name: 'Cene', email: null }];
    const { group_id } = await queueOf(people, { offer_mode: 'automatic' });
    await site.rows(`update group_counts set freed_at = now() - interval '1 hour' where group_id = $1`, [
      group_id,
    ]);
    await Promise.all([round(), round(), round()]);
    const smtp = await mailServer();
    await work(smtp);
    await settled();
    const both = [await mailsTo(smtp, mama), await mailsTo(smtp, `oce.${mama}`)];
    expect(both.map((mails) => mails.map(({ subject }) => subject.split(': ')[1]))).toEqual([
      ['Ana, Otroški balet'],
      ['Bor, Otroški balet'],
    ]);
    expect(await states()).toHaveLength(2);
  });

  test('is not told where the group has turned its mails off', async () => {
    const { group_id, first } = await queueOf([{}]);
    await site.factories.emailSetting({
      ...{ organization_id, group_id, email_type: 'place_offered', enabled: false },
    });
    await offer(first);
    expect(await states()).toEqual([]);
  });

  test('that is taken back before its mail leaves is not told; after it left, its end is', async () => {
    const { first } = await queueOf([{ name: 'Zala' }]);
    await offer(first);
    await staff.post(`/participants/${first}/offer/withdraw`, {});
    expect(await told()).toEqual(['place_offered: cancelled']);
    await offer(first);
    expect(await sent()).toHaveLength(1);
    await staff.post(`/participants/${first}/offer/withdraw`, {});
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Ponudba mesta ne velja več: Zala, Otroški balet');
    expect(mail?.text).toContain('Prijava ostaja v čakalni vrsti.');
    // offered anew before that left, the end of the former is no news
    await offer(first);
    await sent();
    await staff.post(`/participants/${first}/offer/withdraw`, {});
    await offer(first);
    expect((await told()).slice(-2)).toEqual([
      'place_offered taken_back: cancelled',
      'place_offered: queued',
    ]);
  });

  test('that is lengthened tells the new deadline: in its own mail while that waits, else in another', async () => {
    const { first } = await queueOf([{ name: 'Zala' }]);
    const { body } = await offer(first);
    const later = (days: number) =>
      Temporal.Instant.from(body.offer_until ?? '')
        .toZonedDateTimeISO('Europe/Ljubljana')
        .add({ days })
        .with({ hour: 19, minute: 30, second: 0, millisecond: 0 })
        .toInstant()
        .toString();
    const lengthen = (until: string) => staff.patch<Participant>(`/participants/${first}/offer`, { until });
    const once = await lengthen(later(1));
    expect((await sent()).map(({ subject }) => subject)).toEqual([
      `Mesto je prosto za vas do ${deadlineOf(once.body.offer_until).short}: Zala, Otroški balet`,
    ]);
    await lengthen(later(2));
    const twice = await lengthen(later(3));
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    const { short, long } = deadlineOf(twice.body.offer_until);
    expect(mail?.subject).toBe(`Za odgovor imate čas do ${short}: Zala, Otroški balet`);
    expect(mail?.text).toContain(`Odgovorite do ${long}`);
  });
});

describe('an answer', () => {
  test('before the mail leaves calls it back; each is confirmed, and told to staff', async () => {
    const { ids } = await queueOf([{ name: 'Ana' }, { name: 'Bor' }]);
    const [ana = '', bor = ''] = ids;
    await offer(ana);
    await offer(bor);
    await act(acceptOffer, ana);
    await act(declineOffer, bor);
    expect(await told()).toEqual([
      ...['place_offered: cancelled', 'place_offered: cancelled'],
      ...['application_status_update accepted: queued', 'application_status_update declined: queued'],
    ]);
    const smtp = await mailServer();
    await work(smtp);
    await settled();
    const [declined, accepted, ...more] = await mailsTo(smtp, mama);
    expect(more).toEqual([]);
    expect(accepted?.subject).toBe('Mesto je vaše: Ana, Otroški balet');
    expect(accepted?.text).toContain('Stanje prijave: Odobrena');
    expect(declined?.subject).toBe('Mesta niste sprejeli: Bor, Otroški balet');
    expect(declined?.text).toContain('Stanje prijave: Umaknjena');
    expect(declined?.text).not.toContain('Neaktivna');
    expect((await mailsTo(smtp, office)).map(({ subject }) => subject)).toEqual([
      'Mesto je sprejeto: Ana, Otroški balet',
      'Mesto je zavrnjeno: Bor, Otroški balet',
    ]);
  });

  test('between a failed try and the next one ends the mail', async () => {
    const { first } = await queueOf([{}]);
    await offer(first);
    const busy = await mailServer(['451 4.3.0 later']);
    const stop = await work(busy);
    await until(async () => {
      const [row] = await site.rows<{ attempts: number; state: string }>(
        'select attempts, state from mails where organization_id = $1',
        [organization_id],
      );
      if (row?.attempts !== 1 || row.state !== 'queued') throw new Error('It was not tried.');
    });
    await stop();
    await site.owner.query('delete from mail_pauses');
    await act(declineOffer, first);
    await site.rows('update mails set send_after = now() where organization_id = $1', [organization_id]);
    expect((await sent()).map(({ subject }) => subject.split(':')[0])).toEqual(['Mesta niste sprejeli']);
  });

  test('of a time that passed is asked for once; who still wants a place is told so', async () => {
    const { first } = await queueOf([{ name: 'Zala' }]);
    await offer(first);
    await sent();
    await site.rows(`update participants set offer_until = now() - interval '1 minute' where id = $1`, [
      first,
    ]);
    await Promise.all([round(), round(), round()]);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Rok za odgovor je potekel: Zala, Otroški balet');
    expect(mail?.text).toMatch(/Odpri stran prijave: \S+\/my\/[\w-]{20,}/);
    await act(wantStill, first);
    await act(wantStill, first);
    expect((await sent()).map(({ subject }) => subject)).toEqual([
      'Znova čakate na mesto: Zala, Otroški balet',
    ]);
  });
});

describe('a reminder', () => {
  test('comes once at half-time by day, whichever processes look, and never after the answer', async () => {
    const { ids, group_id } = await queueOf([{ name: 'Ana' }, { name: 'Bor', email: `oce.${mama}` }]);
    const [ana = '', bor = ''] = ids;
    await offer(ana);
    await offer(bor);
    await sent();
    await timed(ana, 10, 40);
    await timed(bor, 22, 26);
    const remind = (now: Date) =>
      asOrganization(site.pools.api, organization_id, (reader) => goRound(reader, group_id, now));
    expect((await remind(new Date())).reminded).toEqual([]);
    const half = await dueOf(bor);
    const [one, two, three] = await Promise.all([remind(half), remind(half), remind(half)]);
    expect([one, two, three].flatMap(({ reminded }) => reminded)).toEqual([bor]);
    const smtp = await mailServer();
    await Promise.all([work(smtp), work(smtp)]);
    await settled();
    const reminders = await mailsTo(smtp, `oce.${mama}`);
    expect(reminders.map(({ subject }) => subject.replace(/do .*?\d:\d\d/, 'do …'))).toEqual([
      'Mesto vas čaka le še do …: Bor, Otroški balet',
    ]);
    await act(declineOffer, ana);
    expect((await remind(new Date(Date.now() + 30 * 3_600_000))).reminded).toEqual([]);
  });

  /** When a reminder is due, by the rule. */
  async function dueOf(id: string) {
    const [row] = await site.rows<{ offered_at: string; offer_until: string }>(
      'select offered_at, offer_until from participants where id = $1',
      [id],
    );
    const calendar = { time_zone: 'Europe/Ljubljana', isClosed: () => false, last_start: null };
    const [from, to] = [new Date(row?.offered_at ?? ''), new Date(row?.offer_until ?? '')];
    // the rule counts whole milliseconds
    return new Date((offerReminder(from, to, calendar) ?? to).getTime() + 1);
  }

  test('waits for the morning, on days of a change of clocks too', async () => {
    // fixed days: the last Sundays of March and October, far ahead
    for (const [offered, ends, night, morning] of [
      ['2031-03-29T20:00:00Z', '2031-03-30T18:00:00Z', '2031-03-30T05:59:00Z', '2031-03-30T07:00:00Z'],
      ['2031-10-25T19:00:00Z', '2031-10-26T19:00:00Z', '2031-10-26T06:59:00Z', '2031-10-26T07:00:00Z'],
    ] as const) {
      const { first, group_id } = await queueOf([{}]);
      await offer(first);
      await sent();
      await site.rows(`update participants set offered_at = $2, offer_until = $3 where id = $1`, [
        first,
        offered,
        ends,
      ]);
      await site.rows(`update mail_people set offered_at = $2, offer_until = $3 where participant_id = $1`, [
        first,
        offered,
        ends,
      ]);
      const remind = async (now: string) =>
        (
          await asOrganization(site.pools.api, organization_id, (reader) =>
            goRound(reader, group_id, new Date(now)),
          )
        ).reminded;
      expect([await remind(night), await remind(morning), await remind(morning)]).toEqual([[], [first], []]);
    }
  });

  test('is not sent of an offer whose own mail left late, nor where it is off', async () => {
    const { first, group_id } = await queueOf([{}]);
    await offer(first);
    await timed(first, 30, 10);
    await sent();
    const in9 = new Date(Date.now() + 8 * 3_600_000);
    const remind = () =>
      asOrganization(site.pools.api, organization_id, (reader) => goRound(reader, group_id, in9));
    expect((await remind()).reminded).toEqual([]);
  });
});

describe('an offer that does not arrive', () => {
  test('is seen at the participant: to an address that bounced, and when it passed before it left', async () => {
    const { ids } = await queueOf([{ name: 'Ana' }, { name: 'Bor', email: `oce.${mama}` }]);
    const [ana = '', bor = ''] = ids;
    await site.factories.mail({
      ...{ organization_id, participant_id: ana, to_address: mama, state: 'failed' },
      ...{ state_reason: 'mailbox_missing', bounce: 'hard' },
    });
    await offer(ana);
    await offer(bor);
    await site.rows(
      `update mails set send_after = now() + interval '1 day' where to_address like 'oce.%' and organization_id = $1`,
      [organization_id],
    );
    await sent();
    await site.rows(`update participants set offer_until = now() - interval '1 minute' where id = $1`, [bor]);
    await round();
    const shown = async (id: string) =>
      (await staff.get<Participant>(`/participants/${id}`)).body.mails
        .filter(({ email_type }) => email_type === 'place_offered')
        .map(({ variant, state, state_reason }) => [variant, state, state_reason]);
    expect(await shown(ana)).toEqual([['', 'failed', 'address_bounced']]);
    expect(await shown(bor)).toContainEqual(['', 'failed', 'offer_passed']);
  });

  test('is held while the organisation is inactive, and tells nothing that is over', async () => {
    const { first } = await queueOf([{}]);
    await offer(first);
    await site.rows('update organizations set active = false where id = $1', [organization_id]);
    await sent();
    expect(await states()).toEqual([
      { type: 'place_offered', state: 'held', reason: 'organization_inactive' },
    ]);
    await site.rows(`update participants set offer_until = now() - interval '1 minute' where id = $1`, [
      first,
    ]);
    await round();
    await site.rows('update organizations set active = true where id = $1', [organization_id]);
    await sent();
    expect(await states()).toEqual([
      { type: 'place_offered', state: 'failed', reason: 'offer_passed' },
      { type: 'place_offered passed', state: 'sent', reason: '' },
    ]);
  });

  test('is not held behind the other mails of a young organisation', async () => {
    const { ids, group_id } = await queueOf([
      { name: 'Ana', privacy_version: '2026-09' },
      { name: 'Bor', email: `oce.${mama}` },
    ]);
    const full = await site.factories.participant({ organization_id, group_id });
    await site.rows(
      `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, state, sent_at)
       select $1, $2, $3, 'application_status_update', 'applicant', 'x' || n || '@vrsta.test', 'sl', 'sent', now()
       from generate_series(1, 300) as n`,
      [organization_id, group_id, full.id],
    );
    for (const id of ids) await offer(id);
    await sent();
    const of = (await states()).filter(({ type }) => type === 'place_offered');
    expect(of).toEqual([
      { type: 'place_offered', state: 'sent', reason: '' },
      { type: 'place_offered', state: 'sent', reason: '' },
    ]);
  });

  test('survives a process that dies, and two that race: each mail leaves once', async () => {
    const people = Array.from({ length: 12 }, (_, at) => ({
      name: `Oseba ${at}`,
      email: `o${at}.${mama}`,
    }));
    const { group_id } = await queueOf(people, { capacity: 12 });
    await staff.post(`/groups/${group_id}/offers`, { count: 12 });
    // taken by a process that is gone
    await site.rows(
      `update mails set state = 'sending', taken_until = now() - interval '1 second'
       where id = (select id from mails where organization_id = $1 order by id limit 1)`,
      [organization_id],
    );
    const smtp = await mailServer();
    await Promise.all([work(smtp), work(smtp)]);
    await settled();
    const addresses = await Promise.all(
      smtp.taken.map(async (source) => (await PostalMime.parse(source)).to?.[0]?.address),
    );
    expect(addresses.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  });
});
