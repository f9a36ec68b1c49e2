import type { Template, TemplateVersion } from '@vpisnik/contract/notification-templates';
import { nestedTexts } from '@vpisnik/contract/rules/templates';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { templateOf, templateRow } from '../../../../test/fixtures/templates.ts';
import { picture } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

const shown = {
  html: '<p>Pozdravljeni</p>',
  text: 'Pozdravljeni',
  group_name: 'Balet',
  participant_name: 'Zala Kos',
};

/** The calls of the editor over one template that keeps what is saved. */
function serverOf(given: Partial<Template> = {}, versions: TemplateVersion[] = []) {
  let row = templateOf(given);
  const asked: object[] = [];
  const saved: object[] = [];
  const answers: Answers = {
    groups: { list: () => listOf() },
    notification_templates: {
      get: () => row,
      list: () => listOf(templateRow({ id: row.id }), templateRow({ id: idOf(53), name: 'Poletje' })),
      versions: () => ({ results: versions, last_id: null }),
      update: ({ body }) => {
        saved.push(body);
        row = { ...row, ...(body as Partial<Template>), version: row.version + 1 };
        return row;
      },
      remove: ({ query }) => void saved.push(query ?? {}),
    },
    template_previews: {
      show: ({ body }) => {
        asked.push(body);
        return { ...shown, subject: body.translations?.sl?.subject ?? 'Izvirna zadeva' };
      },
      test: () => ({ to_address: 'maja@zvezda.test' }),
    },
  };
  return { answers, asked, saved };
}

const open = (answers: Answers) => renderApp({ path: `/notifications/${idOf(50)}`, answers });

test('a template that failed to load says so, and has the focus once it has come', async () => {
  const { answers } = serverOf();
  const get = answers.notification_templates?.get;
  let isDown = true;
  const { screen } = await open({
    ...answers,
    notification_templates: {
      ...answers.notification_templates,
      get: (input) => (isDown ? new Refusal({ status: 503 }) : get?.(input)) as never,
    },
  });
  await expect.element(screen.getByRole('alert').getByText('Podatkov ni mogoče prikazati')).toBeVisible();
  isDown = false;
  screen.getByRole('button', { name: 'Poskusi znova' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const subject = screen.getByRole('textbox', { name: 'Zadeva' });
  await expect.element(subject).toBeVisible();
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  const back = screen.getByRole('main').getByRole('link', { name: 'Predloge obvestil' });
  await expect.element(back).not.toHaveAttribute('aria-current');
});

test.each([1440, 360])('a text is edited beside its preview, restored and saved at %i px', async (width) => {
  await page.viewport(width, 900);
  const { answers, saved, asked } = serverOf({
    translations: { sl: nestedTexts({ greeting: 'Živjo,' }) },
    groups_count: 2,
  });
  const { screen } = await open(answers);
  const subject = screen.getByRole('textbox', { name: 'Zadeva' });
  await expect.element(subject).toHaveValue('Prejeli smo prijavo: {{group_name}}');
  await subject.fill('Hvala za ');
  await screen.getByRole('button', { name: 'ime skupine' }).click();
  await expect.element(subject).toHaveValue('Hvala za {{group_name}}');
  await expect.element(screen.getByRole('button', { name: 'prvo srečanje' })).toBeDisabled();
  // what only Slovenian says is missing in English
  await expect.element(screen.getByRole('tab', { name: 'Angleščina manjkata 2 besedili' })).toBeVisible();
  await screen.getByRole('button', { name: 'Povrni izvirno , Pozdrav' }).click();
  const question = page.getByRole('dialog', { name: 'Povrnem izvirno besedilo?' });
  await expect.element(question.getByText('Živjo,')).toBeVisible();
  await picture('template-restore');
  await question.getByRole('button', { name: 'Povrni izvirno' }).click();
  await expect
    .element(screen.getByRole('textbox', { name: 'Pozdrav', exact: true }))
    .toHaveValue('Pozdravljeni,');
  if (width === 360) await screen.getByText('Predogled', { exact: true }).click();
  const preview = screen.getByRole('region', { name: 'Predogled' });
  await expect.element(preview.getByText('Hvala za {{group_name}}')).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ language: 'sl', status: 'approved' });
  expect(document.documentElement.scrollWidth).toBe(width);
  await expectAccessible(document);
  await picture('template-editor');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Shranjeno. Predlogo uporabljata 2 skupini.')).toBeVisible();
  expect(saved).toEqual([
    { translations: { sl: { subject: 'Hvala za {{group_name}}' }, en: {} }, version: 1 },
  ]);
  await page.viewport(1440, 900);
});

