import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { picture, renderUi } from '../../../test/render.tsx';
import { useI18n } from '../../lib/text/i18n.ts';
import type { Locale } from '../../lib/text/locale.ts';
import { DateField, type DateFieldProps } from './DateField.tsx';
import { DateInput } from './DateInput.tsx';

// fixed days: calendars open at the day that is filled in

type Extra = Partial<DateFieldProps>;

function Field({
  initial,
  seen,
  ...rest
}: { initial: string | null; seen: (day: string | null) => void } & Extra) {
  const { t, locale } = useI18n();
  const [value, setValue] = useState(initial);
  return (
    <DateField
      label="Začetek"
      name="start_date"
      locale={locale}
      t={t}
      value={value}
      onChange={(day) => {
        seen(day);
        setValue(day);
      }}
      {...rest}
    />
  );
}

async function show(initial: string | null, extra: Extra = {}, locale: Locale = 'sl') {
  const seen = vi.fn<(day: string | null) => void>();
  await renderUi(<Field initial={initial} seen={seen} {...extra} />, { locale });
  const input = page.getByLabelText('Začetek', { exact: true });
  const hidden = () => document.querySelector<HTMLInputElement>('input[type=hidden]')?.value;
  return { seen, input, hidden };
}

const openButton = () => page.getByRole('button', { name: 'Odpri koledar: Začetek' });
const dialog = () => page.getByRole('dialog', { name: 'Izberite datum' });
const day = (name: string) => page.getByRole('button', { name });

