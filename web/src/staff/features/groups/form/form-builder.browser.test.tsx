import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { formFieldOf, references } from '../../../../../test/fixtures/catalogue.ts';
import { groupAfter, groupOf } from '../../../../../test/fixtures/groups.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

const path = `/groups/${idOf(1)}?tab=form`;
const names = ['Datum rojstva', 'Naslov', 'Velikost majice'];
const fields = names.map((sl, at) =>
  formFieldOf({
    id: idOf(41 + at),
    label: `field-${at}`,
    name: { sl, en: sl },
    type: 'text',
    languages: ['sl', 'en'],
  }),
);

/** A group that asks three fields of the catalogue. */
function answers(more: Answers['groups'] = {}): { saves: { fields?: unknown }[]; answers: Answers } {
  const saves: { fields?: unknown }[] = [];
  let now = groupOf({
    fields: fields.map(({ id }, at) => ({
      id: idOf(51 + at),
      form_field_id: id,
      question: null,
      widget: 'text' as const,
      required: true,
    })),
  });
  return {
    saves,
    answers: {
      ...references(...fields),
      groups: {
        get: () => now,
        update: ({ body }) => {
          saves.push(body);
          now = groupAfter(now, body);
          return now;
        },
        ...more,
      },
    },
  };
}

const shown = () => [...document.querySelectorAll('ol b')].map((name) => name.textContent);

test('the preview has the shape of a form until its page listens', async () => {
  const { answers: given } = answers();
  const { screen } = await renderApp({ path, answers: given });
  const preview = screen.getByRole('complementary', { name: 'Predogled prijavnega obrazca' });
  const busy = () => preview.element().querySelector('[aria-busy]')?.getAttribute('aria-busy');
  await expect.poll(busy).toBe('true');
  await picture('form-preview-pending');
  const frame = preview.element().querySelector('iframe')?.contentWindow ?? null;
  const listening = new MessageEvent('message', {
    data: { preview: 'listening' },
    origin: window.location.origin,
    source: frame,
  });
  // it is drawn a moment before it hears
  await expect.poll(() => window.dispatchEvent(listening) && busy()).toBe('false');
});

test('questions change places by buttons, which say where each went and keep the focus', async () => {
  const { saves, answers: given } = answers();
  const { screen } = await renderApp({ path, answers: given });
  await expect.poll(shown).toEqual(names);
  const up = screen.getByRole('button', { name: 'Premakni višje: Velikost majice' });
  (up.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Velikost majice: mesto 2 od 3')).toBeInTheDocument();
  await expect.element(up).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(shown).toEqual(['Velikost majice', 'Datum rojstva', 'Naslov']);
  await userEvent.keyboard('{Enter}');
  await expect.element(up).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.fields).toMatchObject([{ id: idOf(53) }, { id: idOf(51) }, { id: idOf(52) }]);
});

test('a question is dragged to its place', async () => {
  const { answers: given } = answers();
  const { screen } = await renderApp({ path, answers: given });
  await expect.poll(shown).toEqual(names);
  const rows = [...document.querySelectorAll('ol > li')];
  const handle = rows[0]?.querySelector('[data-drag-handle]');
  const goal = rows[2];
  if (!handle || !goal) throw new Error('There is nothing to drag');
  const { height } = goal.getBoundingClientRect();
  await userEvent.dragAndDrop(handle, goal, { targetPosition: { x: 80, y: height - 4 } });
  await expect.poll(shown).toEqual(['Naslov', 'Velikost majice', 'Datum rojstva']);
  await expect.element(screen.getByText('Datum rojstva: mesto 3 od 3')).toBeInTheDocument();
  await expect.element(screen.getByText('Neshranjeno')).toBeVisible();
});

