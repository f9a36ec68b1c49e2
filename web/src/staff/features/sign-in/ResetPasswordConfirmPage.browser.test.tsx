import { type ErrorCode, errorStatus } from '@vpisnik/contract/errors';
import { ApiError } from '@vpisnik/contract/kit';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/axe.ts';
import { picture, renderUi } from '../../../../test/render.tsx';
import { signedOut } from '../../../lib/session/context.ts';
import { ResetPasswordConfirmPage } from './ResetPasswordConfirmPage.tsx';

const good = 'Novo-geslo-1';

async function open({ refusal, ...link }: { code?: string | undefined; refusal?: ErrorCode } = {}) {
  const happened: unknown[] = [];
  const { code } = { code: 'abc', ...link };
  const confirmPassword = async (...given: unknown[]) => {
    happened.push(given);
    const status = refusal ? errorStatus[refusal] : 0;
    if (refusal) throw new ApiError(status, { type: '', title: '', status, code: refusal });
  };
  const ui = (
    <ResetPasswordConfirmPage
      code={code}
      onDone={() => happened.push('done')}
      confirmPassword={confirmPassword}
    />
  );
  await renderUi(ui, { session: signedOut });
  return happened;
}

async function fill(password: string, repeated = password) {
  await page.getByLabelText('Novo geslo', { exact: true }).fill(password);
  await page.getByLabelText('Ponovite novo geslo').fill(repeated);
  await userEvent.keyboard('{Enter}');
}

describe('the page of a password link', () => {
  it('sets the password and goes on', async () => {
    const happened = await open();
    await fill(good);
    await expect.poll(() => happened).toEqual([['abc', good], 'done']);
  });

  it('ticks the rule off while one types', async () => {
    await open();
    await page.getByLabelText('Novo geslo', { exact: true }).fill('Geslo1');
    const parts = page.getByRole('listitem');
    await expect.element(parts.nth(0)).toHaveTextContent('vsaj 8 znakovmanjka');
    await expect.element(parts.nth(1)).toHaveTextContent('veliko črkoizpolnjeno');
    await expect.element(parts.nth(3)).toHaveTextContent('številkoizpolnjeno');
    await expect.element(parts.nth(4).getByText('manjka')).toBeInTheDocument();
  });

  it('sends no weak password and none that was mistyped', async () => {
    const happened = await open();
    await fill('geslo', good);
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).toHaveFocus();
    await fill(good, 'Novo-geslo-2');
    await expect.element(page.getByText('Gesli se ne ujemata.')).toBeVisible();
    await expect.element(page.getByLabelText('Ponovite novo geslo')).toHaveFocus();
    expect(happened).toEqual([]);
    await expectAccessible();
    await picture('reset-password-confirm');
  });

  it.each(['code_invalid', 'code_expired'] as const)('says that the link is no good: %s', async (refusal) => {
    await open({ refusal });
    await fill(good);
    await expect.element(page.getByRole('heading', { name: 'Povezava ne velja' })).toBeVisible();
    await expectAccessible();
  });

  it('asks for no password when the link has no code', async () => {
    await open({ code: undefined });
    await expect.element(page.getByRole('heading', { name: 'Povezava ne velja' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Na vstop' })).toHaveAttribute('href', '/login');
  });

  it('keeps what was typed when the server fails', async () => {
    await open({ refusal: 'internal_error' });
    await fill(good);
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).toHaveValue(good);
  });
});
