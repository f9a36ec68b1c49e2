import type { Answer } from '@vpisnik/contract/participants';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { formFieldOf } from '../../../../../test/fixtures/catalogue.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

const answerOf = (fields: Partial<Answer>): Answer => ({
  field_id: idOf(401),
  form_field_id: null,
  label: null,
  name: 'Kje ste plesali prej?',
  type: 'text',
  value: 'V Kranju',
  text: 'V Kranju',
  sensitive: false,
  purpose: null,
  ...fields,
});

const level = formFieldOf({
  id: idOf(501),
  type: 'single_choice',
  options: ['none', 'some'].map((value) => ({ value, name: { sl: value === 'none' ? 'Brez' : 'Nekaj' } })),
});
const chosen = answerOf({
  field_id: idOf(402),
  form_field_id: level.id,
  name: 'Izkušnje takrat',
  type: 'single_choice',
  value: 'none',
  text: 'Brez',
});

describe('answers', () => {
  it('are corrected where they stand, as they were asked, also when the form asks them no more', async () => {
    const spela = participantOf({ answers: [answerOf({}), chosen] });
    const { server, answers } = participantServer(spela);
    answers.form_fields.list = () => listOf(level);
    const sent: unknown[] = [];
    answers.participants.update = ({ params: { id }, body: { answers: given } }) => {
      sent.push(given);
      if (sent.length === 1) return new Refusal({ status: 500 });
      return server.change(id, { answers: [answerOf({ value: 'V Celju', text: 'V Celju' }), chosen] });
    };
    await renderApp({ path: `/participants/${spela.id}`, answers });
    await button('Uredi odgovor: Kje ste plesali prej?').click();
    // one at a time, so that nothing typed is lost
    await expect.element(button('Uredi odgovor: Izkušnje takrat')).not.toBeInTheDocument();
    const field = page.getByRole('textbox', { name: 'Kje ste plesali prej?' });
    await expect.element(field).toHaveFocus();
    await field.fill('V Celju');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Podatki udeleženca niso shranjeni. Poskusite znova.')).toBeVisible();
    await button('Shrani odgovor').click();
    await expect.element(page.getByText('V Celju')).toBeVisible();
    await expect.element(button('Uredi odgovor: Kje ste plesali prej?')).toHaveFocus();
    expect(sent).toEqual([{ [idOf(401)]: 'V Celju' }, { [idOf(401)]: 'V Celju' }]);
    // the choice is among the options that the catalogue has; Escape leaves it as it is
    await button('Uredi odgovor: Izkušnje takrat').click();
    await page.getByRole('combobox', { name: 'Izkušnje takrat' }).click();
    await expect.element(page.getByRole('option', { name: 'Nekaj' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('Prekliči').click();
    await expect.element(button('Uredi odgovor: Izkušnje takrat')).toHaveFocus();
    expect(sent).toHaveLength(2);
  });

  it('tell the age today, and at the group’s start where that is another one', async () => {
    const daysAgo = (days: number, years = 0) => {
      const day = new Date(Date.now() - days * 86_400_000);
      return `${day.getUTCFullYear() - years}${day.toISOString().slice(4, 10)}`;
    };
    const born = { type: 'date', purpose: 'date_of_birth', name: 'Datum rojstva', text: daysAgo(3, 8) };
    const spela = participantOf({ answers: [answerOf(born)] });
    const tim = participantOf({ ...spela, id: idOf(102), name: 'Tim Kovačič', group_id: idOf(2) });
    const { server, answers } = participantServer(spela, tim);
    const groups: Answers['groups'] = {
      ...answers.groups,
      get: ({ params: { id } }) => ({ ...server.group, id, start_date: daysAgo(id === idOf(1) ? 9 : 0) }),
    };
    await renderApp({ path: `/participants/${spela.id}`, answers: { ...answers, groups } });
    await expect.element(page.getByText(/\(8 let, ob začetku 7\)/)).toBeVisible();
    await page.getByRole('link', { name: 'Tim Kovačič' }).click();
    await expect.element(page.getByText(/\(8 let\)/)).toBeVisible();
  });

  it('say that they cannot be edited now when what the catalogue asks does not come', async () => {
    const spela = participantOf({ answers: [chosen] });
    const { answers } = participantServer(spela);
    let isDown = true;
    answers.form_fields.list = () => (isDown ? new Refusal({ status: 400 }) : listOf(level)) as never;
    await renderApp({ path: `/participants/${spela.id}`, answers });
    await button('Uredi odgovor: Izkušnje takrat').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    isDown = false;
    await button('Poskusi znova').click();
    await expect.element(page.getByRole('combobox', { name: 'Izkušnje takrat' })).toBeVisible();
  });

  it('are only read by those who may not change a participant, who go through the list by arrows too', async () => {
    const spela = participantOf({ answers: [answerOf({})] });
    const tim = participantOf({ id: idOf(102), name: 'Tim Kovačič' });
    const { answers } = participantServer(spela, tim);
    const path = `/groups/${idOf(1)}?tab=participants&participant=${spela.id}`;
    await renderApp({ path, answers, session: sessionOf('GROUP_VIEWER_USER') });
    await expect.element(page.getByText('V Kranju')).toBeVisible();
    await expect.element(button('Uredi odgovor: Kje ste plesali prej?')).not.toBeInTheDocument();
    await expect.element(page.getByText('1 od 2', { exact: true })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('heading', { name: 'Tim Kovačič' })).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(page.getByRole('heading', { name: 'Špela Žnidaršič' })).toBeVisible();
  });
});