test('removing a question first counts its answers and explains their fate', async () => {
  const { saves, answers: given } = answers({
    answers: () => ({ results: [{ field_id: idOf(52), count: 3 }] }),
  });
  const { screen } = await renderApp({ path, answers: given });
  await screen.getByRole('button', { name: 'Odstrani: Naslov' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Odstranim vprašanje »Naslov« z obrazca?' });
  await expect
    .element(dialog.getByText(/so že 3 odgovori\. Ostanejo shranjeni pri udeležencih/))
    .toBeVisible();
  await expectAccessible(document);
  await picture('group-form-remove');
  await dialog.getByRole('button', { name: 'Prekliči' }).click();
  await expect.poll(shown).toEqual(names);
  await screen.getByRole('button', { name: 'Odstrani: Datum rojstva' }).click();
  await expect.element(screen.getByText('Na to vprašanje še ni odgovorov.')).toBeVisible();
  await screen.getByRole('button', { name: 'Odstrani vprašanje' }).click();
  await expect.poll(shown).toEqual(['Naslov', 'Velikost majice']);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.fields).toMatchObject([{ id: idOf(52) }, { id: idOf(53) }]);
});

test('a question can be removed although counting its answers failed', async () => {
  const { answers: given } = answers({ answers: () => new Refusal({ status: 503, code: 'unavailable' }) });
  const { screen } = await renderApp({ path, answers: given });
  await screen.getByRole('button', { name: 'Odstrani: Naslov' }).click();
  await expect.element(screen.getByText(/Odgovori, ki so jih udeleženci že dali, ostanejo/)).toBeVisible();
  await screen.getByRole('button', { name: 'Odstrani vprašanje' }).click();
  await expect.poll(shown).toEqual(['Datum rojstva', 'Velikost majice']);
});

test('the type of a question that has answers is refused at its field', async () => {
  const question = {
    ...{ type: 'text' as const, name: { sl: 'Majica', en: 'T-shirt' }, description: {}, options: [] },
    ...{ sensitive: false, applicant_edit: 'never' as const },
  };
  const own = { id: idOf(54), form_field_id: null, widget: 'text' as const, required: false };
  const { answers: given } = answers({
    get: () => groupOf({ fields: [{ ...own, question }] }),
    update: () =>
      new Refusal({
        status: 422,
        code: 'invalid_fields',
        errors: [{ path: 'fields.0.question.type', code: 'has_answers' }],
      }),
  });
  const { screen } = await renderApp({ path, answers: given });
  await screen.getByRole('button', { name: 'Uredi: Majica' }).click();
  const type = screen.getByRole('combobox', { name: 'Vrsta odgovora' });
  await type.click();
  await screen.getByRole('option', { name: 'datum', exact: true }).click();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(type).toHaveAttribute('aria-invalid', 'true');
  await expect.element(type).toHaveAccessibleDescription(/že ima odgovore/);
  await screen.getByRole('link', { name: /Majica.*že ima odgovore/ }).click();
  await expect.element(type).toHaveFocus();
  await expectAccessible(document);
});

test('answers to a new question may be corrected until the group ends, to one that is asked already as long as is chosen', async () => {
  const question = {
    ...{ type: 'text' as const, name: { sl: 'Majica', en: 'T-shirt' }, description: {}, options: [] },
    ...{ sensitive: false, applicant_edit: 'until_start' as const },
  };
  const own = { id: idOf(54), form_field_id: null, widget: 'text' as const, required: false, question };
  const { saves, answers: given } = answers({ get: () => groupOf({ fields: [own] }) });
  const { screen } = await renderApp({ path, answers: given });
  const until = screen.getByRole('combobox', { name: 'Prijavitelj lahko sam popravi odgovor' });
  await screen.getByRole('button', { name: 'Uredi: Majica' }).click();
  await expect.element(until).toHaveValue('do začetka skupine');
  await until.click();
  await screen.getByRole('option', { name: 'do konca skupine' }).click();
  await screen.getByRole('button', { name: 'Uredi: Majica' }).click();
  await screen.getByRole('button', { name: 'Dodaj svoje vprašanje' }).click();
  await expect.element(until).toHaveValue('do konca skupine');
  await screen.getByRole('textbox', { name: 'Vprašanje' }).fill('Copati');
  await screen.getByRole('tab', { name: /^Angleščina/ }).click();
  await screen.getByRole('textbox', { name: 'Vprašanje' }).fill('Shoes');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.fields).toMatchObject([
    { id: idOf(54), question: { applicant_edit: 'until_end' } },
    { question: { name: { sl: 'Copati' }, applicant_edit: 'until_end' } },
  ]);
});

test('a tick of its own says that it can be withdrawn as long as it is not required', async () => {
  const { answers: given } = answers();
  const { screen } = await renderApp({ path, answers: given });
  await screen.getByRole('button', { name: 'Dodaj svoje vprašanje' }).click();
  const until = screen.getByRole('combobox', { name: 'Prijavitelj lahko sam popravi odgovor' });
  await expect.element(until).not.toHaveAccessibleDescription();
  await screen.getByRole('combobox', { name: 'Vrsta odgovora' }).click();
  await screen.getByRole('option', { name: 'potrditev', exact: true }).click();
  await expect.element(until).toHaveAccessibleDescription(/lahko ne glede na to nastavitev da ali prekliče/);
  await expectAccessible(document);
});

test('a field is known and can be picked, however many the catalogue has', async () => {
  const many = Array.from({ length: 450 }, (_, at) =>
    formFieldOf({
      id: idOf(1000 + at),
      label: `many-${at}`,
      name: { sl: `Vprašanje ${at}`, en: `Question ${at}` },
      type: 'text',
      languages: ['sl', 'en'],
    }),
  );
  const last = { id: idOf(55), form_field_id: idOf(1449), question: null, widget: 'text' as const };
  const { saves, answers: given } = answers({
    get: () => groupOf({ fields: [{ ...last, required: true }] }),
  });
  const pages: number[] = [];
  const list = ({ query }: { query?: { limit?: unknown; last_id?: string | undefined } }) => {
    const from = Number(query?.last_id ?? 0);
    const to = from + Number(query?.limit);
    pages.push(from);
    return { results: many.slice(from, to), last_id: to < many.length ? String(to) : null };
  };
  const { screen } = await renderApp({ path, answers: { ...given, form_fields: { list } } });
  await expect.poll(shown).toEqual(['Vprašanje 449']);
  expect(pages).toEqual([0, 200, 400]);
  await screen.getByRole('button', { name: 'Dodaj polje' }).click();
  await screen.getByRole('textbox', { name: 'Poiščite polje' }).fill('vprasanje 321');
  await screen.getByRole('option', { name: /^Vprašanje 321/ }).click();
  await expect.poll(shown).toEqual(['Vprašanje 449', 'Vprašanje 321']);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves[0]?.fields).toMatchObject([{ id: idOf(55) }, { form_field_id: idOf(1321) }]);
});
