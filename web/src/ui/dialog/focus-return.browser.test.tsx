import { Button } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../../../test/render.tsx';
import { InfoDialog } from './InfoDialog.tsx';

/** A page beside a menu with a heading of its own; what is asked in one dialog is answered in the next. */
function Decision() {
  const [shown, setShown] = useState<'question' | 'answer' | null>('question');
  return (
    <>
      <aside>
        <h2>Organizacija</h2>
      </aside>
      <main>
        <h1>Udeleženci</h1>
      </main>
      {shown === 'question' && (
        <InfoDialog title="Odobrim?" size={400} onClose={() => {}}>
          <Button data-autofocus onClick={() => setShown('answer')}>
            Odobri
          </Button>
        </InfoDialog>
      )}
      {shown === 'answer' && (
        <InfoDialog title="Odobreno" size={400} onClose={() => setShown(null)}>
          Odobreni sta 2 prijavi.
        </InfoDialog>
      )}
    </>
  );
}

test('the focus goes to the heading of the page, not of the menu, when the dialog that it came from is gone', async () => {
  await renderUi(<Decision />);
  await page.getByRole('button', { name: 'Odobri', exact: true }).click();
  await page.getByRole('dialog', { name: 'Odobreno' }).getByRole('button', { name: 'Zapri' }).click();
  await expect.element(page.getByRole('heading', { name: 'Udeleženci' })).toHaveFocus();
});
