import type { UserSummary } from '@vpisnik/contract/users';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../test/fake-api.ts';
import { idOf, listOf } from '../../../../test/groups.ts';
import { picture } from '../../../../test/render.tsx';

const userOf = (fields: Partial<UserSummary>): UserSummary => ({
  id: idOf(31),
  name: 'Nina Bergant',
  email: 'nina@zvezda.test',
  role: 'GROUP_EDITOR_USER',
  active: true,
  confirmed: true,
  all_groups_allowed: false,
  authorized_groups_count: 3,
  last_sign_in_at: null,
  invitation_expires_at: null,
  ...fields,
});

const staff = [
  userOf({}),
  userOf({ id: idOf(32), name: 'Rok Zupan', confirmed: false }),
  userOf({ id: idOf(33), name: 'Maja Kovač', role: 'ORGANIZATION_ADMIN', active: false }),
];

const answers: Answers = {
  users: {
    list: ({ query }) => {
      const { search = '', active } = query as { search?: string; active?: string };
      return listOf(
        ...staff.filter((one) => one.name.includes(search) && (!active || String(one.active) === active)),
      );
    },
  },
  notification_templates: {
    list: () =>
      listOf(
        {
          id: idOf(51),
          name: 'Potrditev',
          email_type: 'application_confirmation',
          system: true,
          active: true,
        },
        {
          id: idOf(52),
          name: 'Poletje',
          email_type: 'application_status_update',
          system: false,
          active: false,
        },
      ),
  },
  participants: { counts: () => new Refusal({ status: 404 }) },
};

test.each([1440, 360])('staff at %i px: role, scope and state in words, found by search', async (width) => {
  await page.viewport(width, 900);
  const { screen, router } = await renderApp({ path: '/users', answers });
  await expect.element(screen.getByText('Nina Bergant')).toBeVisible();
  await expect.element(screen.getByText('3 skupine').first()).toBeVisible();
  await expect.element(screen.getByText('Čaka na potrditev')).toBeVisible();
  await expect.element(screen.getByText('Vse skupine')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  await expectAccessible(document);
  await picture('users');
  await screen.getByRole('searchbox', { name: 'Ime ali e-pošta' }).fill('Nobody');
  await expect.element(screen.getByRole('heading', { name: 'Nihče ne ustreza iskanju' })).toBeVisible();
  expect(router.state.location.search).toEqual({ search: 'Nobody' });
  await page.viewport(1440, 900);
});

test.each([1440, 360])(
  'templates at %i px: what each is sent for, whose it is and whether it is used',
  async (width) => {
    await page.viewport(width, 900);
    const { screen } = await renderApp({ path: '/notifications', answers });
    await expect.element(screen.getByText('Prejme jo, kdor odda prijavo.')).toBeVisible();
    await expect.element(screen.getByText('Sistemska')).toBeVisible();
    await expect.element(screen.getByText('Neaktivna')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
    await expectAccessible(document);
    await picture('templates');
    await page.viewport(1440, 900);
  },
);
