import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../test/app.tsx';
import { signedOut } from '../../lib/session/context.ts';

describe('an account page', () => {
  it('changes its language and keeps the filled form', async () => {
    await renderApp({ path: '/reset-password', answers: {}, session: signedOut });
    await page.getByLabelText('E-poštni naslov').fill('maja@zvezda.test');
    await page.getByRole('button', { name: 'English' }).click();
    await expect.element(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
    await expect.element(page.getByLabelText('E-mail address')).toHaveValue('maja@zvezda.test');
    await page.getByRole('button', { name: 'Slovenščina' }).click();
    await expect.element(page.getByRole('heading', { name: 'Pozabljeno geslo' })).toBeVisible();
  });

  it('leads back to the front page', async () => {
    await renderApp({ path: '/login', answers: {}, session: signedOut });
    await expect.element(page.getByRole('link', { name: 'Vpisnik' })).toHaveAttribute('href', '/');
  });
});
