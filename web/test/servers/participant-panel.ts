import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { renderApp } from '../app.tsx';
import { participantOf } from '../fixtures/participants.ts';
import { idOf } from '../fixtures/rows.ts';
import type { Answers } from './fake-api.ts';

/** Two participants; the second one can't be reached. */
export const spela = participantOf();
export const tim = participantOf({ id: idOf(102), name: 'Tim Kovačič', email: null, phone: null });

/** The panel of the first one. */
export const panel = () => page.getByRole('complementary', { name: spela.name });
/** Text of a part, polled. */
export const said = (part: Locator) => expect.poll(() => part.element().textContent);
/** A button by its whole name. */
export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Opens a participant's panel beside the list, ready to decide. */
export async function openPanel(answers: Answers, id = spela.id) {
  const { router } = await renderApp({ path: `/participants/${id}`, answers });
  await expect.element(button('Odobri')).toBeVisible();
  return { router };
}
