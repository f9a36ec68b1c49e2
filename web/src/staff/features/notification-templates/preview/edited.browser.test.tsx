import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { templateOf } from '../../../../../test/fixtures/templates.ts';
import { picture } from '../../../../../test/render.tsx';
import type { Answers } from '../../../../../test/servers/fake-api.ts';
import { editedTint } from '../../../../ui/marks/edited-part.ts';

/** A mail with marks as the server makes them, higher than its frame. */
const mailOf = (status: string, name: string) => `<!doctype html><html><head><title>Mail</title>
  <style>:root { color-scheme: light dark; } p { margin: 0 0 14px; }</style></head><body>
  <h1><span data-part="header_text">Novo stanje</span></h1>
  <p data-part="${name}">Pozdravljeni,</p>
  <p data-part="main_message">Prijava je v dobrih rokah.</p>
  <p data-part="main_message">Pišemo vam, ko se kaj spremeni.</p>
  <p data-part="next_steps.${status}"><strong><span data-part="section_labels.next_steps">Kaj sledi</span>.</strong> …</p>
  <div style="height: 900px"></div>
  <p data-part="support_text">Imate vprašanje?</p></body></html>`;

/** The editor of a template, and what its previews were asked for. */
async function open() {
  const asked: { status?: string | undefined; variant?: string | null | undefined }[] = [];
  const answers: Answers = {
    groups: { list: () => listOf() },
    notification_templates: { get: () => templateOf() },
    template_previews: {
      show: ({ body }) => {
        asked.push(body);
        const name = body.with_name === false ? 'greeting_without_name' : 'greeting';
        return {
          ...{
            html: mailOf(body.status ?? 'pending', name),
            text: 'Pozdravljeni',
            subject: 'Izvirna zadeva',
          },
          ...{ group_name: 'Balet', participant_name: 'Zala Kos' },
        };
      },
    },
  };
  const { screen } = await renderApp({ path: `/notifications/${idOf(50)}`, answers });
  await expect.element(screen.getByRole('textbox', { name: 'Zadeva', exact: true })).toBeVisible();
  return { screen, asked };
}

const frame = () => document.querySelector('iframe') as HTMLIFrameElement;
/** The parts that are tinted in the frame, and in which colour. */
const edited = () =>
  [...(frame()?.contentDocument?.querySelectorAll<HTMLElement>('[data-edited]') ?? [])].map((one) => [
    one.dataset.part,
    getComputedStyle(one).backgroundColor,
  ]);
const scrollTop = () => frame().contentWindow?.scrollY ?? 0;
const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
const [light, dark] = [rgb(editedTint.light), rgb(editedTint.dark)];

test('the part that is edited is tinted in the preview, and scrolled to where it is out of view', async () => {
  const { screen } = await open();
  await expect.poll(() => frame()?.contentDocument?.querySelectorAll('[data-part]').length).toBe(7);
  expect(edited()).toEqual([]);
  await screen.getByRole('textbox', { name: 'Glavno besedilo' }).click();
  await expect.poll(edited).toEqual([
    ['main_message', light],
    ['main_message', light],
  ]);
  expect(scrollTop()).toBe(0);
  await picture('template-edited-part');
  await expectAccessible(document);
  await screen.getByRole('textbox', { name: 'Besedilo o pomoči' }).click();
  await expect.poll(edited).toEqual([['support_text', light]]);
  await expect.poll(scrollTop).toBeGreaterThan(300);
  // another mail keeps the place and the tint
  const before = await settled();
  await userEvent.keyboard('!');
  await expect.poll(edited).toEqual([['support_text', light]]);
  await screen.getByRole('switch', { name: 'Temno' }).click();
  await expect.poll(edited).toEqual([['support_text', dark]]);
  await expect.poll(scrollTop).toBe(before);
  // nothing in it may run
  expect(frame().getAttribute('sandbox')).toBe('allow-same-origin');
  await screen.getByRole('textbox', { name: 'Zadeva', exact: true }).click();
  const subject = screen.getByRole('region', { name: 'Predogled' }).getByText('Izvirna zadeva');
  await expect.element(subject).toHaveAttribute('data-edited');
  await expect.poll(edited).toEqual([]);
});

/** Where the frame is once it scrolls no more. */
async function settled(): Promise<number> {
  let last = -1;
  await expect
    .poll(() => {
      const [before, now] = [last, scrollTop()];
      last = now;
      return now === before;
    })
    .toBe(true);
  return last;
}

test('the preview turns to the mail that says the text', async () => {
  const { screen, asked } = await open();
  await screen.getByRole('textbox', { name: 'Kaj sledi: Zavrnjena' }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ status: 'rejected' });
  await expect.poll(edited).toEqual([['next_steps.rejected', light]]);
  await screen.getByRole('textbox', { name: 'Pozdrav, ko imena ni' }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ with_name: false, status: 'rejected' });
  await expect.poll(edited).toEqual([['greeting_without_name', light]]);
  const folds = [...document.querySelectorAll('summary')];
  await userEvent.click(folds.find(({ textContent }) => textContent === 'Ponovna prijava') as HTMLElement);
  await screen.getByRole('textbox', { name: 'Ponovna prijava: Zadeva' }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ variant: 'duplicate' });
  const subject = screen.getByRole('region', { name: 'Predogled' }).getByText('Izvirna zadeva');
  await expect.element(subject).toHaveAttribute('data-edited');
  await screen.getByRole('textbox', { name: 'Naslov v sporočilu', exact: true }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ variant: null });
  await expect.poll(edited).toEqual([['header_text', light]]);
});

test('on a phone the preview tints what was edited last', async () => {
  await page.viewport(360, 900);
  onTestFinished(() => page.viewport(1440, 900));
  const { screen } = await open();
  await screen.getByRole('textbox', { name: 'Besedilo o pomoči' }).click();
  await screen.getByText('Predogled', { exact: true }).click();
  await expect.poll(edited).toEqual([['support_text', light]]);
  await expect.poll(scrollTop).toBeGreaterThan(300);
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('template-edited-part');
});

test('the tint is that of the tokens', () => {
  const token = getComputedStyle(document.documentElement).getPropertyValue('--tint');
  expect(token).toBe(`light-dark(${editedTint.light}, ${editedTint.dark})`);
});
