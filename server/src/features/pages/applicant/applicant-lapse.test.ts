import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applicantAt } from '../../../../test/applicants/applicant.ts';
import { createPublicSite } from '../../../../test/applicants/public-site.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../../test/outside/smtp.ts';
import { until } from '../../../../test/until.ts';
import { startWorker } from '../../../background/worker.ts';
import { asOrganization } from '../../../db/scope.ts';
import { goRound, workOffers } from '../../offers/round.ts';

/** What becomes of an offer that nobody answers: from the mail to the page, and on to the next in the queue. */

let pages: Awaited<ReturnType<typeof createPublicSite>>;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  pages = await createPublicSite();
});
afterAll(() => pages.close());
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A full group that offers places by itself, and two people in its queue. */
async function fullGroup() {
  const { site } = pages;
  const { id: organization_id } = await site.factories.organization({ time_zone: 'Europe/Ljubljana' });
  const { id: group_id } = await site.factories.group({
    ...{ organization_id, capacity: 1, offer_mode: 'automatic', name: { sl: 'Stepanje', en: 'Tap dance' } },
  });
  const person = async (name: string, status: string) => {
    const address = `${name.toLowerCase()}.${organization_id}@posta.test`;
    const row = { organization_id, group_id, name, status, email: address };
    const { id, reference } = await site.factories.participant(row);
    return { id, reference, address, page: await applicantAt(pages, { organization_id, address }) };
  };
  const [leaving, first, next] = [
    await person('Oskar', 'approved'),
    await person('Ana', 'waitlisted'),
    await person('Bor', 'waitlisted'),
  ];
  return { organization_id, group_id, leaving, first, next };
}

/** Sends what is due; answers the subjects of the mails to an address without their deadlines. */
async function sentTo(organization_id: string, ...addresses: string[]): Promise<string[][]> {
  const { site } = pages;
  const smtp: ScriptedSmtp = await startScriptedSmtp();
  const worker = await startWorker(
    { ...site, env: { ...site.env, smtpUrl: smtp.url } },
    { warn: () => {}, error: () => {} },
  );
  stops.push(smtp.stop, () => worker.stop());
  await until(async () => {
    const due = await site.rows(
      `select from mails where organization_id = $1 and state in ('queued', 'sending') and send_after <= now()`,
      [organization_id],
    );
    if (due.length > 0) throw new Error(`${due.length} mails are due`);
  });
  for (const stop of stops.splice(0).reverse()) await stop();
  const read = await Promise.all(smtp.taken.map((source) => PostalMime.parse(source)));
  return addresses.map((address) =>
    read
      .filter(({ to }) => to?.some((one) => one.address === address))
      .map(({ subject = '' }) => subject.replace(/do \S+, \d+\. \d+\., do \d+:\d\d/, 'do …'))
      .toSorted((a, b) => a.localeCompare(b, 'sl')),
  );
}

const round = () => workOffers({ pools: pages.site.pools, log: { error: expect.fail } as never });

