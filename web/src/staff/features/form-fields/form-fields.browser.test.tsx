import type { FormField, MergePlan } from '@vpisnik/contract/form-fields';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { formFieldOf } from '../../../../test/fixtures/catalogue.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

const session = sessionOf('ADMIN', organizationOf());
const field = (at: number, label: string, sl: string, more: Partial<FormField> = {}) =>
  formFieldOf({ id: idOf(60 + at), label, type: 'text', name: { sl, en: sl }, purpose: null, ...more });
const shirt = field(0, 'majica', 'Velikost majice');
const twin = field(1, 'majica-2', 'Majica');

const plan: MergePlan = {
  groups_count: 3,
  both_count: 1,
  added_options: [],
  becomes_sensitive: true,
  obstacles: [],
};

function answers(more: Answers['form_fields'] = {}): Answers {
  return {
    form_fields: { list: () => listOf(shirt, twin), get: () => twin, ...more },
  };
}

test('a duplicate is merged after a summary of the effects', async () => {
  const sent: unknown[] = [];
  const { screen } = await renderApp({
    path: '/form-fields',
    session,
    answers: answers({
      planMerge: () => plan,
      merge: ({ params, body }) => {
        sent.push([params.id, body]);
        return shirt;
      },
    }),
  });
  await screen.getByRole('button', { name: 'Dejanja: Majica' }).click();
  await screen.getByRole('menuitem', { name: 'Združi z drugim poljem' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Združim polje »Majica« z drugim?' });
  await expect.element(dialog.getByRole('button', { name: 'Združi polji' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Polje, ki ostane' }).click();
  // it is not merged into itself
  await expect.element(screen.getByRole('option', { name: /majica-2/ })).not.toBeInTheDocument();
  await screen.getByRole('option', { name: 'Velikost majice (majica)' }).click();
  await expect.element(dialog.getByText('Zamenjano bo v 3 skupinah.')).toBeVisible();
  await expect.element(dialog.getByText(/^V 1 skupini sta na obrazcu obe polji/)).toBeVisible();
  await expect.element(dialog.getByText(/bodo občutljiv podatek/)).toBeVisible();
  await expectAccessible(document);
  await picture('form-field-merge');
  await dialog.getByRole('button', { name: 'Združi polji' }).click();
  await expect.element(screen.getByText('Polji sta združeni')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual([[twin.id, { into: shirt.id, version: twin.version, into_version: shirt.version }]]);
});

test('obstacles are listed, and a merge cannot be confirmed', async () => {
  const { screen } = await renderApp({
    path: '/form-fields',
    session,
    answers: answers({
      planMerge: () => ({
        ...plan,
        obstacles: [
          { code: 'languages_missing', about: ['en'] },
          { code: 'options_differ', about: ['da'] },
        ],
      }),
    }),
  });
  await screen.getByRole('button', { name: 'Dejanja: Majica' }).click();
  await screen.getByRole('menuitem', { name: 'Združi z drugim poljem' }).click();
  await screen.getByRole('combobox', { name: 'Polje, ki ostane' }).click();
  await screen.getByRole('option', { name: 'Velikost majice (majica)' }).click();
  await expect.element(screen.getByText(/nima besedil v jezikih skupin: angleščina/)).toBeVisible();
  await expect.element(screen.getByText(/Možnosti se ne ujemajo: da\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Združi polji' })).toBeDisabled();
  await expectAccessible(document);
  await picture('form-field-merge-refused');
});

test('a merge that comes too late says so and stays open', async () => {
  const { screen } = await renderApp({
    path: '/form-fields',
    session,
    answers: answers({
      planMerge: () => plan,
      merge: () => new Refusal({ status: 409, code: 'edit_conflict' }),
    }),
  });
  await screen.getByRole('button', { name: 'Dejanja: Majica' }).click();
  await screen.getByRole('menuitem', { name: 'Združi z drugim poljem' }).click();
  await screen.getByRole('combobox', { name: 'Polje, ki ostane' }).click();
  await screen.getByRole('option', { name: 'Velikost majice (majica)' }).click();
  await screen.getByRole('button', { name: 'Združi polji' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
});

test('a field tells which groups ask it, and the server’s word about its type stands at the type', async () => {
  const uses = [
    { id: idOf(71), group_id: idOf(1), name: { sl: 'Balet za odrasle' }, active: true, required: true },
    { id: idOf(72), group_id: idOf(2), name: { sl: 'Jazz' }, active: false, required: false },
  ];
  const { screen } = await renderApp({
    path: `/form-fields?edit=${twin.id}`,
    session,
    answers: answers({
      uses: () => listOf(...uses),
      update: () =>
        new Refusal({ status: 422, code: 'invalid_fields', errors: [{ path: 'type', code: 'has_answers' }] }),
    }),
  });
  const section = screen.getByRole('region', { name: 'Kje se uporablja' });
  await expect.element(section.getByText('Na obrazcih 2 skupin:')).toBeVisible();
  await expect
    .element(section.getByRole('link', { name: 'Balet za odrasle' }))
    .toHaveAttribute('href', expect.stringMatching(/groups\/.*tab=form/));
  await expect.element(section.getByText('skupina ni objavljena')).toBeVisible();
  await expectAccessible(document);
  await picture('form-field-uses');
  await screen.getByRole('combobox', { name: 'Vrsta odgovora' }).click();
  await screen.getByRole('option', { name: 'Datum' }).click();
  await screen.getByRole('button', { name: 'Shrani polje' }).click();
  await expect
    .element(screen.getByRole('link', { name: /^Vrsta odgovora – Polje že ima odgovore/ }))
    .toBeVisible();
});

test('options with the same name or value show an error at the second', async () => {
  const choice = field(2, 'izkusnje', 'Izkušnje', {
    type: 'single_choice',
    languages: ['sl'],
    options: [
      { value: 'a', name: { sl: 'Nič' } },
      { value: 'b', name: { sl: 'Nekaj' } },
    ],
  });
  const { screen } = await renderApp({
    path: `/form-fields?edit=${choice.id}`,
    session,
    answers: answers({ get: () => choice, uses: () => listOf() }),
  });
  await screen.getByRole('textbox', { name: 'Možnost 2' }).fill('nič ');
  await screen.getByRole('button', { name: 'Shrani polje' }).click();
  await expect
    .element(screen.getByRole('link', { name: /možnost 2 – Ta vrednost se ponovi\.$/i }))
    .toBeVisible();
  await screen.getByRole('link', { name: /možnost 2/i }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Možnost 2' })).toHaveFocus();
});
