import { Select } from '@mantine/core';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '../../../test/render.tsx';
import { LongSelect } from './LongSelect.tsx';

it('options of a select are found by words, without their accents', async () => {
  await renderUi(
    <main>
      <Select
        label="Lokacija"
        searchable
        nothingFoundMessage="Ni zadetkov"
        data={[
          { group: 'Zunaj', items: ['Igrišče Šiška', 'Igrišče Žale'] },
          { group: 'Znotraj', items: ['Dvorana Šiška'] },
        ]}
      />
    </main>,
  );
  await page.getByRole('combobox', { name: 'Lokacija' }).fill('siska igr');
  await expect.element(page.getByRole('option')).toHaveTextContent('Igrišče Šiška');
  await expect.element(page.getByText('Znotraj')).not.toBeInTheDocument();
});

it('a long list comes with the focus, opens at the chosen option and goes on from there', async () => {
  const data = Array.from({ length: 100 }, (_, at) => ({ value: `${at}`, label: `Pas ${at}` }));
  const choose = vi.fn();
  await renderUi(<LongSelect label="Časovni pas" data={data} value="70" onChange={choose} />);
  const field = page.getByRole('combobox', { name: 'Časovni pas' });
  await expect.element(field).toHaveValue('Pas 70');
  expect(document.querySelectorAll('[role=option]')).toHaveLength(1);
  await userEvent.tab();
  await expect.element(page.getByRole('option', { name: 'Pas 70' })).toBeInViewport();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(choose.mock.lastCall?.[0]).toBe('71');
});
