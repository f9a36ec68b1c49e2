import type { Page } from '@playwright/test';
import type { Payment } from '@vpisnik/contract/payments';
import type { StatementDetail } from '@vpisnik/contract/statements';
import { patience } from '../../patience.ts';
import { camt, ownIban } from '../../server/test/outside/camt.ts';
import { expectAccessible } from '../axe.ts';
import { today } from '../days.ts';
import { expect, type School, test } from '../fixtures.ts';
import { mailsTo } from '../mailbox.ts';
import { headersOf } from '../people.ts';

/** What the page's user does through the API. */
async function staffOf(page: Page) {
  const headers = await headersOf(page);
  return async <T>(method: 'get' | 'post' | 'patch', path: string, data?: object): Promise<T> => {
    const answer = await page.request[method](`/api${path}`, { headers, ...(data && { data }) });
    expect([200, 201, 204], `${method} ${path}: ${await answer.text()}`).toContain(answer.status());
    return answer.json();
  };
}
type Staff = Awaited<ReturnType<typeof staffOf>>;

/** Publishes a group of one place that offers it by itself, and is paid once. */
async function openGroup(staff: Staff, school: School, name: { sl: string; en: string }): Promise<string> {
  const { id } = await staff<{ id: string }>('post', `/groups/${school.groupId('Jazz za odrasle')}/copies`, {
    label: name.en.toLowerCase().replaceAll(' ', '-'),
    name,
    shift_days: 7,
  });
  const { version } = await staff<{ version: number }>('get', `/groups/${id}`);
  await staff('patch', `/groups/${id}`, { version, capacity: 1, offer_mode: 'automatic' });
  await staff('patch', `/groups/${id}/status`, { active: true });
  await staff('patch', `/groups/${id}/fee-plan`, {
    ...{ rhythm: 'once', kind: 'tuition', amount: '45.50', due_date: null, days_after: 8, day_of_month: 15 },
    ...{ first_month: null, last_month: null, free_months: [], instalments: [], joining_fee: null },
    ...{ late_start: 'whole', made_on: 'approved', days_ahead: 14, version: 0 },
  });
  return id;
}

/** Opens the applicant's page that the latest mail to an address leads to, as soon as one has come whose subject begins so. */
async function openFromMail(page: Page, address: string, subject: string): Promise<void> {
  const found = async () => (await mailsTo(address)).findLast((mail) => mail.subject.startsWith(subject));
  // what is free is looked for once a minute
  await expect.poll(async () => (await found())?.subject, { timeout: patience.page }).toBeTruthy();
  const [link = ''] = /http:\S+\/my\/[\w-]{22}/.exec((await found())?.text ?? '') ?? [];
  // scripts may still be on their way
  await page.goto(link, { waitUntil: 'commit' });
}

const narrow = { viewport: { width: 390, height: 844 } };

test('a place that somebody gives up is offered to the first in the queue, accepted and paid for', async ({
  page,
  phone,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const staff = await staffOf(page);
  const group = 'Stepanje';
  const id = await openGroup(staff, school, { sl: group, en: 'Tap dance' });
  const leaving = { name: 'Oskar Hribar', email: 'oskar@posta.test' };
  await staff('post', '/participants', { ...leaving, group_id: id, language: 'sl', status: 'approved' });

  const name = 'Tilen Zorko';
  const email = 'tilen@posta.test';
  const visitor = await phone('sl', narrow);
  await visitor.goto(`${school.path}/groups/${id}/apply`);
  await visitor
    .getByRole('textbox', { name: 'Ime in priimek udeleženca' })
    .pressSequentially(name, { delay: 150 });
  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill(email);
  await visitor.getByRole('button', { name: 'Oddaj prijavo v čakalno vrsto' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je v čakalni vrsti' })).toBeFocused();

  await test.step('the first one withdraws on a page without scripts', async () => {
    const still = await phone('sl', { ...narrow, javaScriptEnabled: false });
    await openFromMail(still, leaving.email, 'Prejeli smo prijavo');
    await still.getByRole('link', { name: 'Umakni prijavo' }).click();
    await still.getByRole('button', { name: 'Umakni prijavo' }).click();
    await expect(still.getByRole('status')).toHaveText('Prijava je umaknjena. Potrdilo pošljemo po e-pošti.');
  });

  await test.step('the next one accepts by a slow line, before scripts are there', async () => {
    const session = await visitor.context().newCDPSession(visitor);
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 },
    });
    await visitor.route('**/*.js', () => {});
    await openFromMail(visitor, email, 'Mesto je prosto za vas do ');
    await expect(visitor.getByRole('heading', { level: 1, name: 'Mesto je prosto za vas' })).toBeVisible();
    await visitor.getByRole('button', { name: 'Sprejmem mesto' }).click();
    await expect(visitor.getByRole('status').first()).toContainText('Ponudbo ste sprejeli.');
    await visitor.unroute('**/*.js');
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
    });
  });

  const [payment] = (await staff<{ results: Payment[] }>('get', `/payments?group_id=${id}`)).results;
  await visitor.reload();
  const pay = visitor.getByRole('region', { name: 'Plačilo' });
  await expect(pay).toContainText('45,50');
  await expect(pay).toContainText('SI56 1910 0000 0123 438');
  await expectAccessible(visitor);

  const reference = payment?.reference_number ?? '';
  const transfer = { amount: '45.50', day: today(), name: 'ZORKO TILEN', reference };
  const imported = await page.request.post('/api/statements?file_name=izpisek.xml', {
    headers: { ...(await headersOf(page)), 'content-type': 'application/xml' },
    data: Buffer.from(camt([transfer], { iban: ownIban })),
  });
  expect(imported.status()).toBe(201);
  const { id: statement }: StatementDetail = await imported.json();
  const { entries } = await staff<StatementDetail>('get', `/statements/${statement}`);
  await staff('post', `/statements/${statement}/confirm`, {
    entries: entries.map(({ id: entry, proposal }) => ({
      id: entry,
      payments: proposal?.payments.map(({ payment_id, version, share }) => ({
        id: payment_id,
        version,
        amount: share,
      })),
    })),
  });
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Mesto je vaše, vse je plačano');
  await expect(pay).toContainText('Plačano');
  await expect
    .poll(async () => (await mailsTo(email)).map((mail) => mail.subject.split(':')[0]))
    .toContain('Mesto je vaše');
});

