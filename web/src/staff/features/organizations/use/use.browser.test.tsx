import type { OrganizationUse } from '@vpisnik/contract/organizations';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { sessionOf } from '../../../../../test/render.tsx';
import type { Answers } from '../../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and the page shows them

const zvezda: OrganizationUse = {
  ...{
    id: idOf(1),
    name: 'Plesna šola Zvezda',
    active: true,
    participants: 12_840,
    file_bytes: 2_100_000_000,
  },
  ...{ requests: 98_765, database_ms: 8_640_000, mails: 4_321, counted_at: '2026-09-14T15:07:00.000000Z' },
};
const zmaj: OrganizationUse = {
  ...{ id: idOf(2), name: 'NK Zmaj', active: false, participants: 3, file_bytes: 0 },
  ...{ requests: 12, database_ms: 4_200, mails: 9_000, counted_at: '2026-09-14T15:07:00.000000Z' },
};
const session = sessionOf('ADMIN');
const answers = (all: OrganizationUse[]): Answers => ({
  organizations: {
    heaviest: ({ query }) => {
      const { by } = query as { by: 'mails' | 'database_ms' };
      return all.toSorted((one, other) => other[by] - one[by]);
    },
  },
});
const names = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('b')?.textContent);

it('lists the heaviest organisations, by what the operator chooses', async () => {
  const { router } = await renderApp({
    path: '/organizations/use',
    session,
    answers: answers([zmaj, zvezda]),
  });
  await expect.element(page.getByRole('row', { name: /Plesna šola Zvezda/ })).toMatchTextContent(/2,4 h/);
  await expect.element(page.getByRole('row', { name: /Plesna šola Zvezda/ })).toMatchTextContent(/98\.765/);
  await expect.element(page.getByRole('row', { name: /Plesna šola Zvezda/ })).toMatchTextContent(/2,1 GB/);
  await expect.element(page.getByRole('row', { name: /NK Zmaj/ })).toMatchTextContent(/4,2 s/);
  expect(names()).toEqual(['Plesna šola Zvezda', 'NK Zmaj']);
  await expectAccessible(document);
  await page
    .getByRole('navigation', { name: 'Razvrsti po' })
    .getByRole('link', { name: 'Poslana sporočila' })
    .click();
  await expect.poll(names).toEqual(['NK Zmaj', 'Plesna šola Zvezda']);
  expect(router.state.location.search).toEqual({ by: 'mails' });
});

it('says that nothing is counted yet', async () => {
  await renderApp({ path: '/organizations/use?by=nonsense', session, answers: answers([]) });
  await expect.element(page.getByText('Uporaba še ni prešteta')).toBeVisible();
});