describe('typing', () => {
  it('selects a strictly written day at once, and nothing else', async () => {
    const { seen, input, hidden } = await show(null);
    await input.fill('1.9.2026');
    expect(seen).not.toHaveBeenCalled();
    await input.fill('01.09.2026');
    expect(seen.mock.calls).toEqual([['2026-09-01']]);
    expect(hidden()).toBe('2026-09-01');
    await input.fill('01.09.202');
    expect(seen).toHaveBeenLastCalledWith(null);
  });

  it.each([
    ['sl', ['1.9.2018', '1. 9. 2018', '01092018'], '01.09.2018', 'sobota, 1. september 2018'],
    ['en', ['9/1/2018', '09012018', '2018-09-01'], '09/01/2018', 'Saturday, 1 September 2018'],
  ] as const)(
    'completes a day as people write it on leaving the field: %s',
    async (locale, texts, pattern, words) => {
      const { seen, input } = await show(null, {}, locale);
      for (const text of texts) {
        await input.fill(text);
        // it has its room before: a button below that moved while it is pressed would not be pressed
        await expect.element(page.getByText(words)).toBeVisible();
        expect(seen).not.toHaveBeenLastCalledWith('2018-09-01');
        await userEvent.tab();
        await expect.element(input).toHaveValue(pattern);
        await expect.element(input).toHaveAccessibleDescription(words);
        expect(seen).toHaveBeenLastCalledWith('2018-09-01');
        await input.fill('');
      }
      await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('completes it for Enter too, which sends the form', async () => {
    const { input, hidden } = await show(null);
    await input.fill('1. 9. 2018');
    await userEvent.keyboard('{Enter}');
    expect(hidden()).toBe('2018-09-01');
  });

  it.each(['{Enter}', '{Control>}s{/Control}', '{Meta>}s{/Meta}'])(
    'says before %s saves that a text is no day',
    async (keys) => {
      const onError = vi.fn();
      const { input } = await show(null, { onError });
      await input.fill('jutri');
      await input.click();
      await userEvent.keyboard(keys);
      await expect.poll(() => onError.mock.calls.at(-1)?.[0]).toMatch(/dd\.mm\.llll/);
    },
  );

  it('moves nothing below it while a day is typed, nor as it is left', async () => {
    await renderUi(
      <>
        <Field initial={null} seen={() => {}} />
        <button type="button">Shrani</button>
      </>,
    );
    const input = page.getByLabelText('Začetek', { exact: true });
    const below = page.getByRole('button', { name: 'Shrani' });
    const top = () => below.element().getBoundingClientRect().top;
    await input.fill('1');
    const before = top();
    for (const text of ['1. 9. 20', '1. 9. 201', '1. 9. 2018']) {
      await input.fill(text);
      await expect.element(input).toHaveValue(text);
      expect(top()).toBe(before);
    }
    await userEvent.tab();
    await expect.element(input).toHaveValue('01.09.2018');
    expect(top()).toBe(before);
  });

  it('follows the language: the text is written anew, the value stays', async () => {
    const { input } = await show('2026-09-01', {}, 'en');
    await expect.element(input).toHaveValue('09/01/2026');
    await expect.element(input).toHaveAttribute('placeholder', 'mm/dd/yyyy');
  });

  it('emits null when the text is cleared, and gives the focus back', async () => {
    const { seen, input } = await show('2026-09-01');
    await page.getByRole('button', { name: 'Počisti datum: Začetek' }).click();
    expect(seen.mock.calls).toEqual([[null]]);
    await expect.element(input).toHaveValue('');
    await expect.element(input).toHaveFocus();
  });

  it('offers no clearing when not clearable', async () => {
    await show('2026-09-01', { clearable: false });
    await expect.element(page.getByRole('button', { name: 'Počisti' })).not.toBeInTheDocument();
  });
});

describe('validation', () => {
  it('runs when the field is left, says the pattern, and is silent again while typing', async () => {
    const onError = vi.fn();
    const { input } = await show(null, { onError });
    await input.fill('1. 9.');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/dd\.mm\.llll/);
    await expect.element(input).toHaveAccessibleDescription(/dd\.mm\.llll/);
    expect((input.element() as HTMLInputElement).validity.customError).toBe(true);
    await expectAccessible();
    await picture('date-error');
    await input.fill('01.09.2026');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(onError.mock.calls.at(-1)).toEqual([null]);
  });

  it.each([
    ['sl', '31. 2. 2017', /^Tega dne ni v koledarju\. Vpišite datum v obliki dd\.mm\.llll/],
    ['sl', '31022017', /^Tega dne ni v koledarju/],
    ['sl', '31. 2.', /^Vpišite datum v obliki/],
    ['en', '02/30/2017', /^There is no such day\. Enter a date as mm\/dd\/yyyy/],
  ] as const)(
    'says of a day that the calendar has not that there is none: %s %s',
    async (locale, text, says) => {
      function Plain() {
        const [value, setValue] = useState<string | null>(null);
        return <DateInput label="Začetek" name="start_date" value={value} onChange={setValue} />;
      }
      await renderUi(<Plain />, { locale });
      await page.getByLabelText('Začetek', { exact: true }).fill(text);
      await userEvent.tab();
      await expect.element(page.getByRole('alert')).toMatchTextContent(says);
    },
  );

  it('checks the bounds, then the rules in their order', async () => {
    const rules = [
      (value: string | null) => (value === '2026-09-08' ? 'Praznik' : null),
      (value: string | null) => (value ? null : 'Obvezno'),
    ];
    const { input } = await show(null, { minDate: '01.09.2026', maxDate: '30.09.2026', rules });
    for (const [text, message] of [
      ['31.08.2026', 'med 1. 9. 2026 in 30. 9. 2026'],
      ['08.09.2026', 'Praznik'],
      ['', 'Obvezno'],
    ] as const) {
      await input.fill(text);
      await userEvent.tab();
      await expect.element(page.getByRole('alert')).toMatchTextContent(new RegExp(message));
      await input.click();
    }
    await input.fill('30.09.2026');
    await userEvent.tab();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('forgets a message about a bound that has moved', async () => {
    function Pair() {
      const { t, locale } = useI18n();
      const [min, setMin] = useState('10.09.2026');
      return (
        <>
          <DateField
            label="Konec"
            name="end"
            locale={locale}
            t={t}
            minDate={min}
            value="2026-09-05"
            onChange={() => {}}
          />
          <button type="button" onClick={() => setMin('01.09.2026')}>
            prej
          </button>
        </>
      );
    }
    await renderUi(<Pair />);
    await page.getByLabelText('Konec', { exact: true }).click();
    await page.getByRole('button', { name: 'prej' }).element().focus();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'prej' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('forgets a message about a text that a day from outside has replaced', async () => {
    const onError = vi.fn();
    function Reset() {
      const { t, locale } = useI18n();
      const [value, setValue] = useState<string | null>('2026-09-05');
      return (
        <>
          <DateField
            label="Konec"
            name="end"
            locale={locale}
            t={t}
            value={value}
            onChange={setValue}
            onError={onError}
          />
          <button type="button" onClick={() => setValue('2026-09-05')}>
            povrni
          </button>
        </>
      );
    }
    await renderUi(<Reset />);
    const input = page.getByLabelText('Konec', { exact: true });
    await input.fill('konec leta');
    await userEvent.tab();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'povrni' }).click();
    await expect.element(input).toHaveValue('05.09.2026');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(onError.mock.calls.at(-1)).toEqual([null]);
    expect((input.element() as HTMLInputElement).validity.customError).toBe(false);
  });

  it('does not happen without a name, nor with bounds that are no dates', async () => {
    const { input } = await show(null, { name: '', rules: [() => 'Obvezno'] });
    await input.fill('kar nekaj');
    await userEvent.tab();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('ignores bounds that are not in the short format', async () => {
    const { input } = await show(null, { minDate: '2026-09-01', maxDate: '31.02.2026' });
    await input.fill('01.01.1980');
    await userEvent.tab();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await openButton().click();
    await expect.element(dialog()).toBeVisible();
    expect(document.querySelectorAll('[role=gridcell] button:disabled')).toHaveLength(0);
  });
});

describe('the calendar', () => {
  it('opens on the selected day with 42 days, stays open on clicks inside, closes when a day is picked', async () => {
    const { seen, input } = await show('2026-09-16');
    await openButton().click();
    await expect.element(day('sreda, 16. september 2026')).toHaveFocus();
    await expect.element(page.getByText('Datum', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('[role=gridcell]')).toHaveLength(42);
    await page.getByRole('button', { name: 'Naslednji mesec' }).click();
    await page.getByText('Datum', { exact: true }).click();
    await expect.element(page.getByRole('grid', { name: 'oktober 2026' })).toBeVisible();
    await expectAccessible();
    await picture('date-open');
    await day('četrtek, 1. oktober 2026').click();
    expect(seen.mock.calls).toEqual([['2026-10-01']]);
    await expect.element(input).toHaveValue('01.10.2026');
    await expect.element(input).toHaveFocus();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('stays open on clicks inside where the page around it takes the focus', async () => {
    await renderUi(
      <main tabIndex={-1}>
        <Field initial="2026-09-16" seen={() => {}} maxDate="20.09.2026" />
      </main>,
    );
    await openButton().click();
    for (const inside of [
      page.getByText('Datum', { exact: true }),
      page.getByRole('columnheader').first(),
      day('ponedeljek, 21. september 2026'),
    ]) {
      await inside.click({ force: true });
      await expect.element(dialog()).toBeVisible();
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('is worked by the keyboard alone', async () => {
    const { seen, input } = await show('2026-09-16');
    await input.click();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('sreda, 16. september 2026')).toHaveFocus();
    for (const [keys, name] of [
      ['{ArrowRight}', 'četrtek, 17. september 2026'],
      ['{ArrowUp}', 'četrtek, 10. september 2026'],
      ['{Home}', 'ponedeljek, 7. september 2026'],
      ['{End}', 'nedelja, 13. september 2026'],
      ['{PageDown}', 'torek, 13. oktober 2026'],
      ['{Shift>}{PageUp}{/Shift}', 'ponedeljek, 13. oktober 2025'],
    ] as const) {
      await userEvent.keyboard(keys);
      await expect.element(day(name)).toHaveFocus();
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(seen).not.toHaveBeenCalled();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('sreda, 16. september 2026')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect.element(input).toHaveValue('15.09.2026');
  });

  it('keeps within the bounds: days, months, years and the steps between months', async () => {
    await show('2026-09-16', { minDate: '10.09.2026', maxDate: '05.10.2026' });
    await openButton().click();
    await expect.element(day('sreda, 9. september 2026')).toBeDisabled();
    await expect.element(day('četrtek, 10. september 2026')).toBeEnabled();
    await expect.element(page.getByRole('button', { name: 'Prejšnji mesec' })).toBeDisabled();
    await userEvent.keyboard('{PageUp}');
    await expect.element(day('četrtek, 10. september 2026')).toHaveFocus();
    const years = [...page.getByLabelText('Leto').element().querySelectorAll('option')];
    expect(years.map((option) => option.textContent)).toEqual(['2026']);
    const months = [...page.getByLabelText('Mesec').element().querySelectorAll('option:enabled')];
    expect(months.map((option) => option.textContent)).toEqual(['september', 'oktober']);
    await page.getByRole('button', { name: 'Naslednji mesec' }).click();
    await expect.element(page.getByRole('button', { name: 'Naslednji mesec' })).toBeDisabled();
    await expect.element(day('torek, 6. oktober 2026')).toBeDisabled();
  });

  it('offers 100 years back and 52 ahead', async () => {
    await show(null);
    await openButton().click();
    await expect.element(page.getByLabelText('Leto')).toBeVisible();
    const years = [...page.getByLabelText('Leto').element().querySelectorAll('option')];
    const now = new Date().getFullYear();
    expect([years.length, years[0]?.textContent, years.at(-1)?.textContent]).toEqual([
      153,
      String(now - 100),
      String(now + 52),
    ]);
  });

  it('is not there when read-only, and neither is clearing', async () => {
    const { input } = await show('2026-09-16', { readonly: true });
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    await input.click();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('takes its title and header from outside, and bounds as days through DateInput', async () => {
    await renderUi(
      <DateInput
        label="Rok"
        value={null}
        onChange={() => {}}
        min="2026-09-10"
        max="2026-09-20"
        pickerTitle="Rok prijave"
        pickerHeader="Zadnji dan"
      />,
      { locale: 'en' },
    );
    await page.getByRole('button', { name: 'Open calendar: Rok' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Rok prijave' })).toBeVisible();
    await expect.element(page.getByText('Zadnji dan')).toBeVisible();
    expect(document.querySelectorAll('[role=gridcell] button:enabled')).toHaveLength(11);
  });
});
