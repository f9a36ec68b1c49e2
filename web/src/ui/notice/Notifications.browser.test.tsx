import { Button } from '@mantine/core';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { picture, renderUi } from '../../../test/render.tsx';
import { changeLocale } from '../../lib/text/i18n.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { FloatingBar } from '../table/FloatingBar.tsx';
import { dismissAll, forgetFailure, notify } from './notify.ts';

const plain = (message: string, rest = {}) => notify({ translate: false, message, ...rest });
const shown = () => [...document.querySelectorAll('[aria-live] > div')].map((one) => one.textContent?.trim());
const bottoms = () =>
  [...document.querySelectorAll('[aria-live] > div')].map(
    (one) => window.innerHeight - one.getBoundingClientRect().bottom,
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  dismissAll();
  vi.useRealTimers();
});

describe('the stack', () => {
  it('starts 8 px from the bottom right and puts each next 60 px further', async () => {
    await renderUi(<main>Stran</main>);
    for (const message of ['Prvo', 'Drugo', 'Tretje']) plain(message);
    await expect.poll(bottoms).toEqual([8, 68, 128]);
    const first = document.querySelector('[aria-live] > div')?.getBoundingClientRect();
    expect([document.documentElement.clientWidth - (first?.right ?? 0), first?.height]).toEqual([8, 52]);
  });

  it.each([1440, 360])('shows the whole of a long message at %i px, and the next above it', async (width) => {
    await page.viewport(width, 900);
    onTestFinished(() => page.viewport(1440, 900));
    await renderUi(<main>Stran</main>);
    const long = 'Vpisnik se vzdržuje. Podatke lahko berete, sprememb pa za zdaj ni mogoče shraniti. ';
    plain(long.repeat(2), { color: 'error' });
    plain('Drugo');
    await expect.element(page.getByText('Drugo')).toBeVisible();
    const text = page.getByText(/^Vpisnik se vzdržuje/).element();
    expect(text.scrollHeight).toBe(text.clientHeight);
    const box = text.parentElement?.getBoundingClientRect();
    expect(box?.height).toBeGreaterThan(72);
    const next = () => page.getByText('Drugo').element().parentElement?.getBoundingClientRect();
    await expect.poll(() => Math.round((box?.top ?? 0) - (next()?.bottom ?? 0))).toBe(8);
    await picture(`notifications-long-${width}`);
    dismissAll();
  });

  it('leaves the buttons of a sheet on a phone free', async () => {
    await page.viewport(360, 740);
    onTestFinished(() => page.viewport(1440, 900));
    await renderUi(
      <ConfirmDialog opened title="Izbrišem?" confirm="Izbriši" onConfirm={() => {}} onCancel={() => {}} />,
    );
    await expect.element(page.getByRole('dialog')).toBeInTheDocument();
    for (const message of ['Prvo', 'Drugo']) plain(message, { color: 'error' });
    await expect
      .poll(() =>
        [...document.querySelectorAll('[aria-live] > div')].map((one) => one.getBoundingClientRect().top),
      )
      .toEqual([8, 68]);
  });

  it('shows a message for 3000 ms, an error for 10 s, or as long as it says', async () => {
    await renderUi(<main>Stran</main>);
    plain('Shranjeno');
    plain('Dlje', { timeout: 5000 });
    plain('Napaka', { color: 'error' });
    await expect.poll(shown).toEqual(['Shranjeno', 'Dlje', 'Napaka']);
    vi.advanceTimersByTime(2999);
    expect(shown()).toContain('Shranjeno');
    vi.advanceTimersByTime(1);
    await expect.poll(shown).toEqual(['Dlje', 'Napaka']);
    await expect.poll(bottoms).toEqual([8, 68]);
    vi.advanceTimersByTime(6999);
    await expect.poll(shown).toEqual(['Napaka']);
    vi.advanceTimersByTime(1);
    await expect.poll(shown).toEqual([]);
  });

  it('replaces the errors of an act when it succeeds or fails again, and no others', async () => {
    await renderUi(<main>Stran</main>);
    plain('Brisanje ni uspelo', { color: 'error', act: 'errors.group.delete' });
    plain('Shranjevanje ni uspelo', { color: 'error', act: 'errors.group.save' });
    plain('Brisanje spet ni uspelo', { color: 'error', act: 'errors.group.delete' });
    await expect.poll(shown).toEqual(['Shranjevanje ni uspelo', 'Brisanje spet ni uspelo']);
    plain('Izbrisano', { act: 'errors.group.delete' });
    await expect.poll(() => shown().toSorted()).toEqual(['Izbrisano', 'Shranjevanje ni uspelo']);
    vi.advanceTimersByTime(10_000);
    await expect.poll(shown).toEqual([]);
  });

  it('loses the errors of an act that succeeds without a word', async () => {
    await renderUi(<main>Stran</main>);
    plain('Slike ni', { color: 'error', act: 'modules.slip.picture_failed' });
    plain('Brisanje ni uspelo', { color: 'error', act: 'errors.group.delete' });
    forgetFailure('modules.slip.picture_failed');
    await expect.poll(shown).toEqual(['Brisanje ni uspelo']);
  });

  it('stands still while the pointer or the focus is on it', async () => {
    await renderUi(<main>Stran</main>);
    plain('Prvo');
    vi.advanceTimersByTime(2000);
    await page.getByText('Prvo').hover();
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(['Prvo']);
    await userEvent.hover(page.getByText('Stran'));
    page.getByRole('button', { name: 'Zapri obvestilo' }).element().focus();
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(['Prvo']);
    (document.activeElement as HTMLElement).blur();
    vi.advanceTimersByTime(999);
    expect(shown()).toEqual(['Prvo']);
    vi.advanceTimersByTime(1);
    await expect.poll(shown).toEqual([]);
  });

  it('announces politely, errors at once; keys are translated and follow the language', async () => {
    await renderUi(<main>Stran</main>);
    notify({ message: 'errors.group.save', color: 'error' });
    notify({ message: 'layout.default_authenticated.new_applications', values: { count: 2 } });
    plain('errors.group.save');
    await expect.element(page.getByText('Skupina ni shranjena. Poskusite znova.')).toBeVisible();
    const regions = [...document.querySelectorAll('[aria-live]')].map((region) => [
      region.getAttribute('aria-live'),
      region.textContent,
    ]);
    expect(regions).toEqual([
      ['polite', '2 novi prijavierrors.group.save'],
      ['assertive', 'Skupina ni shranjena. Poskusite znova.'],
    ]);
    await changeLocale('en');
    await expect.element(page.getByText('2 new applications')).toBeVisible();
    vi.useRealTimers();
    await expectAccessible();
    await picture('notifications');
  });

  it('offers one thing to do, gives the focus back, and stands above a bar', async () => {
    const undo = vi.fn();
    await renderUi(
      <main>
        <Button>Začetek</Button>
        <FloatingBar label="Izbrani">Izbrani 3</FloatingBar>
      </main>,
    );
    await page.getByRole('button', { name: 'Začetek' }).click();
    plain('Odobrene so 3 prijave', { action: { label: 'ui.unsaved.stay', run: undo } });
    await expect.poll(() => bottoms()[0]).toBeGreaterThan(40);
    page.getByRole('button', { name: 'Ostani' }).element().focus();
    await userEvent.keyboard('{Enter}');
    expect(undo).toHaveBeenCalledOnce();
    await expect.poll(shown).toEqual([]);
    await expect.element(page.getByRole('button', { name: 'Začetek' })).toHaveFocus();
  });

  it('is reached by F8, which begins at the latest', async () => {
    await renderUi(
      <main>
        <Button>Začetek</Button>
      </main>,
    );
    await page.getByRole('button', { name: 'Začetek' }).click();
    await userEvent.keyboard('{F8}');
    await expect.element(page.getByRole('button', { name: 'Začetek' })).toHaveFocus();
    plain('Ni shranjeno', { color: 'error' });
    plain('Odobreno', { action: { label: 'ui.undo', run: () => {} } });
    await userEvent.keyboard('{F8}');
    await expect.element(page.getByRole('button', { name: 'Razveljavi' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(shown).toEqual(['Ni shranjeno']);
    await userEvent.keyboard('{F8}{Enter}');
    await expect.poll(shown).toEqual([]);
    await expect.element(page.getByRole('button', { name: 'Začetek' })).toHaveFocus();
  });
});