test('programs that open links change nothing; an offer is taken back and another declined, in English', async ({
  page,
  desk,
  phone,
  signIn,
  school,
  willRefuse,
}) => {
  await signIn('owner@zvezda.test');
  const staff = await staffOf(page);
  const id = await openGroup(staff, school, { sl: 'Swing v paru', en: 'Partner swing' });
  const email = 'harper@post.test';
  const given = { name: 'Harper Lane', email, group_id: id, language: 'en', status: 'waitlisted' };
  const person = await staff<{ id: string }>('post', '/participants', given);
  await staff('post', `/groups/${id}/offers`, { count: 1 });
  const stands = async () => {
    const { status, version, offer_until } = await staff<{
      status: string;
      version: number;
      offer_until: string;
    }>('get', `/participants/${person.id}`);
    return { status, version, offer_until };
  };

  const program = await desk('en');
  await test.step('a program runs all scripts, hovers, focuses, opens and follows what there is', async () => {
    await openFromMail(program, email, 'A place is held for you until ');
    await expect(program.getByRole('heading', { level: 1, name: 'A place is free for you' })).toBeVisible();
    const before = await stands();
    const own = program.url();
    for (const one of await program.locator('a, button, summary, input, [tabindex]').all())
      if (await one.isVisible()) {
        // the first link is in sight while it has the focus
        await one.focus();
        await one.hover();
      }
    for (const one of await program.locator('summary').all()) await one.click();
    const links: string[] = [];
    for (const one of await program.locator('a[href]').all())
      links.push(new URL((await one.getAttribute('href')) ?? '', own).href);
    // maps and websites are elsewhere
    for (const link of new Set(links.filter((one) => new URL(one).origin === new URL(own).origin))) {
      await program.request.head(link);
      // files are read, pages opened
      if ((await program.request.get(link)).headers()['content-type']?.includes('html'))
        await program.goto(link);
    }
    await program.goto(own);
    await program.evaluate("window.dispatchEvent(new Event('beforeunload'))");
    expect(await stands()).toEqual(before);
  });

  const visitor = await phone('en', { ...narrow, javaScriptEnabled: false });
  await test.step('staff take the offer back, and the page says so', async () => {
    await staff('post', `/participants/${person.id}/offer/withdraw`, {});
    await visitor.goto(program.url());
    await expect(
      visitor.getByRole('heading', { level: 1, name: 'The offer is no longer open' }),
    ).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'I still want a place' })).toHaveCount(0);
    await staff('post', `/participants/${person.id}/offer/resume`, {});
    await visitor.reload();
    await expect(
      visitor.getByRole('heading', { level: 1, name: 'You are number 1 on the waiting list' }),
    ).toBeVisible();
  });

  await test.step('the next place is declined', async () => {
    await staff('post', `/groups/${id}/offers`, { count: 1 });
    await visitor.reload();
    await visitor.getByText('Decline', { exact: true }).click();
    await visitor.getByRole('button', { name: 'Yes, decline the place' }).click();
    await expect(visitor.getByRole('status')).toHaveText(
      'You have declined the offer. A confirmation is on its way by e-mail.',
    );
    expect(await stands()).toMatchObject({ status: 'inactive' });
    await expect
      .poll(async () => (await mailsTo(email)).at(-1)?.subject, { message: 'what confirms it' })
      .toBe('You declined the place: Harper Lane, Partner swing');
  });

  await test.step('on a shared telephone, who goes back after the link has ended sees nothing', async () => {
    await staff('post', `/participants/${person.id}/applicant-link/end`, {});
    willRefuse(404, /^\/my\//);
    await program.goto('/');
    await program.goBack();
    await expect(program.getByText('Harper Lane')).toHaveCount(0);
    await expect(program.getByRole('textbox', { name: /e-mail/i })).toBeVisible();
  });
});
