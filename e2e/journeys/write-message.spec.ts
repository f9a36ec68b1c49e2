import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { linkIn, mailsTo, mailWith } from '../mailbox.ts';
import { headersOf } from '../people.ts';

const [family, reader] = ['pismo.druzina@posta.test', 'letter.reader@posta.test'];

/** Chooses all people of the group's roster and begins a message to them. */
async function writeToAll(page: Page, group: string): Promise<void> {
  await page.goto(`/groups/${group}?tab=participants`);
  await expect(page.getByText('Prikazano: 3 od 3')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Izberi vse na strani' }).click();
  await page
    .getByRole('region', { name: 'Izbrane prijave' })
    .getByRole('button', { name: 'Napiši e-pošto' })
    .click();
  await expect(page.getByRole('heading', { name: 'Novo sporočilo' })).toBeVisible();
}

/** Writes in both languages and sends it to so many addresses. */
async function send(page: Page, subjects: { sl: string; en: string }, mails: string): Promise<void> {
  await page.getByRole('radio', { name: 'Novice' }).click();
  await page.getByRole('textbox', { name: 'Zadeva' }).fill(subjects.sl);
  await page.getByRole('textbox', { name: 'Besedilo' }).fill('Vabljeni: ');
  await page.getByRole('button', { name: 'ime udeleženca' }).click();
  await page.getByRole('tab', { name: /^Angleščina/ }).click();
  await page.getByRole('textbox', { name: 'Zadeva' }).fill(subjects.en);
  await page.getByRole('textbox', { name: 'Besedilo' }).fill('Come along: {{participant_name}}');
  await page.getByRole('button', { name: 'Pošlji', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Pošljem ${mails}?` });
  await dialog.getByRole('button', { name: 'Pošlji', exact: true }).click();
  await expect(page.getByRole('heading', { name: subjects.sl, level: 1 })).toBeVisible();
}

test('a class gets news, each in its language and siblings in one mail, and who unsubscribes gets no more of it', async ({
  page,
  signIn,
  school,
  desk,
}) => {
  await signIn('owner@zvezda.test');
  const headers = headersOf(page);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { headers, data });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as { id: string };
  };
  const { id: group_id } = await post(`groups/${school.groupId('Jazz za odrasle')}/copies`, {
    label: 'jazz-ki-mu-pisemo',
    name: { sl: 'Jazz, ki mu pišemo', en: 'Jazz that we write to' },
    shift_days: 7,
  });
  for (const [name, email, language] of [
    ['Ana Pismo', family, 'sl'],
    ['Lan Pismo', family, 'sl'],
    ['Zoe Letter', reader, 'en'],
  ])
    await post('participants', { group_id, name, email, language, notify: false, allow_overbooking: true });

  await writeToAll(page, group_id);
  await expect(page.getByText('na 2 naslova')).toBeVisible();
  await send(page, { sl: 'Nastop v soboto', en: 'Show on Saturday' }, '2 sporočili');
  const slovenian = await mailWith(family, 'Nastop v soboto');
  expect(slovenian.text).toContain('Vabljeni: Ana Pismo in Lan Pismo');
  const english = await mailWith(reader, 'Show on Saturday');
  expect(english.text).toContain('Come along: Zoe Letter');
  await expect(page.getByText('Poslano', { exact: true })).toBeVisible();
  expect((await mailsTo(family)).map(({ subject }) => subject)).toEqual(['Nastop v soboto']);

  const visitor = await desk('sl');
  await visitor.goto(linkIn(slovenian, 'Odjava od novic'));
  await visitor.getByRole('button', { name: 'Odjavi novice' }).click();
  await expect(visitor.getByRole('heading', { name: 'Novice so odjavljene' })).toBeVisible();

  await writeToAll(page, group_id);
  await page.getByRole('radio', { name: 'Novice' }).click();
  await expect(page.getByText('z odjavo od novic', { exact: true })).toBeVisible();
  await send(page, { sl: 'Vabilo na tabor', en: 'Come to our camp' }, '1 sporočilo');
  await mailWith(reader, 'Come to our camp');
  await expect(page.getByText('Poslano', { exact: true })).toBeVisible();
  expect((await mailsTo(family)).map(({ subject }) => subject)).toEqual(['Nastop v soboto']);
});
