import { patience } from '../../../patience.ts';
import { expect, test } from '../../fixtures.ts';
import { look } from '../../look.ts';
import { goStaff, locales, lookAtAll, openStaff } from '../../screens.ts';

test.describe.configure({ timeout: patience.tour });

test('the screens of an organisation', async ({ page, signIn, school }) => {
  await signIn('owner@zvezda.test');
  const group = `/groups/${school.groupId('Moderni ples za najstnike')}`;
  await page.goto('/participants?search=znidarsic');
  const name = page.getByRole('link', { name: 'Špela Žnidaršič' });
  const participant = (await name.getAttribute('href')) ?? '';
  const screens = {
    dashboard: '/dashboard',
    'dashboard-list': '/dashboard?view=list',
    groups: '/groups',
    'groups-none': '/groups?search=xyzzy',
    'groups-archived': '/groups?archived=true',
    'group-new': '/groups/new',
    'group-basics': group,
    'group-schedule': `${group}?tab=schedule`,
    'group-form': `${group}?tab=form`,
    'group-emails': `${group}?tab=emails`,
    'group-participants': `${group}?tab=participants`,
    'group-roster': `${group}/roster?boxes=6`,
    participants: '/participants',
    participant: participant.replace(/\?.*$/, ''),
    categories: '/categories',
    'category-new': '/categories?edit=new',
    locations: '/locations',
    'location-new': '/locations?edit=new',
    notifications: '/notifications',
    users: '/users',
    settings: '/settings',
    setup: '/setup?step=profile',
    'setup-share': '/setup?step=share',
    account: '/account',
    security: '/account/security',
    activity: '/activity',
  };
  await lookAtAll(page, screens, goStaff(page));

  await test.step('dialogs that keys open', async () => {
    for (const locale of locales) {
      await openStaff(page, '/locations', locale);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('ples');
      await expect(page.getByRole('option').first()).toBeVisible();
      await look(page, 'palette', locale);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog').getByRole('switch')).toBeVisible();
      await look(page, 'shortcuts', locale);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('the menu on a phone', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Participants' })).toBeVisible();
    await look(page, 'menu', 'en');
  });
});

test('the link of a category', async ({ page, signIn }) => {
  await signIn('owner@zvezda.test');
  await page.goto('/categories');
  const words = {
    sl: { actions: 'Dejanja: Balet', share: 'Povezava in koda QR' },
    en: { actions: 'Actions: Ballet', share: 'Link and QR code' },
  };
  for (const locale of locales) {
    await openStaff(page, '/categories', locale);
    await page.getByRole('button', { name: words[locale].actions }).click();
    await page.getByRole('menuitem', { name: words[locale].share }).click();
    await expect(page.getByRole('dialog').getByRole('img', { name: /QR/ })).toBeVisible();
    await look(page, 'category-share', locale);
  }
});
