import { Button, Checkbox, Menu, Tabs, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { forceColors } from '../../../test/forced-colors.ts';
import { renderUi } from '../../../test/render.tsx';
import type { Locale } from '../../lib/text/locale.ts';
import { DateInput } from '../date/DateInput.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { Sheet, SheetForm } from './FormSheet.tsx';
import { LanguageTabs } from './LanguageTabs.tsx';
import { ErrorSummary } from './saving/ErrorSummary.tsx';
import { SaveBar } from './saving/SaveBar.tsx';
import { UnsavedGuard } from './saving/UnsavedGuard.tsx';

// fixed days: the calendar opens at the day that is filled in

/** Work that has begun, until it is said to have failed. */
function useFailing() {
  const [busy, setBusy] = useState(false);
  return { busy, begin: () => setBusy(true), fail: () => setBusy(false) };
}

describe('waiting for an answer', () => {
  it('keeps the focus of the dialog, whose keys work again when the answer was a refusal', async () => {
    const cancel = vi.fn();
    const confirm = vi.fn();
    let fail = () => {};
    function Asking() {
      const work = useFailing();
      fail = work.fail;
      const begin = () => {
        confirm();
        work.begin();
      };
      return (
        <ConfirmDialog
          opened
          title="Izbrišem »Balet«?"
          confirm="Izbriši"
          busy={work.busy}
          onConfirm={begin}
          onCancel={cancel}
        />
      );
    }
    await renderUi(<Asking />);
    const button = page.getByRole('button', { name: 'Izbriši' });
    await button.click();
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}{Escape}');
    expect([confirm.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 0]);
    await expect.element(button).toHaveFocus();
    fail();
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    await userEvent.keyboard('{Escape}');
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('takes a double click for one', async () => {
    const confirm = vi.fn();
    await renderUi(
      <ConfirmDialog
        opened
        title="Izbrišem »Balet«?"
        confirm="Izbriši"
        onConfirm={confirm}
        onCancel={() => {}}
      />,
    );
    await page.getByRole('button', { name: 'Izbriši' }).dblClick();
    expect(confirm).toHaveBeenCalledOnce();
  });

  it('keeps the focus of a sheet, which can be saved again by its key', async () => {
    const save = vi.fn();
    let fail = () => {};
    function Editing() {
      const work = useFailing();
      fail = work.fail;
      const begin = () => {
        save();
        work.begin();
      };
      return (
        <Sheet title="Nova kategorija" onClose={() => {}}>
          <SheetForm
            errors={[]}
            refusals={0}
            failure={null}
            saving={work.busy}
            submit="Dodaj"
            onSubmit={begin}
            onClose={() => {}}
          >
            <TextInput label="Ime" />
          </SheetForm>
        </Sheet>
      );
    }
    await renderUi(<Editing />);
    await page.getByRole('button', { name: 'Dodaj' }).click();
    const button = page.getByRole('button', { name: 'Shranjujem' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}{Control>}s{/Control}');
    expect(save).toHaveBeenCalledOnce();
    fail();
    await expect.element(page.getByRole('button', { name: 'Dodaj' })).toHaveFocus();
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(save).toHaveBeenCalledTimes(2);
  });
});

describe('an editor', () => {
  it('saves with Ctrl+S and ⌘S, only when dirty, and only once at a time', async () => {
    const save = vi.fn();
    const bar = (dirty: boolean, saving: boolean) => (
      <SaveBar dirty={dirty} saving={saving} changed="Opis" onSave={save} onDiscard={() => {}} />
    );
    const { screen } = await renderUi(bar(true, false));
    await expect.element(page.getByRole('region', { name: 'Neshranjene spremembe' })).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await userEvent.keyboard('{Meta>}s{/Meta}');
    expect(save).toHaveBeenCalledTimes(2);
    await expectAccessible();
    await screen.unmount();
    const { screen: saving } = await renderUi(bar(true, true));
    await expect
      .element(page.getByRole('button', { name: 'Shranjujem' }))
      .toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(save).toHaveBeenCalledTimes(2);
    await saving.unmount();
    await renderUi(bar(false, false));
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(save).toHaveBeenCalledTimes(2);
    await expect.element(page.getByRole('region', { name: 'Neshranjene spremembe' })).not.toBeInTheDocument();
  });

  it('keeps the focus on its bar while it saves, and gives it back to the field afterwards', async () => {
    let finish = () => {};
    function Editing() {
      const [state, setState] = useState<'clean' | 'dirty' | 'saving'>('clean');
      finish = () => setState('clean');
      return (
        <>
          <TextInput label="Opis" onChange={() => setState('dirty')} />
          <SaveBar
            dirty={state !== 'clean'}
            saving={state === 'saving'}
            onSave={() => setState('saving')}
            onDiscard={() => {}}
          />
        </>
      );
    }
    await renderUi(<Editing />);
    await userEvent.type(page.getByLabelText('Opis'), 'Novo');
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect.element(page.getByRole('button', { name: 'Shranjujem' })).toHaveFocus();
    finish();
    await expect.element(page.getByLabelText('Opis')).toHaveFocus();
  });

  it('keeps what Tab reaches above its bar', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Polje ${at + 1}`);
    await renderUi(
      // as the page leaves room below
      <form style={{ paddingBottom: 24 }}>
        {names.map((name) => (
          <TextInput key={name} label={name} />
        ))}
        <SaveBar dirty saving={false} onSave={() => {}} onDiscard={() => {}} />
      </form>,
    );
    const bar = page.getByRole('region', { name: 'Neshranjene spremembe' }).element();
    await expect
      .poll(() => document.documentElement.style.getPropertyValue('--bar-lift'))
      .toBe(`${(bar as HTMLElement).offsetHeight + 16}px`);
    for (const name of names) {
      await userEvent.tab();
      const field = page.getByRole('textbox', { name, exact: true });
      await expect.element(field).toHaveFocus();
      expect(field.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
        bar.getBoundingClientRect().top,
      );
    }
  });

  it('asks before it is left with changes', async () => {
    const { router } = await renderUi(
      <main>
        <UnsavedGuard dirty />
        <Link to="/groups">Skupine</Link>
      </main>,
      { path: '/settings' },
    );
    await page.getByRole('link', { name: 'Skupine' }).click();
    await expect
      .element(page.getByRole('dialog', { name: 'Zapustim stran brez shranjevanja?' }))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ostani' })).toHaveFocus();
    await expectAccessible();
    await page.getByRole('button', { name: 'Ostani' }).click();
    expect(router.state.location.pathname).toBe('/settings');
    await page.getByRole('link', { name: 'Skupine' }).click();
    await page.getByRole('button', { name: 'Zavrzi spremembe' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/groups');
  });

  it('lists the errors, takes the focus there, and jumps to the tab and field', async () => {
    function Editor() {
      const [language, setLanguage] = useState<Locale>('sl');
      const summary = useRef<{ focus: () => void }>(null);
      return (
        <main>
          <ErrorSummary
            ref={summary}
            errors={[{ id: 'name-en', message: 'Angleščina: ime skupine', reveal: () => setLanguage('en') }]}
          />
          <LanguageTabs
            active={language}
            onChange={setLanguage}
            languages={[{ language: 'sl' }, { language: 'en', missing: 'manjka opis', failed: true }]}
          >
            <TextInput id={`name-${language}`} label={`Ime ${language}`} />
          </LanguageTabs>
          <Button onClick={() => summary.current?.focus()}>Pošlji</Button>
        </main>
      );
    }
    await renderUi(<Editor />);
    await page.getByRole('button', { name: 'Pošlji' }).click();
    await expect.element(page.getByRole('region', { name: 'Obrazec ima 1 napako' })).toHaveFocus();
    await expectAccessible();
    await page.getByRole('link', { name: 'Angleščina: ime skupine' }).click();
    await expect.element(page.getByLabelText('Ime en')).toHaveFocus();
    await expect
      .element(page.getByRole('tab', { name: 'Angleščina manjka opis' }))
      .toHaveAttribute('aria-selected', 'true');
  });
});

it('what is chosen or current is told in forced colours as well', async () => {
  await renderUi(
    <>
      <Checkbox label="Vsi" defaultChecked />
      <Tabs defaultValue="sl">
        <Tabs.List>
          <Tabs.Tab value="sl">Slovenščina</Tabs.Tab>
          <Tabs.Tab value="en">Angleščina</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <button type="button" aria-pressed="true">
        Skupine
      </button>
    </>,
  );
  await forceColors();
  await expect.element(page.getByRole('checkbox')).toHaveStyle({ appearance: 'auto' });
  const line = (name: string) =>
    getComputedStyle(page.getByRole('tab', { name }).element()).borderBottomColor;
  expect(line('Slovenščina')).not.toBe(line('Angleščina'));
  await expect.element(page.getByRole('button', { name: 'Skupine' })).toHaveStyle({ outlineStyle: 'solid' });
});

it('a text of several lines has room for its content, up to a limit', async () => {
  const { screen } = await renderUi(<Textarea label="Opis" rows={2} />);
  const field = screen.getByRole('textbox', { name: 'Opis' });
  const height = () => field.element().getBoundingClientRect().height;
  const empty = height();
  await field.fill('vrstica\n'.repeat(6));
  const six = height();
  expect(six).toBeGreaterThan(2 * empty);
  await field.fill('vrstica\n'.repeat(100));
  expect(height()).toBeGreaterThan(six);
  expect(height()).toBeLessThan(window.innerHeight / 2);
  await field.fill('');
  expect(height()).toBe(empty);
});

describe('a dialog', () => {
  it.each([
    { width: 360, lies: 'at the lower edge of a phone, as wide as that' },
    { width: 1440, lies: 'in the middle of a desk' },
  ])('lies $lies', async ({ width }) => {
    await page.viewport(width, 740);
    onTestFinished(() => page.viewport(1440, 900));
    await renderUi(
      <ConfirmDialog
        opened
        title="Izbrišem »Balet«?"
        confirm="Izbriši"
        onConfirm={() => {}}
        onCancel={() => {}}
      >
        Balet ima 12 udeležencev.
      </ConfirmDialog>,
    );
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeInTheDocument();
    const { top, bottom, left, right } = dialog.element().getBoundingClientRect();
    const isPhone = width < 600;
    expect([left, width - right]).toEqual(isPhone ? [0, 0] : [440, 440]);
    expect(740 - bottom).toBeCloseTo(isPhone ? 0 : top, 0);
    expect(top).toBeGreaterThan(200);
  });

  it('starts on the harmless button, and Escape closes the calendar in it before the dialog', async () => {
    const cancel = vi.fn();
    await renderUi(
      <ConfirmDialog
        opened
        danger
        title="Izbrišem udeleženca »Tim Kovačič«?"
        confirm="Izbriši udeleženca"
        onConfirm={() => {}}
        onCancel={cancel}
      >
        <DateInput label="Rok" value="2026-09-16" onChange={() => {}} />
      </ConfirmDialog>,
    );
    await expect.element(page.getByRole('button', { name: 'Prekliči' })).toHaveFocus();
    await expectAccessible();
    await page.getByRole('button', { name: 'Odpri koledar: Rok' }).click();
    await expect.element(page.getByRole('button', { name: 'sreda, 16. september 2026' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
    expect(cancel).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(cancel).toHaveBeenCalledOnce();
  });

  describe('that is closed', () => {
    const gone = () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

    it('gives the focus back to the button of the menu that it was asked from, the first time and later', async () => {
      function Row() {
        const [asks, setAsks] = useState(false);
        return (
          <>
            <Menu>
              <Menu.Target>
                <Button>Dejanja</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setAsks(true)}>Izbriši skupino</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <ConfirmDialog
              opened={asks}
              title="Izbrišem?"
              confirm="Izbriši"
              onConfirm={() => {}}
              onCancel={() => setAsks(false)}
            />
          </>
        );
      }
      await renderUi(<Row />);
      const button = page.getByRole('button', { name: 'Dejanja' });
      for (let time = 0; time < 3; time++) {
        await button.click();
        await page.getByRole('menuitem', { name: 'Izbriši skupino' }).click();
        await expect.element(page.getByRole('button', { name: 'Prekliči' })).toHaveFocus();
        await userEvent.keyboard('{Escape}');
        await gone();
        await expect.element(button).toHaveFocus();
      }
    });

    it('gives the focus back where it is held only while it is open', async () => {
      function Row() {
        const [asks, setAsks] = useState(false);
        return (
          <>
            <Button onClick={() => setAsks(true)}>Umakni</Button>
            {asks && (
              <ConfirmDialog
                opened
                title="Umaknem?"
                confirm="Umakni skupino"
                onConfirm={() => {}}
                onCancel={() => setAsks(false)}
              />
            )}
          </>
        );
      }
      await renderUi(<Row />);
      const button = page.getByRole('button', { name: 'Umakni' });
      await button.click();
      await expect.element(page.getByRole('button', { name: 'Prekliči' })).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      await gone();
      await expect.element(button).toHaveFocus();
    });

    it('moves the focus to the heading above a row that was deleted with what asked', async () => {
      function List() {
        const [rows, setRows] = useState(['Balet', 'Jazz']);
        return (
          <main>
            <h1>Lokacije</h1>
            <section>
              <h2>Dvorane</h2>
              <ul>
                {rows.map((row) => (
                  <Row key={row} name={row} onDeleted={() => setRows(rows.filter((one) => one !== row))} />
                ))}
              </ul>
            </section>
          </main>
        );
      }
      function Row({ name, onDeleted }: { name: string; onDeleted: () => void }) {
        const [asks, setAsks] = useState(false);
        return (
          <li>
            <Button onClick={() => setAsks(true)}>{name}</Button>
            <ConfirmDialog
              opened={asks}
              title="Izbrišem?"
              confirm="Izbriši"
              onConfirm={onDeleted}
              onCancel={() => setAsks(false)}
            />
          </li>
        );
      }
      await renderUi(<List />);
      await page.getByRole('button', { name: 'Balet' }).click();
      await page.getByRole('button', { name: 'Izbriši' }).click();
      await gone();
      await expect.element(page.getByRole('heading', { name: 'Dvorane' })).toHaveFocus();
    });
  });
});
