import { ApiError } from '@vpisnik/contract/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { configure } from '../../../../test/config.ts';
import { listOf } from '../../../../test/fixtures/rows.ts';
import { meOf } from '../../../../test/fixtures/users.ts';
import { picture, renderUi, sessionOf } from '../../../../test/render.tsx';
import type { Answers } from '../../../../test/servers/fake-api.ts';
import { isEditing } from '../../../ui/form/saving/unsaved.ts';
import { LapsedSession } from './LapsedSession.tsx';

const answers: Answers = {
  users: {
    me: () => meOf(),
  },
  groups: { list: () => listOf() },
  categories: { list: () => listOf() },
  locations: { list: () => listOf() },
};

const lapsed = { ...sessionOf('GROUP_ADMIN'), lapsed: true };
const dialog = () => page.getByRole('dialog', { name: 'Seja je potekla' });
const password = () => page.getByLabelText('Geslo', { exact: true });

describe('typing', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('is noted in any form of a page until another page is opened; searching is not', async () => {
    const { router } = await renderApp({
      path: '/groups?search=x',
      answers,
      session: sessionOf('GROUP_ADMIN'),
    });
    await page.getByRole('searchbox').first().fill('balet');
    expect(isEditing()).toBe(false);
    await router.navigate({ to: '/account' });
    await page.getByLabelText('Novi e-poštni naslov').fill('nov@zvezda.test');
    expect(isEditing()).toBe(true);
    await router.navigate({ to: '/groups' });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Skupine' })).toBeVisible();
    await expect.poll(isEditing).toBe(false);
  });
});

describe('a session that ended in the middle of an edit', () => {
  it('is begun again over the page, whose form stays as it was', async () => {
    const { store } = await renderApp({ path: '/account', answers, session: sessionOf('GROUP_ADMIN') });
    const address = page.getByLabelText('Novi e-poštni naslov');
    await address.fill('nov@zvezda.test');
    store.set(lapsed);
    await expect.element(dialog()).toBeVisible();
    await expect.element(password()).toHaveFocus();
    await expect
      .element(dialog().getByLabelText('E-poštni naslov', { exact: true }))
      .toHaveValue('maja@zvezda.test');
    await userEvent.keyboard('{Escape}');
    await expectAccessible(document);
    await picture('lapsed-session');
    expect(document.title).toMatch(/^Moj profil/);
    await page.viewport(360, 740);
    expect(document.documentElement.scrollWidth).toBe(360);
    await picture('lapsed-session');
    await page.viewport(1440, 900);
    store.set(sessionOf('GROUP_ADMIN'));
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(address).toHaveValue('nov@zvezda.test');
  });

  it('takes the credentials, tells refusals and asks for the second factor', async () => {
    const sent: unknown[] = [];
    let refusal: ApiError | undefined = new ApiError(401, {
      type: '',
      title: '',
      status: 401,
      code: 'incorrect_username_or_password',
    });
    const continueWithCode = async (code: string) => void sent.push(code);
    await renderUi(
      <LapsedSession
        signIn={async (credentials) => {
          sent.push(credentials);
          if (refusal) throw refusal;
          return { app: true, continueWithCode };
        }}
      />,
      { session: lapsed },
    );
    await password().fill('narobe');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Napačen e-poštni naslov ali geslo.');
    refusal = undefined;
    await password().fill('Vpisnik-2026!');
    await userEvent.keyboard('{Enter}');
    await page.getByLabelText('Koda').fill('123456');
    await expectAccessible(document);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent).toHaveLength(3);
    const email = 'maja@zvezda.test';
    expect(sent).toEqual([{ email, password: 'narobe' }, { email, password: 'Vpisnik-2026!' }, '123456']);
  });

  it('with a hosted provider is begun again in another tab, except for a platform ADMIN', async () => {
    configure({ hosted_sign_in: true });
    const { store } = await renderUi(<LapsedSession />, { session: lapsed });
    const link = page.getByRole('link', { name: 'Vstopi v novem zavihku' });
    await expect.element(link).toHaveAttribute('href', '/login?notice=session_ended');
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expectAccessible(document);
    store.set({ ...sessionOf('ADMIN'), lapsed: true });
    await expect.element(password()).toBeVisible();
  });
});
