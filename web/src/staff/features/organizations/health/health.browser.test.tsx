import type { PlatformHealth } from '@vpisnik/contract/platform-health';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { healthOf } from '../../../../../test/fixtures/platform-health.ts';
import { sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and the page shows them

const session = sessionOf('ADMIN');
const made = {
  name: 'a.tar.zst.age',
  ...{ started_at: '2026-11-27T01:13:00Z', ended_at: '2026-11-27T01:14:00Z' },
  ...{ bytes: 12_300_000, rows: 1_234_567, files: 12, failure: null },
};

/** A server whose installation is as `health` says. */
function server(health: PlatformHealth) {
  const answers = {
    installation: {
      get: () => ({ notice: {}, read_only: false, changed_by: null, updated_at: null, version: 1 }),
    },
    platform_health: {
      read: () => health,
      back_up: () => {
        health.backups.running = true;
        return undefined;
      },
    },
  } satisfies Answers;
  return answers as Answers;
}
const open = (health: PlatformHealth) =>
  renderApp({ path: '/installation', session, answers: server(health) });

describe('how the installation is', () => {
  it('is told in a glance when all is well', async () => {
    const backups = { ...healthOf().backups, good_at: made.ended_at, latest: [made] };
    await open(healthOf({ backups }));
    const section = page.getByRole('region', { name: 'Stanje' });
    await expect.element(section.getByText(/^Vpisnik 1\.2\.3, /)).toBeVisible();
    await expect
      .element(section.getByRole('link', { name: 'kaj je novega' }))
      .toHaveAttribute('href', '/changes.txt');
    await expect.element(section.getByText('PostgreSQL 18.6, 45 MB')).toBeVisible();
    await expect.element(section.getByText('odhajajo sproti')).toBeVisible();
    await expect.element(section.getByText('tečejo sproti')).toBeVisible();
    await expect.element(section.getByText('prosto: 53 GB')).toBeVisible();
    await expect.element(page.getByText('12,3 MB, vrstic: 1.234.567, datotek: 12')).toBeVisible();
    await expectAccessible();
  });

  it('says nothing of a replica where there is none', async () => {
    await open(healthOf());
    await expect.element(page.getByText('PostgreSQL 18.6, 45 MB')).toBeVisible();
    await expect.element(page.getByText('Replika baze')).not.toBeInTheDocument();
  });

  it.each([
    [{ used: true, behind: 0.2, because: null }, /^odgovarja na branja, brez zaostanka$/],
    [{ used: true, behind: 1.8, because: null }, /^odgovarja na branja, zaostaja 2 sekundi$/],
    [{ used: false, behind: null, because: 'promoted' }, /^ni v uporabi, ker ne sledi več glavni bazi/],
  ] as const)('tells how the replica stands: %o', async (replica, said) => {
    await open(healthOf({ replica }));
    await expect.element(page.getByRole('region', { name: 'Stanje' }).getByText(said)).toBeVisible();
    await expectAccessible();
  });

  it('names what waits, has failed or can’t be read', async () => {
    const failed = { ...made, bytes: null, rows: null, files: null, failure: 'Disk je poln.' };
    await open(
      healthOf({
        ...{ mail_waits: 7200, job_waits: null, failed_jobs: 2, disk_free: null },
        backups: { ...healthOf().backups, latest: [failed] },
      }),
    );
    await expect.element(page.getByText(/^najstarejše čaka od /)).toBeVisible();
    await expect.element(page.getByText(/v zadnji uri sta spodleteli 2/)).toBeVisible();
    await expect.element(page.getByText('Uspešne kopije še ni.')).toBeVisible();
    await expect.element(page.getByText('ni uspela: Disk je poln.')).toBeVisible();
    await expectAccessible();
  });
});

describe('a backup', () => {
  it('is asked for at a press, and is on its way then', async () => {
    await open(healthOf());
    await page.getByRole('button', { name: 'Naredi kopijo zdaj' }).click();
    await expect.element(page.getByText('Kopija nastaja v ozadju')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Kopija nastaja', exact: true })).toBeVisible();
  });

  it('that could not be asked for is said', async () => {
    const health = healthOf();
    const answers = server(health);
    answers.platform_health = {
      ...answers.platform_health,
      back_up: () => new Refusal({ status: 500, code: 'internal_error' }),
    };
    await renderApp({ path: '/installation', session, answers });
    await page.getByRole('button', { name: 'Naredi kopijo zdaj' }).click();
    await expect.element(page.getByText(/^Kopije ni bilo mogoče naročiti\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Naredi kopijo zdaj' })).toBeVisible();
  });

  it('needs a place to go to', async () => {
    await open(healthOf({ backups: { ...healthOf().backups, target: null } }));
    await expect.element(page.getByText(/^Nočnih varnostnih kopij ni\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Naredi kopijo zdaj' })).not.toBeInTheDocument();
  });
});
