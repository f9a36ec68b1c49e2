import type { UserSummary } from '@vpisnik/contract/users';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/axe.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { userSummaryOf } from '../../../../test/fixtures/users.ts';
import { picture, renderUi, sessionOf } from '../../../../test/render.tsx';
import { fakeApi, Refusal } from '../../../../test/servers/fake-api.ts';
import { ApiProvider } from '../../../lib/api.ts';
import { SecondFactorSection } from './SecondFactorSection.tsx';

const myId = sessionOf('ORGANIZATION_ADMIN').user?.id ?? '';
const person = (fields: Partial<UserSummary>) =>
  userSummaryOf({ role: 'ORGANIZATION_ADMIN', second_factor: true, ...fields });
const staff = [
  person({}),
  person({ id: myId, second_factor: false }),
  person({ id: idOf(33), confirmed: false }),
];

/** The section over an organisation that another administrator has changed meanwhile. */
async function open(refusal?: Refusal) {
  const sent: object[] = [];
  const mine = organizationOf({ second_factor_roles: [] });
  let saved = organizationOf({ second_factor_roles: ['GROUP_ADMIN'], version: 7 });
  const api = fakeApi({
    users: { list: () => listOf(...staff) },
    organizations: {
      get: () => saved,
      update: ({ body: { second_factor_roles = [], version } }) => {
        sent.push({ second_factor_roles, version });
        saved = { ...saved, second_factor_roles };
        return refusal ?? saved;
      },
    },
  });
  await renderUi(
    <ApiProvider value={api}>
      <SecondFactorSection organization={mine} />
    </ApiProvider>,
  );
  return sent;
}

const admins = page.getByRole('switch', { name: /^Skrbnik organizacije/ });

it('counts the users without a factor before a role’s switch turns, and keeps switches that others turned', async () => {
  const sent = await open();
  await expect.element(page.getByText('Dvostopenjsko preverjanje že ima 1 od 2.')).toBeVisible();
  await admins.click();
  const question = page.getByRole('dialog', {
    name: 'Zahtevam dvostopenjsko preverjanje za vlogo »Skrbnik organizacije«?',
  });
  await expect.element(question.getByText('Dvostopenjskega preverjanja še nima 1 oseba.')).toBeVisible();
  await expectAccessible();
  await picture('settings-factor-question');
  await question.getByRole('button', { name: 'Prekliči' }).click();
  await expect.element(admins).not.toBeChecked();
  expect(sent).toEqual([]);
  await admins.click();
  await question.getByRole('button', { name: 'Zahtevaj dvostopenjsko preverjanje' }).click();
  await expect.element(admins).toBeChecked();
  await expect.element(page.getByRole('switch', { name: /^Skrbnik skupin/ })).toBeChecked();
  expect(sent).toEqual([{ second_factor_roles: ['GROUP_ADMIN', 'ORGANIZATION_ADMIN'], version: 7 }]);
  await expect.element(page.getByRole('link', { name: 'Nastavi dvostopenjsko preverjanje' })).toBeVisible();
  await expectAccessible();
  await picture('settings-factor');

  await admins.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ne zahtevaj več' }).click();
  await expect.element(admins).not.toBeChecked();
});

it('stays as it was when it could not be saved, and says so', async () => {
  await open(new Refusal({ status: 0 }));
  await admins.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zahtevaj dvostopenjsko preverjanje' }).click();
  await expect.element(page.getByText(/Ni povezave s strežnikom/)).toBeVisible();
  await expect.element(admins).not.toBeChecked();
});
