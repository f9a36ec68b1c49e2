import type { OrganizationArchive } from '@vpisnik/contract/organization-archives';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/axe.ts';
import { configure } from '../../../../test/config.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf } from '../../../../test/fixtures/rows.ts';
import { picture, renderUi } from '../../../../test/render.tsx';
import { type Answers, fakeApi, Refusal } from '../../../../test/servers/fake-api.ts';
import { ApiProvider } from '../../../lib/api.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import { ArchiveSection } from './ArchiveSection.tsx';

// fixed days: the fake API answers these days, and nothing is compared with today

const archiveOf = (fields: Partial<OrganizationArchive> = {}): OrganizationArchive => ({
  ...{ id: idOf(1), actor: 'Maja Kovač', state: 'done', stop_reason: null },
  ...{ total_count: 2000, done_count: 2000, bytes: 12_400_000 },
  created_at: '2026-09-16T15:02:00.000000Z',
  finished_at: '2026-09-16T15:03:00.000000Z',
  file_until: '2026-09-23T15:03:00.000000Z',
  ...fields,
});
const running = (done_count: number) =>
  archiveOf({ state: 'running', done_count, bytes: null, finished_at: null, file_until: null });

type Archives = NonNullable<Answers['organization_archives']>;

async function open(archives: Archives, locale: Locale = 'sl') {
  return renderUi(
    <ApiProvider value={fakeApi({ organization_archives: archives })}>
      <ArchiveSection organization={organizationOf()} />
    </ApiProvider>,
    { locale },
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const download = () => page.getByRole('dialog', { name: 'Prenesem arhiv vseh podatkov?' });
const dialog = () => page.getByRole('dialog', { name: 'Pripravim arhiv vseh podatkov?' });

/** Leaves pictures of a narrow and a wide screen, where nothing is cut off. */
async function pictures(name: string): Promise<void> {
  for (const [width, height] of [
    [360, 780],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height);
    await picture(name);
    expect(document.documentElement.scrollWidth).toBe(width);
  }
}

it('an archive is asked for with the password, followed while it is made, and downloaded', async () => {
  const sent: unknown[] = [];
  const fetched: unknown[] = [];
  let latest: OrganizationArchive | null = null;
  await open({
    latest: () => latest,
    make: ({ body }) => {
      sent.push(body);
      const errors = [{ path: 'current_password', code: 'incorrect_password' }];
      if (sent.length === 1) return new Refusal({ status: 422, code: 'invalid_fields', errors });
      latest = running(0);
      return latest;
    },
    file: ({ body }) => {
      fetched.push(body);
      const errors = [{ path: 'current_password', code: 'incorrect_password' }];
      if (fetched.length === 1) return new Refusal({ status: 422, code: 'invalid_fields', errors });
      return 'an archive';
    },
  });
  await button('Pripravi arhiv').click();
  await expectAccessible();
  await pictures('archive-question');
  const confirm = dialog().getByRole('button', { name: 'Pripravi arhiv' });
  await confirm.click();
  await expect.element(dialog().getByText('Izpolnite to polje.')).toBeVisible();
  const password = dialog().getByLabelText('Vaše geslo');
  await password.fill('wrong');
  await confirm.click();
  await expect.element(dialog().getByText('Trenutno geslo ni pravilno.')).toBeVisible();
  await password.fill('Vpisnik-2026!');
  await confirm.click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent).toEqual([{ current_password: 'wrong' }, { current_password: 'Vpisnik-2026!' }]);
  await expect.element(page.getByText('Arhiv nastaja: 0 %')).toBeVisible();
  await expect.element(button('Pripravi arhiv')).not.toBeInTheDocument();
  latest = running(750);
  await expect.element(page.getByText('Arhiv nastaja: 37 %')).toBeVisible();
  await expectAccessible();
  await pictures('archive-running');
  latest = archiveOf();
  await expect.element(page.getByText('Arhiv je pripravljen (12,4 MB).')).toBeVisible();
  await expectAccessible();
  await pictures('archive-ready');
  await button('Prenesi arhiv').click();
  await expectAccessible();
  await pictures('archive-download');
  const fetchIt = download().getByRole('button', { name: 'Prenesi arhiv' });
  await download().getByLabelText('Vaše geslo').fill('wrong');
  await fetchIt.click();
  await expect.element(download().getByText('Trenutno geslo ni pravilno.')).toBeVisible();
  await download().getByLabelText('Vaše geslo').fill('Vpisnik-2026!');
  await fetchIt.click();
  await expect.element(download()).not.toBeInTheDocument();
  expect(fetched).toEqual([{ current_password: 'wrong' }, { current_password: 'Vpisnik-2026!' }]);
  await expect.element(page.getByText('Datoteka udelezenci.zip je prenesena.')).toBeVisible();
  await button('Pripravi nov arhiv').click();
  await expect.element(dialog().getByText(/prejšnji izbriše/)).toBeVisible();
  await dialog().getByRole('button', { name: 'Prekliči' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('in English it says the same', async () => {
  await open({ latest: () => archiveOf() }, 'en');
  await expect.element(page.getByText('The archive is ready (12.4 MB).')).toBeVisible();
  await expect
    .element(page.getByText(/^Requested by Maja Kovač, .+ You can download it until/))
    .toBeVisible();
  await pictures('archive-ready-en');
});

it('an archive whose time is over can be made anew, and a download that fails says so', async () => {
  let latest = archiveOf();
  await open({
    latest: () => latest,
    file: () => {
      latest = archiveOf({ file_until: null });
      return new Refusal({ status: 404, code: 'not_found' });
    },
  });
  await button('Prenesi arhiv').click();
  await download().getByLabelText('Vaše geslo').fill('Vpisnik-2026!');
  await download().getByRole('button', { name: 'Prenesi arhiv' }).click();
  await expect.element(page.getByText(/^Tega zapisa ni več/)).toBeVisible();
  await expect.element(page.getByText(/^Zadnji arhiv je izbrisan\. Naročeno: Maja Kovač/)).toBeVisible();
  await expect.element(button('Pripravi arhiv')).toBeVisible();
});

it.each([
  ['forbidden', /oseba, ki ga je naročila, nima več dostopa/],
  ['storage_failed', /Arhiva ni bilo mogoče shraniti/],
  ['archive_too_large', /4 GB/],
  ['internal_error', /napake na naši strani/],
] as const)('says why an archive was not made: %s', async (stop_reason, says) => {
  await open({ latest: () => archiveOf({ state: 'failed', stop_reason, bytes: null, file_until: null }) });
  await expect.element(page.getByRole('alert').getByText(says)).toBeVisible();
  await expect.element(button('Pripravi arhiv')).toBeVisible();
  await expectAccessible();
  if (stop_reason === 'internal_error') await pictures('archive-failed');
});

it('says that it could not be read, and looks again', async () => {
  let isAway = true;
  await open({ latest: () => (isAway ? new Refusal({ status: 500, code: 'internal_error' }) : null) });
  const retry = button('Poskusi znova');
  await expect.element(retry).toBeVisible();
  isAway = false;
  await retry.click();
  await expect.element(button('Pripravi arhiv')).toBeVisible();
});

it('asks for no password where a hosted provider keeps it', async () => {
  configure({ hosted_sign_in: true });
  const sent: unknown[] = [];
  let latest: OrganizationArchive | null = null;
  await open({
    latest: () => latest,
    make: ({ body }) => {
      sent.push(body);
      latest = running(0);
      return latest;
    },
    file: ({ body }) => {
      sent.push(body);
      return 'an archive';
    },
  });
  await button('Pripravi arhiv').click();
  await expect.element(dialog().getByLabelText('Vaše geslo')).not.toBeInTheDocument();
  await dialog().getByRole('button', { name: 'Pripravi arhiv' }).click();
  await expect.element(page.getByText('Arhiv nastaja: 0 %')).toBeVisible();
  latest = archiveOf();
  await button('Prenesi arhiv').click();
  await expect.element(page.getByText('Datoteka udelezenci.zip je prenesena.')).toBeVisible();
  expect(sent).toEqual([{}, {}]);
});
