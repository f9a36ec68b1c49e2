import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { renderUi } from '../../../test/render.tsx';
import { typeAtOnce } from '../../../test/type-at-once.ts';
import { FilterChip } from './FilterChip.tsx';
import { SearchField } from './SearchField.tsx';

describe('a list toolbar', () => {
  it('searches after a pause and at once when cleared', async () => {
    const change = vi.fn();
    function Search() {
      const [value, setValue] = useState('');
      return (
        <SearchField
          label="Ime"
          value={value}
          onChange={(next) => {
            change(next);
            setValue(next);
          }}
        />
      );
    }
    await renderUi(<Search />);
    typeAtOnce(page.getByRole('searchbox', { name: 'Ime' }).element(), 'špe');
    expect(change).not.toHaveBeenCalled();
    await expect.poll(() => change.mock.calls).toEqual([['špe']]);
    await page.getByRole('button', { name: 'Počisti iskanje' }).click();
    expect(change).toHaveBeenLastCalledWith('');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
  });

  it('says of a filter that it has nothing to choose from', async () => {
    await renderUi(<FilterChip label="Lokacija" value={[]} onChange={() => {}} options={[]} />);
    await page.getByRole('button', { name: 'Lokacija' }).click();
    await expect.element(page.getByText('Ni zadetkov')).toBeVisible();
  });

  it('shows a filter as chosen, several as "+1", and clears it', async () => {
    function Filter() {
      const [value, setValue] = useState<string[]>([]);
      return (
        <main>
          <FilterChip
            label="Stanje"
            multiple
            value={value}
            onChange={setValue}
            options={[
              { value: 'pending', label: 'V obravnavi' },
              { value: 'approved', label: 'Odobrene' },
            ]}
          />
        </main>
      );
    }
    await renderUi(<Filter />);
    await page.getByRole('button', { name: 'Stanje' }).click();
    await page.getByRole('checkbox', { name: 'V obravnavi' }).click();
    await page.getByRole('checkbox', { name: 'Odobrene' }).click();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Stanje: V obravnavi +1' })).toBeVisible();
    await page.getByRole('button', { name: 'Odstrani filter: Stanje' }).click();
    await expect.element(page.getByRole('button', { name: 'Stanje', exact: true })).toBeVisible();
  });

  it('with many long options stays within a phone', async () => {
    await page.viewport(360, 740);
    const options = Array.from({ length: 60 }, (_, at) => ({
      value: String(at),
      label: `Kategorija ${at} z zelo dolgim imenom za starejše mladince in mladinke`,
    }));
    await renderUi(
      <main>
        <FilterChip label="Kategorija" multiple value={[]} onChange={() => {}} options={options} />
      </main>,
    );
    await page.getByRole('button', { name: 'Kategorija' }).click();
    await page.getByRole('textbox', { name: /Kategorija/ }).fill('kategorija 59');
    const option = page.getByRole('checkbox');
    await expect.element(option).toHaveAccessibleName(/^Kategorija 59/);
    expect(document.documentElement.scrollWidth).toBe(360);
    expect(option.element().closest('fieldset')?.getBoundingClientRect().right).toBeLessThanOrEqual(360);
    await expectAccessible();
    await page.viewport(1440, 900);
  });
});