test.each([1440, 360])(
  'all texts are restored at once at %i px: shown first, then edited until they are saved',
  async (width) => {
    await page.viewport(width, 900);
    onTestFinished(() => page.viewport(1440, 900));
    const { answers, saved } = serverOf({
      translations: {
        sl: nestedTexts({
          greeting: 'Živjo,',
          'next_steps.approved': 'Prinesite copate.',
          support_email: 'tabori@zvezda.test',
        }),
        en: nestedTexts({ greeting: 'Hi,' }),
      },
    });
    const { screen } = await open(answers);
    const restore = async () => {
      await screen.getByRole('button', { name: /Tabori/ }).click();
      await page.getByRole('menuitem', { name: 'Povrni vse izvirno' }).click();
    };
    await restore();
    const question = page.getByRole('dialog', { name: 'Povrnem vsa izvirna besedila?' });
    const lost = question.getByRole('region', { name: 'Besedila, ki jih izvirna zamenjajo' });
    for (const text of [/^Slovenščina/, /^Angleščina/, 'Kaj sledi: Odobrena'])
      await expect.element(lost.getByRole('heading', { name: text })).toBeVisible();
    const said = lost.element().textContent ?? '';
    for (const text of ['Živjo,', 'Pozdravljeni,', 'Prinesite copate.', 'Hi,', 'Hello,'])
      expect(said).toContain(text);
    expect(said).not.toContain('tabori@zvezda.test');
    expect(document.documentElement.scrollWidth).toBe(width);
    await expectAccessible(document);
    await picture('template-restore-all');
    await question.getByRole('button', { name: 'Obdrži moje' }).click();
    const greeting = screen.getByRole('textbox', { name: 'Pozdrav', exact: true });
    await expect.element(greeting).toHaveValue('Živjo,');
    await restore();
    await question.getByRole('button', { name: 'Povrni vse izvirno' }).click();
    await expect.element(greeting).toHaveValue('Pozdravljeni,');
    expect(saved).toEqual([]);
    // nothing is left to restore, and it can be taken back
    await screen.getByRole('button', { name: /Tabori/ }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Različice' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Povrni vse izvirno' }).elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('button', { name: 'Zavrzi' }).click();
    await expect.element(greeting).toHaveValue('Živjo,');
    await restore();
    await question.getByRole('button', { name: 'Povrni vse izvirno' }).click();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .poll(() => saved)
      .toEqual([{ translations: { sl: { support_email: 'tabori@zvezda.test' }, en: {} }, version: 1 }]);
  },
);

test('an unknown placeholder is refused at its field, in its language', async () => {
  const { answers, saved } = serverOf();
  const { screen } = await open(answers);
  await screen.getByRole('tab', { name: /^Angleščina/ }).click();
  await screen.getByRole('textbox', { name: 'Glavno besedilo' }).fill('Hello {{first_name}}');
  await expect.element(screen.getByText(/^Predogled kaže zadnje veljavno besedilo/)).toBeVisible();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect
    .element(
      screen.getByRole('link', {
        name: 'Angleščina: Glavno besedilo – Podatek »first_name« ne obstaja. Izbrišite ga ali vstavite drugega.',
      }),
    )
    .toBeVisible();
  expect(saved).toEqual([]);
});

test('a system template is shown and customised, never changed', async () => {
  const { answers } = serverOf({ system: true, name: 'Potrdilo o prijavi' });
  const { screen } = await open(answers);
  await expect.element(screen.getByText(/^Sistemske predloge ni mogoče spremeniti/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Zadeva' })).toHaveAttribute('readonly');
  await screen.getByRole('button', { name: 'Prilagodi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prilagodi' });
  await expect
    .element(dialog.getByRole('textbox', { name: 'Ime predloge' }))
    .toHaveValue('Potrdilo o prijavi, prilagojeno');
  await expect.element(dialog.getByText('Privzeta predloga organizacije')).toBeVisible();
});

test('a template that groups chose is deleted only with another one for them', async () => {
  const { answers, saved } = serverOf({ groups_count: 3 });
  const { screen } = await open(answers);
  await screen.getByRole('button', { name: /Tabori/ }).click();
  await page.getByRole('menuitem', { name: 'Izbriši predlogo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Izbrišem predlogo »Tabori«?' });
  await expect.element(dialog.getByText(/^Predlogo uporabljajo 3 skupine/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Namesto nje' }).click();
  await page.getByRole('option', { name: 'Poletje' }).click();
  await dialog.getByRole('button', { name: 'Izbriši predlogo' }).click();
  await expect.element(screen.getByText('Predloga je izbrisana')).toBeVisible();
  expect(saved).toEqual([{ instead: idOf(53) }]);
});

test('each reminder has words of its own, folded until they are wanted, and a preview', async () => {
  const { answers, asked, saved } = serverOf({ email_type: 'payment_reminder' });
  const { screen } = await open(answers);
  await expect.element(screen.getByText(/veljajo za opomnik pred rokom/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'Katero sporočilo' }).click();
  await page.getByRole('option', { name: 'Po roku', exact: true }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ variant: 'overdue' });
  const subject = screen.getByRole('textbox', { name: 'Po roku: Zadeva', exact: true });
  await expect.element(subject).not.toBeInTheDocument();
  const folds = [...document.querySelectorAll('summary')];
  await userEvent.click(folds.find(({ textContent }) => textContent === 'Po roku') as HTMLElement);
  await subject.fill('Rok je mimo');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect
    .poll(() => saved.at(-1))
    .toMatchObject({ translations: { sl: { overdue: { subject: 'Rok je mimo' } } } });
});
