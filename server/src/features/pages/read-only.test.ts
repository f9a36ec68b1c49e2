import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicantForm } from '../../../test/applicants/applicant-forms.ts';
import { createPublicSite } from '../../../test/applicants/public-site.ts';
import { installationOf } from '../../installation/state.ts';
import { unsubscribeTokens } from '../../mail/unsubscribe.ts';

let { site, web, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, web, open, close } = await createPublicSite());
});
afterAll(() => close());

let organization_id: string;
let form: string;
beforeEach(async () => {
  organization_id = (await site.factories.organization({ name: 'Plesna šola Zvezda' })).id;
  const group = await site.factories.group({ organization_id });
  form = `/public/${organization_id}/groups/${group.id}/apply`;
});
afterEach(() => say({}, false));

/** Lets the operator tell everybody something, or nothing. */
async function say(notice: object, read_only: boolean): Promise<void> {
  await site.owner.query(
    `insert into installation_settings (notice, read_only, changed_by) values ($1, $2, 'Ana')
     on conflict (id) do update set notice = excluded.notice, read_only = excluded.read_only`,
    [notice, read_only],
  );
  await installationOf(site.pools.system).renew();
}

const post = async (url: string, fields: Record<string, string>) => {
  const { statusCode, headers, body } = await web.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return { status: statusCode, retryAfter: headers['retry-after'], html: body };
};
const noticeIn = (html: string) => /<p class="operator" role="status">(.*?)<\/p>/.exec(html)?.[1];
const people = () => site.rows('select from participants where organization_id = $1', [organization_id]);

test('what the operator tells stands above every page, in the languages that it has, and goes with it', async () => {
  expect(noticeIn((await open(form)).html)).toBeUndefined();
  await say({ sl: 'Danes <ob 20.00> posodobitev', en: 'Update today' }, false);
  const sl = '<span lang="sl">Danes &lt;ob 20.00&gt; posodobitev</span>';
  const en = '<span lang="en">Update today</span>';
  expect(noticeIn((await open(form)).html)).toBe(sl + en);
  expect(noticeIn((await open(`${form}?embed=1&lang=en`)).html)).toBe(en + sl);
  for (const page of ['/', '/privacy-policy', '/my', '/nikogar', `/public/${organization_id}/categories`])
    expect([page, noticeIn((await open(page)).html)]).toEqual([page, sl + en]);
  // the form's script gets nothing of it
  expect((await open(form)).html.split('Update today')).toHaveLength(2);
  await say({ sl: 'Samo to' }, false);
  expect(noticeIn((await open(`${form}?lang=en`)).html)).toBe('<span lang="sl">Samo to</span>');
  await say({}, false);
  expect(noticeIn((await open(form)).html)).toBeUndefined();
});

test('without words of the operator the product says that only reading is possible', async () => {
  await say({ sl: 'Selimo se na nov strežnik.' }, true);
  const notice = noticeIn((await open(form)).html);
  expect(notice).toContain('<span lang="sl">Selimo se na nov strežnik.</span>');
  expect(notice).toContain('<span lang="en">Vpisnik is under maintenance.');
  await say({}, true);
  expect(noticeIn((await open('/')).html)).toContain('<span lang="sl">Vpisnik se vzdržuje.');
});

test('an application without script keeps all that was typed, and is taken afterwards', async () => {
  // nobody fills it in faster
  const opened_at = new Date(Date.now() - 60_000).toISOString();
  const fields = {
    opened_at,
    name: 'Špela Žnidaršič',
    email: 'spela@example.com',
    notes: 'Prvič',
    language: 'sl',
  };
  const { html } = await open(form);
  const hidden = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>;
  await say({}, true);
  const refused = await post(form, { ...hidden, ...fields });
  expect([refused.status, refused.retryAfter]).toEqual([503, '60']);
  expect(refused.html).toContain('Vpisnik se vzdržuje, zato prijave za zdaj ni mogoče oddati.');
  for (const value of ['value="Špela Žnidaršič"', 'value="spela@example.com"', '>Prvič</textarea>'])
    expect(refused.html).toContain(value);
  expect(await people()).toEqual([]);
  await say({}, false);
  expect((await post(form, { ...hidden, ...fields })).html).toContain('Prijava je oddana');
  expect(await people()).toHaveLength(1);
});

test('the page of an applicant refuses its forms with what was typed, and can be read', async () => {
  const address = 'barbara@posta.test';
  const { reference, id } = await site.factories.participant({ organization_id, email: address });
  const { path, nonce } = await applicantForm(site, { organization_id, address, reference });
  await say({}, true);
  expect((await open(path)).status).toBe(200);
  const saved = await post(`${path}/edit`, { act: 'save', nonce: nonce('save'), phone: '031 777 188' });
  expect([saved.status, saved.retryAfter]).toEqual([503, '60']);
  expect(saved.html).toContain('Ni shranjeno, ker se Vpisnik vzdržuje.');
  expect(saved.html).toContain('value="031 777 188"');
  const left = await post(path, { act: 'withdraw', nonce: nonce('withdraw'), reason: '' });
  expect([left.status, left.html.includes('Ni shranjeno')]).toEqual([503, true]);
  expect(await site.rows('select status from participants where id = $1', [id])).toEqual([
    { status: 'pending' },
  ]);
});

test('asking for a link keeps the address, and unsubscribing says to come again', async () => {
  await say({}, true);
  const asked = await post('/my', { address: 'barbara@posta.test' });
  expect([asked.status, asked.retryAfter]).toEqual([503, '60']);
  expect(asked.html).toContain('Vpisnik se vzdržuje, zato povezave za zdaj ne moremo poslati.');
  expect(asked.html).toContain('value="barbara@posta.test"');
  const said = { organization_id, address: 'barbara@posta.test', mail_id: crypto.randomUUID() };
  const token = unsubscribeTokens(site.env.secretKeys).of(said);
  const news = await post(`/unsubscribe/${token}`, { news: 'no' });
  expect([news.status, news.retryAfter]).toEqual([503, '60']);
  expect(news.html).toContain('Vpisnik se vzdržuje');
  expect(await site.rows('select from mail_choices where organization_id = $1', [organization_id])).toEqual(
    [],
  );
});