test('an offer that passes in silence goes to the next in the queue, and a late press is told so', async () => {
  const { site } = pages;
  const { organization_id, group_id, leaving, first, next } = await fullGroup();
  const sent = () => sentTo(organization_id, first.address, next.address);

  await (await leaving.page.form(leaving.reference, 'withdraw', 'withdraw')).send();
  // what freed the place can no longer be undone
  await site.rows(`update group_counts set freed_at = now() - interval '1 hour' where group_id = $1`, [
    group_id,
  ]);
  await round();
  expect(await sent()).toEqual([['Mesto je prosto za vas do …: Ana, Stepanje'], []]);
  const open = await first.page.form(first.reference, 'accept');
  expect(open.html).toContain('Mesto je prosto za vas');

  // by day, a little after the half of its time
  const half = Temporal.Now.zonedDateTimeISO('Europe/Ljubljana').add({ days: 4 }).with({ hour: 12 });
  await site.rows(`update participants set offered_at = $2, offer_until = $3 where id = $1`, [
    first.id,
    half.subtract({ hours: 25 }).toInstant().toString(),
    half.add({ hours: 23 }).toInstant().toString(),
  ]);
  await site.rows(
    `update mail_people n set offered_at = p.offered_at, offer_until = p.offer_until from participants p
     where p.id = n.participant_id and p.id = $1`,
    [first.id],
  );
  const remind = () =>
    asOrganization(site.pools.api, organization_id, (reader) =>
      goRound(reader, group_id, new Date(half.epochMilliseconds)),
    );
  await remind();
  await remind();
  expect(await sent()).toEqual([['Mesto vas čaka le še do …: Ana, Stepanje'], []]);

  await site.rows(`update participants set offer_until = now() - interval '1 second' where id = $1`, [
    first.id,
  ]);
  // the page lies open; nothing has ended the offer yet but the clock
  const late = await open.send();
  expect(late).toMatchObject({ status: 303, said: 'too_late' });
  const honest = (await pages.open(late.location ?? '')).html;
  expect(honest).toMatch(/role="alert"[\s\S]*Ponudba mesta ne velja več, zato se ni nič spremenilo/);
  expect(honest).toMatch(/<h1>Rok za odgovor je potekel<\/h1>/);
  expect(honest).toContain('Mesto še želim');
  expect(honest).not.toContain('Sprejmem mesto');

  await round();
  await round();
  expect(await sent()).toEqual([
    [expect.stringContaining('Ana, Stepanje')],
    ['Mesto je prosto za vas do …: Bor, Stepanje'],
  ]);
  expect((await open.send()).said).toBe('too_late');
  expect((await (await next.page.form(next.reference, 'accept')).send()).said).toBe('accepted');
  await round();
  expect(await sent()).toEqual([[], ['Mesto je vaše: Bor, Stepanje']]);

  const wished = await (await first.page.form(first.reference, 'want_still')).send();
  expect(wished.said).toBe('still_wanted');
  expect((await pages.open(wished.location ?? '')).html).toContain('V vrsti ste na 1. mestu');
});

test('an offer that staff take back is told as that, on the page and to a late press', async () => {
  const { site } = pages;
  const { organization_id, group_id, leaving, first } = await fullGroup();
  await site.rows(`update participants set status = 'inactive' where id = $1`, [leaving.id]);
  await site.rows(`update group_counts set freed_at = now() - interval '1 hour' where group_id = $1`, [
    group_id,
  ]);
  await round();
  const open = await first.page.form(first.reference, 'accept');
  const staff = site.as(await site.factories.member({ organization_id }));
  await staff.post(`/participants/${first.id}/offer/withdraw`, {});
  const late = await open.send();
  expect(late).toMatchObject({ status: 303, said: 'too_late' });
  const { html } = await pages.open(late.location ?? '');
  expect(html).toMatch(/<h1>Ponudba ne velja več<\/h1>/);
  expect(html).toContain('Organizacija je ponudbo umaknila.');
  expect(html).not.toContain('Rok za odgovor je potekel');
  expect(html).not.toContain('Mesto še želim');
  // nor by a page that lay open while an earlier offer passed
  await site.rows(
    'update participants set offer_until = null, offer_paused_at = now(), offer_taken_back = false where id = $1',
    [first.id],
  );
  const wish = await first.page.form(first.reference, 'want_still');
  await site.rows('update participants set offer_taken_back = true where id = $1', [first.id]);
  expect((await wish.send()).said).toBe('too_late');
  await round();
  expect(await site.rows('select offer_until from participants where id = $1', [first.id])).toEqual([
    { offer_until: null },
  ]);
  // one that is made again is an offer as any other
  await staff.post(`/participants/${first.id}/offer`, {
    ...{ reason: 'Pomota', allow_overbooking: true },
  });
  expect((await (await first.page.form(first.reference, 'accept')).send()).said).toBe('accepted');
});
