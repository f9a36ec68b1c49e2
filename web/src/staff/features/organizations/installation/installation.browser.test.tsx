import type { Installation } from '@vpisnik/contract/installation';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { healthOf } from '../../../../../test/fixtures/platform-health.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { takeNotice } from '../../../../lib/notice.ts';

// fixed days: the fake API answers these days, and the page shows them

const session = sessionOf('ADMIN');
const installationOf = (fields: Partial<Installation> = {}): Installation => ({
  ...{ notice: {}, read_only: false, changed_by: null, updated_at: null, version: 1 },
  ...fields,
});

/** A server of one row; `bodies` are those of the changes. */
function server(first = installationOf()) {
  let row = first;
  const bodies: object[] = [];
  const answers: Answers = {
    platform_health: { read: () => healthOf() },
    installation: {
      get: () => row,
      update: ({ body }) => {
        bodies.push(body);
        if (body.version !== row.version)
          return new Refusal({ status: 409, code: 'edit_conflict', current: row });
        const { notice = row.notice, read_only = row.read_only } = body;
        const by = { changed_by: 'Ana Kos', updated_at: '2026-11-27T19:00:00.000000Z' };
        row = { ...row, ...by, notice, read_only, version: row.version + 1 };
        return row;
      },
    },
  };
  onTestFinished(() => takeNotice(null));
  return { answers, bodies, others: (fields: Partial<Installation>) => (row = { ...row, ...fields }) };
}

const field = (name: 'Slovenščina' | 'Angleščina') => page.getByRole('textbox', { name });
/** The notice above the page, beside the preview of the form. */
const banner = (text: string) => page.getByRole('status').filter({ hasText: text });
const preview = () => page.getByRole('region', { name: 'Tako bo videti' });

it('tells everybody something: it shows how that will look, and then stands above the page', async () => {
  const { answers, bodies } = server();
  await renderApp({ path: '/installation', session, answers });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Namestitev' })).toBeVisible();
  await expect
    .element(
      preview()
        .getByText(/Brez obvestila/)
        .first(),
    )
    .toBeVisible();
  await field('Slovenščina').fill('Danes ob 20.00\nVpisnik posodobimo.');
  await expect
    .element(
      preview()
        .getByText(/Danes ob 20\.00 Vpisnik posodobimo\./)
        .first(),
    )
    .toBeVisible();
  await expect.element(page.getByText(/Še 266 znakov\./)).toBeVisible();
  await expect.element(banner('Danes ob 20.00')).not.toBeInTheDocument();
  await expectAccessible(document);
  await picture('installation');
  await page.getByRole('button', { name: 'Shrani obvestilo' }).click();
  await expect.element(banner('Danes ob 20.00 Vpisnik posodobimo.')).toBeVisible();
  expect(bodies).toEqual([{ version: 1, notice: { sl: 'Danes ob 20.00 Vpisnik posodobimo.', en: '' } }]);
  await expect.element(page.getByText(/Zadnja sprememba na tej strani: Ana Kos, /)).toBeVisible();
});

it('says at its field that a text is too long, and saves nothing', async () => {
  const { answers, bodies } = server();
  await renderApp({ path: '/installation', session, answers });
  await field('Angleščina').fill('a'.repeat(301));
  await page.getByRole('button', { name: 'Shrani obvestilo' }).click();
  await expect.element(field('Angleščina')).toHaveAccessibleDescription(/največ 300 znakov/);
  expect(bodies).toEqual([]);
});

it('asks before nothing can be changed, says what that means, and lets changes in again at once', async () => {
  const { answers, bodies } = server();
  await renderApp({ path: '/installation', session, answers });
  await page.getByRole('button', { name: 'Preklopi v način samo za branje' }).click();
  const question = page.getByRole('dialog', { name: 'Preklopim v način samo za branje?' });
  await expect.element(question.getByText(/Kar se je že začelo, se konča\./).first()).toBeVisible();
  await expectAccessible(document);
  await picture('read-only-question');
  await question.getByRole('button', { name: 'Preklopi v način samo za branje' }).click();
  await expect.element(banner('Vpisnik se vzdržuje. Podatke lahko berete')).toBeVisible();
  await expect.element(page.getByText(/Vpisnik je zdaj samo za branje/)).toBeVisible();
  await expect
    .element(
      preview()
        .getByText(/Vpisnik is under maintenance\./)
        .first(),
    )
    .toBeVisible();
  await picture('read-only');
  await page.getByRole('button', { name: 'Dovoli spremembe' }).click();
  await expect.element(page.getByText(/Vpisnik deluje običajno\./)).toBeVisible();
  await expect.element(banner('Vpisnik se vzdržuje')).not.toBeInTheDocument();
  expect(bodies).toEqual([
    { version: 1, read_only: true },
    { version: 2, read_only: false },
  ]);
});

it('switches although another operator has changed the notice, and keeps what is being typed', async () => {
  const { answers, bodies, others } = server();
  await renderApp({ path: '/installation', session, answers });
  await field('Angleščina').fill('Back at nine');
  others({ notice: { sl: 'Selimo se.' }, version: 7 });
  await page.getByRole('button', { name: 'Preklopi v način samo za branje' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Preklopi v način samo za branje' }).click();
  await expect.element(field('Slovenščina')).toHaveValue('Selimo se.');
  await expect.element(field('Angleščina')).toHaveValue('Back at nine');
  await page.getByRole('button', { name: 'Shrani obvestilo' }).click();
  await expect.element(banner('Selimo se.')).toBeVisible();
  expect(bodies.at(-1)).toEqual({ version: 8, notice: { sl: 'Selimo se.', en: 'Back at nine' } });
});
