import { expect, test } from '../fixtures.ts';
import { mailWith } from '../mailbox.ts';
import { headersOf } from '../people.ts';

test('a template is customised in two languages, previewed and chosen, and the mailbox has the new words', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const headers = headersOf(page);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { headers, data });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as { id: string };
  };
  const { id: group_id } = await post(`groups/${school.groupId('Jazz za odrasle')}/copies`, {
    label: 'jazz-s-predlogo',
    name: { sl: 'Jazz s predlogo', en: 'Jazz with a template' },
    shift_days: 7,
  });

  await page.goto('/notifications');
  await page.getByRole('link', { name: 'Potrdilo o prijavi' }).click();
  await page.getByRole('button', { name: 'Prilagodi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prilagodi' });
  await dialog.getByRole('textbox', { name: 'Ime predloge' }).fill('Potrdilo za jazz');
  await dialog.getByRole('button', { name: 'Ustvari predlogo' }).click();
  await expect(page.getByRole('heading', { name: 'Potrdilo za jazz' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Zadeva' }).fill('Plešemo: {{group_name}}');
  await page
    .getByRole('textbox', { name: 'Glavno besedilo' })
    .fill('se vidimo v **dvorani**.\n\n- copati\n- voda');
  const mail = page.frameLocator('iframe[title="Sporočilo, kakor ga vidi prejemnik"]');
  await expect(mail.getByRole('listitem').filter({ hasText: 'copati' })).toBeVisible();
  await expect(mail.getByText('dvorani')).toHaveCSS('font-weight', '700');
  await page.getByRole('tab', { name: /^Angleščina/ }).click();
  await page.getByRole('textbox', { name: 'Zadeva' }).fill('We dance: {{group_name}}');
  await expect(page.getByText('We dance: Summer dance camp')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Predloga je shranjena')).toBeVisible();

  await page.goto(`/groups/${group_id}?tab=emails`);
  const choice = page.getByRole('region', { name: 'Potrdilo o prijavi' });
  await choice.getByRole('combobox', { name: 'Predloga' }).click();
  await page.getByRole('option', { name: 'Potrdilo za jazz' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Neshranjeno')).toBeHidden();

  const address = 'plesalka@posta.test';
  for (const [language, name] of [
    ['sl', 'Zala Kos'],
    ['en', 'Zoe Hill'],
  ] as const)
    await post('participants', { group_id, name, email: address, language, notify: true });
  const slovenian = await mailWith(address, 'Plešemo: Jazz s predlogo');
  expect(slovenian.text).toContain('se vidimo v dvorani.\n\n- copati\n- voda');
  expect(slovenian.html).toContain('<strong>dvorani</strong>');
  const english = await mailWith(address, 'We dance: Jazz with a template');
  expect(english.text).toContain('Hello Zoe Hill,');
});
