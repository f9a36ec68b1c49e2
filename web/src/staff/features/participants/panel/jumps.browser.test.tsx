import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { historyOf, mailOf, noteOf, participantOf } from '../../../../../test/fixtures/participants.ts';
import { paymentOf } from '../../../../../test/fixtures/payments.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

const jumps = page.getByRole('navigation', { name: 'Deli podrobnosti' });
const jump = (name: string) => jumps.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const names = () =>
  jumps
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
const current = () => jumps.element().querySelector('[aria-current]')?.textContent;
const panel = () => jumps.element().closest('section') as HTMLElement;

const failed = mailOf({ id: idOf(202), state: 'failed', state_reason: 'mailbox_missing' });
const late = paymentOf({ status: 'expired', overdue: true });

/** A participant with something in each part of the panel, and more than a screen of history. */
function fullPanel(mails = [failed, mailOf()]) {
  const spela = participantOf({ status: 'approved', mails });
  const { server, answers } = participantServer(spela);
  server.notes = [noteOf()];
  const entries = Array.from({ length: 9 }, (_, at) => historyOf({ id: idOf(400 + at) }));
  const asked = { payments: 0 };
  const payments: Answers['payments'] = {
    ofParticipant: () => {
      asked.payments += 1;
      const balance = { currency: 'EUR', open: '85.00', overdue: '85.00', received: '0.00' };
      return { ...listOf(late), reminded_at: null, statement_day: null, mails: [], balances: [balance] };
    },
  };
  const participant_history = { list: () => listOf(...entries) };
  return { spela, asked, answers: { ...answers, payments, participant_history } };
}

it('lead to the parts of the panel, and say where payments are late and mails have failed', async () => {
  const { spela, asked, answers } = fullPanel();
  await renderApp({ path: `/participants/${spela.id}`, answers });
  await expect.element(jump('Zgodovina')).toBeVisible();
  await expect.element(jump('Plačila nekaj je zapadlo')).toBeVisible();
  await expect.element(jump('Obvestila nekaj ni prispelo')).toBeVisible();
  expect(current()).toBe('Prijava');
  expect(asked.payments).toBe(1);
  await picture('panel-jumps');
  await expectAccessible(panel());
  for (const [name, title] of [
    ['Plačila nekaj je zapadlo', 'Plačila'],
    ['Obvestila nekaj ni prispelo', 'Obvestila'],
    ['Zapiski', 'Interni zapiski'],
    ['Zgodovina', 'Zgodovina'],
    ['Prijava', 'Prijava'],
  ] as const) {
    await jump(name).click();
    await expect.element(heading(title)).toHaveFocus();
    await expect.element(jump(name)).toHaveAttribute('aria-current', 'location');
    expect(jumps.element().querySelectorAll('[aria-current]')).toHaveLength(1);
    const top = heading(title).element().getBoundingClientRect().top;
    expect(top).toBeGreaterThanOrEqual(jumps.element().getBoundingClientRect().bottom - 1);
  }
  expect(panel().scrollTop).toBe(0);
});

it('mark what is looked at while the panel is scrolled, down to its end', async () => {
  const { spela, answers } = fullPanel();
  await renderApp({ path: `/participants/${spela.id}`, answers });
  await expect.element(jump('Zgodovina')).toBeVisible();
  const seen: (string | null | undefined)[] = [];
  const end = () => panel().scrollHeight - panel().clientHeight;
  for (let top = 0; top < end() + 40; top += 40) {
    panel().scrollTop = top;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    if (seen.at(-1) !== current()) seen.push(current());
  }
  // the answers and the facts of the application stand below the payments
  expect(seen).toEqual([
    ...['Prijava', 'Plačilanekaj je zapadlo', 'Prijava'],
    ...['Zapiski', 'Obvestilanekaj ni prispelo', 'Zgodovina'],
  ]);
});

it('say nothing of a failed mail that was sent again', async () => {
  const { spela, answers } = fullPanel([mailOf({ again_of: failed.id }), failed]);
  await renderApp({ path: `/participants/${spela.id}`, answers });
  await expect.element(jump('Obvestila')).toBeVisible();
});

it('are those that there are: viewers have none to payments, nor to notes where none are written', async () => {
  const spela = participantOf();
  const { answers } = participantServer(spela);
  const payments = { ofParticipant: () => new Refusal({ status: 403, code: 'forbidden' }) };
  await renderApp({
    path: `/groups/${idOf(1)}?tab=participants&participant=${spela.id}`,
    session: sessionOf('GROUP_VIEWER_USER'),
    answers: { ...answers, payments, participant_history: { list: () => listOf() } } as Answers,
  });
  await expect.element(jump('Obvestila')).toBeVisible();
  expect(names()).toEqual(['Prijava', 'Obvestila']);
});

it('cover nothing that gets the focus, and move nothing when they get it', async () => {
  const { spela, answers } = fullPanel();
  await renderApp({ path: `/participants/${spela.id}`, answers });
  await jump('Zgodovina').click();
  const bottom = () => jumps.element().getBoundingClientRect().bottom;
  const passed: Element[] = [];
  for (let back = 0; back < 12; back += 1) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    const focused = document.activeElement as Element;
    expect(focused.getBoundingClientRect().top, focused.outerHTML).toBeGreaterThanOrEqual(bottom());
    passed.push(focused);
  }
  expect(passed).toContain(page.getByRole('textbox', { name: 'Nov zapisek' }).element());
  const before = panel().scrollTop;
  expect(before).toBeGreaterThan(0);
  (jump('Zapiski').element() as HTMLElement).focus();
  await new Promise(requestAnimationFrame);
  expect(panel().scrollTop).toBe(before);
});

it('stand under a name that has the width of a phone to itself', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(360, 740);
  const name = 'Maksimilijana Aleksandra Novak';
  const { answers } = participantServer(participantOf({ name }));
  await renderApp({ path: `/participants/${idOf(101)}`, answers });
  await expect.element(heading(name)).toBeVisible();
  await picture('panel-name');
  expect(heading(name).element().getBoundingClientRect().width).toBeGreaterThan(300);
});

it('lead no further than the end of a sheet on a phone', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1440, 900));
  const { spela, answers } = fullPanel();
  await renderApp({ path: `/participants/${spela.id}`, answers });
  await jump('Zgodovina').click();
  await expect.element(heading('Zgodovina')).toHaveFocus();
  for (let presses = 0; presses < 4; presses += 1) {
    await userEvent.keyboard('{Tab}');
    expect(panel().contains(document.activeElement)).toBe(true);
  }
});

it('are pushed aside on a narrow phone, where the one that is looked at is seen', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(320, 640);
  const { spela, answers } = fullPanel();
  await renderApp({ path: `/participants/${spela.id}`, answers });
  await expect.element(jump('Zgodovina')).toBeInTheDocument();
  for (const one of jumps.getByRole('button').elements())
    expect(one.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  const right = () => jump('Zgodovina').element().getBoundingClientRect().right;
  expect(right()).toBeGreaterThan(320);
  await picture('panel-jumps');
  panel().scrollTop = panel().scrollHeight;
  await expect.element(jump('Zgodovina')).toHaveAttribute('aria-current', 'location');
  await expect.poll(right).toBeLessThanOrEqual(320);
  await picture('panel-jumps-history');
  await expectAccessible(panel());
});
