import type { Group } from '@vpisnik/contract/groups';
import { emailTypes } from '@vpisnik/contract/rules/email-types';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { references } from '../../../../../test/fixtures/catalogue.ts';
import { groupAfter, groupOf } from '../../../../../test/fixtures/groups.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { templateRow } from '../../../../../test/fixtures/templates.ts';
import { picture } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

const system = templateRow({ id: idOf(51), name: 'Potrdilo o prijavi', system: true });
const camps = templateRow({ id: idOf(52), name: 'Tabori', is_default: true });
const balls = templateRow({ id: idOf(53), name: 'Plesi', active: false });
const off = { enabled: false, template_id: null, recipient: 'both' } as const;
const allOff = Object.fromEntries(emailTypes.map((type) => [type, off])) as Group['email_settings'];

const long = 'Pozdravljeni, Barbara!\n\nVeseli smo, da ste tu. '.padEnd(400, 'Prinesite copate. ');

/** A server with a group that sends confirmations by a template; it remembers of what it has shown a preview. */
function groupServer(template_id: string | null) {
  const previews: unknown[] = [];
  let group = groupOf({
    email_settings: {
      ...allOff,
      application_confirmation: { enabled: true, template_id, recipient: 'both' },
    },
  });
  const names: Record<string, string> = { [system.id]: 'Prijavo imamo', [camps.id]: 'Tabor vas čaka' };
  const answers: Answers = {
    ...references(),
    notification_templates: { list: () => listOf(system, camps, balls) },
    sessions: { list: () => ({ results: [] }), clashes: () => ({ results: [] }) },
    groups: {
      list: () => listOf(group),
      get: () => group,
      update: ({ body }) => {
        group = groupAfter(group, body);
        return group;
      },
    },
    template_previews: {
      show: ({ params: { id }, body }) => {
        previews.push({ id, ...body });
        const subject = names[id];
        if (!subject) return new Refusal({ status: 404, code: 'not_found' });
        const about = { group_name: 'Moderni ples', participant_name: 'Zala Kos' };
        return { subject, html: '', text: long, ...about };
      },
    },
  };
  return { answers, previews, saved: () => group.email_settings.application_confirmation.template_id };
}

const open = ({ answers }: { answers: Answers }) =>
  renderApp({ path: `/groups/${idOf(1)}?tab=emails`, answers });

test('a mail’s subject and first words are shown as they will be sent, by the template that applies', async () => {
  const server = groupServer(balls.id);
  await open(server);
  const select = page.getByRole('combobox', { name: 'Predloga' });
  await expect.element(select).toHaveValue('Plesi (neaktivno)');
  await expect.element(page.getByText('Izbrana predloga ni v uporabi. Pošilja se: Tabori.')).toBeVisible();
  await expect.element(page.getByText('Tabor vas čaka')).toBeVisible();
  await expect.element(page.getByText('Primer (Zala Kos, Moderni ples)')).toBeVisible();
  await expect.element(page.getByText(/^Pozdravljeni, Barbara!\sVeseli smo.* …$/s)).toBeVisible();
  expect(server.previews[0]).toMatchObject({ id: camps.id, language: 'sl', group_id: idOf(1) });
  await expectAccessible(document);
  await picture('group-emails');

  await select.click();
  await page.getByRole('option', { name: 'Sistemska predloga' }).click();
  await expect.element(page.getByText('Prijavo imamo')).toBeVisible();
  await select.click();
  await page.getByRole('option', { name: 'Privzeta: Tabori' }).click();
  await expect.element(page.getByText('Tabor vas čaka')).toBeVisible();
  await expect.element(page.getByText(/^Izbrana predloga/)).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Pokaži celo sporočilo: Potrdilo o prijavi' }).click();
  const words = page.getByRole('dialog', { name: 'Potrdilo o prijavi' }).getByRole('article');
  await expect.element(words).toBeVisible();
  expect(words.element().textContent).toBe(`Tabor vas čaka${long}`);
  await page.getByRole('button', { name: 'Zapri' }).click();
  await page.getByRole('button', { name: 'Shrani' }).click();
  await expect.poll(() => server.saved()).toBe(null);
});

test('a type that the organisation does not send says so, and shows no mail', async () => {
  const server = groupServer(null);
  const reminder = templateRow({ id: idOf(54), email_type: 'payment_reminder', system: true, sent: false });
  server.answers.notification_templates = { list: () => listOf(system, reminder) };
  await open(server);
  await expect.element(page.getByText(/^Organizacija teh sporočil zdaj ne pošilja\./)).toBeVisible();
  await page.getByRole('switch', { name: 'Pošiljaj: Opomnik za plačilo' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Predloga' }).nth(1)).toBeVisible();
  expect(server.previews).not.toContainEqual(expect.objectContaining({ id: reminder.id }));
});
