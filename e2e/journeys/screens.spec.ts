import type { Page } from '@playwright/test';
import { appCode } from '../app-code.ts';
import { addAuthenticator } from '../authenticator.ts';
import { enter, expect, type Locale, test } from '../fixtures.ts';
import { expectTouchable, look } from '../look.ts';
import { linkIn, mailWith } from '../mailbox.ts';
import { password } from '../registration.ts';

const locales = ['sl', 'en'] as const;

/** Opens every screen in both languages and looks at it. */
async function lookAtAll(
  page: Page,
  screens: Record<string, string>,
  go: (path: string, locale: Locale) => Promise<unknown>,
  then?: (page: Page) => Promise<void>,
): Promise<void> {
  for (const locale of locales) {
    for (const [name, path] of Object.entries(screens)) {
      await test.step(`${name} in ${locale}`, async () => {
        await go(path, locale);
        await look(page, name, locale);
        await then?.(page);
      });
    }
  }
}

/** Opens a screen of the staff app in a language, as if it had been chosen in the menu. */
async function openStaff(page: Page, path: string, locale: Locale): Promise<void> {
  await page.evaluate(`localStorage.setItem('vpisnik.locale', '${locale}')`);
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/login');
  await enter(page, 'admin@vpisnik.test');
  await expect(page).toHaveURL(/\/organizations$/);
}

test.describe.configure({ timeout: 240_000 });
// what is wrong is said with its address and its element
test.use({ trace: 'off' });

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
  await lookAtAll(page, screens, (path, locale) => openStaff(page, path, locale));

  await test.step('what keys open', async () => {
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

test('the screens of the platform', async ({ page, school, willRefuse }) => {
  willRefuse(400, /\/api\/(password-resets\/check|invitations\/check|confirm-sign-up\/check)$/, 'many');
  await page.goto('/login');
  await lookAtAll(
    page,
    {
      login: '/login',
      'login-ended': '/login?notice=session_ended',
      'login-failed': '/login?error=external_failed',
      register: '/register',
      'register-success': '/register-success',
      'activation-missing': '/activation',
      'activation-invalid': '/activation#code=x',
      'invitation-invalid': '/invitation#code=x',
      'email-change': '/email-change#code=x',
      'owner-change': '/owner-change#code=x',
      'reset-password': '/reset-password',
      'reset-password-invalid': '/reset-password/confirm#code=x',
    },
    (path, locale) => openStaff(page, path, locale),
    expectTouchable,
  );
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('admin@vpisnik.test');
  await page.getByRole('textbox', { name: 'Password' }).fill('Vpisnik-2026!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/organizations$/);
  const acting = `organization_id=${school.path.replace('/public/', '')}`;
  await lookAtAll(
    page,
    {
      organizations: '/organizations',
      'organization-new': '/organizations?edit=new',
      'form-fields': `/form-fields?${acting}`,
      'form-field-new': `/form-fields?${acting}&edit=new`,
    },
    (path, locale) => openStaff(page, path, locale),
  );
  await test.step('merging form fields', async () => {
    const words = {
      sl: { actions: 'Dejanja: Ime in priimek starša ali skrbnika', merge: 'Združi z drugim poljem' },
      en: { actions: 'Actions: Full name of a parent or guardian', merge: 'Merge into another field' },
    };
    for (const locale of locales) {
      await openStaff(page, `/form-fields?${acting}`, locale);
      await page.getByRole('button', { name: words[locale].actions }).click();
      await page.getByRole('menuitem', { name: words[locale].merge }).click();
      await page.getByRole('dialog').getByRole('combobox').click();
      await page.getByRole('option').first().click();
      await expect(page.getByRole('dialog').getByRole('status').getByRole('listitem')).toBeVisible();
      await look(page, 'form-field-merge', locale);
    }
  });
});

test('the screens that somebody has to pass', async ({ page, desk, signIn, willRefuse }) => {
  willRefuse(403, /^\/api\//, 'many');
  const admin = await desk('sl');
  const asked = admin.waitForRequest('**/api/organizations/me');
  await signInAsAdmin(admin);
  const { authorization = '' } = (await asked).headers();
  const as = (organization: string) => ({ authorization, 'x-organization-id': organization });
  const listed = await admin.request.get('/api/organizations?search=zmaj', { headers: { authorization } });
  const [zmaj] = ((await listed.json()) as { results: { id: string }[] }).results;
  const id = zmaj?.id ?? '';

  const email = 'gost@zmaj.test';
  const person = {
    name: 'Ana Kos',
    email,
    role: 'GROUP_VIEWER_USER',
    language: 'sl',
    all_groups_allowed: true,
  };
  const invited = await admin.request.post('/api/users', { headers: as(id), data: person });
  expect(invited.status()).toBe(201);
  const invitation = linkIn(await mailWith(email, 'Povabilo v organizacijo NK Zmaj'), 'Sprejmi povabilo');
  await page.goto('/login');
  const openAnew = async (path: string, locale: Locale) => {
    // the same address again would not be loaded anew for its code alone
    await page.goto('/login');
    await openStaff(page, path, locale);
  };
  await lookAtAll(page, { invitation }, openAnew, expectTouchable);
  await page.getByLabel('New password', { exact: true }).fill('Vpisnik-2026!');
  await page.getByLabel('Repeat the new password').fill('Vpisnik-2026!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/notice=password_set$/);
  await page.evaluate("localStorage.setItem('vpisnik.locale', 'sl')");
  await signIn(email);

  const { id: user, version } = (await invited.json()) as { id: string; version: number };
  const found = await admin.request.get(`/api/users/${user}`, { headers: as(id) });
  const now = ((await found.json()) as { version: number }).version;
  expect(now).toBeGreaterThanOrEqual(version);
  const demand = { password_change_required: true, version: now };
  const demanded = await admin.request.patch(`/api/users/${user}`, { headers: as(id), data: demand });
  expect(demanded.status()).toBe(200);
  willRefuse(400, /^\/api\/auth\/session$/);
  await page.goto('/login');
  await enter(page, email);
  await expect(page).toHaveURL(/\/required-password-change/);
  const open = (path: string, locale: Locale) => openStaff(page, path, locale);
  await lookAtAll(page, { 'required-change': '/dashboard' }, open, expectTouchable);
  await page.getByLabel('New password', { exact: true }).fill('Drugo-geslo-1');
  await page.getByLabel('Repeat the new password').fill('Drugo-geslo-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  const setActive = async (active: boolean) =>
    admin.request.patch(`/api/organizations/${id}/status`, { headers: { authorization }, data: { active } });
  expect((await setActive(false)).status()).toBe(200);
  try {
    await lookAtAll(page, { disabled: '/groups' }, open, expectTouchable);
    await expect(page).toHaveURL(/\/disabled$/);
  } finally {
    await setActive(true);
  }
});

test('the screens of the second factor', async ({ page, willRefuse }) => {
  willRefuse(403, /^\/api\/auth\/interactions\//, 'many');
  await addAuthenticator(page);
  await page.goto('/login');
  await enter(page, 'editor@zvezda.test');
  await expect(page).toHaveURL(/\/dashboard$/);
  const words = {
    sl: {
      addApp: 'Dodaj aplikacijo',
      password: 'Vaše geslo',
      next: 'Naprej',
      code: 'Koda',
      turnOn: 'Vklopi aplikacijo',
      kept: 'Kode so shranjene',
      addPasskey: 'Dodaj ključ',
      makePasskey: 'Dodaj ključ za dostop',
      added: 'Ključ za dostop je dodan',
      signOut: 'Odjava',
      toRecovery: 'Vpiši rezervno kodo',
      confirm: 'Potrdi s ključem za dostop',
      name: 'Ime ključa',
      removals: [
        ['Odstrani: Aplikacija za preverjanje', 'Odstrani aplikacijo'],
        ['Odstrani: Laptop', 'Odstrani ključ'],
      ],
    },
    en: {
      addApp: 'Add an app',
      password: 'Your password',
      next: 'Next',
      code: 'Code',
      turnOn: 'Turn the app on',
      kept: 'The codes are kept',
      addPasskey: 'Add a passkey',
      makePasskey: 'Add the passkey',
      added: 'The passkey is added',
      signOut: 'Sign out',
      toRecovery: 'Enter a recovery code',
      confirm: 'Confirm with a passkey',
      name: 'Name of the passkey',
      removals: [
        ['Remove: Authenticator app', 'Remove the app'],
        ['Remove: Laptop', 'Remove the passkey'],
      ],
    },
  } as const;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  for (const locale of locales) {
    await test.step(`in ${locale}`, async () => {
      const say = words[locale];
      await openStaff(page, '/account/security', locale);
      await press(say.addApp);
      await page.getByLabel(say.password).fill(password);
      await look(page, 'factor-password', locale);
      await press(say.next);
      const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
      await look(page, 'factor-app', locale);
      await page.getByLabel(say.code, { exact: true }).fill(appCode(secret));
      await press(say.turnOn);
      await look(page, 'factor-codes', locale);
      await press(say.kept);
      await press(say.addPasskey);
      await page.getByLabel(say.name).fill('Laptop');
      await page.getByLabel(say.password).fill(password);
      await look(page, 'factor-passkey', locale);
      await press(say.makePasskey);
      await expect(page.getByText(say.added)).toBeVisible();
      await look(page, 'factors', locale);

      await page.setViewportSize({ width: 1440, height: 900 });
      await press(say.signOut);
      await enter(page, 'editor@zvezda.test');
      await expect(page.getByRole('button', { name: say.confirm })).toBeVisible();
      await look(page, 'sign-in-passkey', locale);
      await expectTouchable(page);
      await press(say.toRecovery);
      await look(page, 'sign-in-code', locale);
      await expectTouchable(page);
      await page.reload();
      await enter(page, 'editor@zvezda.test');
      await press(say.confirm);
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto('/account/security');
      for (const [one, sure] of say.removals) {
        await press(one);
        await page.getByLabel(say.password).fill(password);
        await press(sure);
        await expect(page.getByRole('button', { name: one })).toHaveCount(0);
      }
    });
  }
});

test('the screens of files: an import, and a banner', async ({ page, signIn, school }) => {
  await signIn('owner@zvezda.test');
  const file = page.locator('input[type=file]');
  const group = school.groupId('Stepanje');
  for (const locale of locales) {
    await test.step(`an import in ${locale}`, async () => {
      const rows = [
        'Ime;Kategorija;Urnik;Prijave od;Barva;Polja obrazca',
        `Uvožena ${locale};Balet;pon 17:00 60;1. 6. 2026 8:00;ff0;`,
        'Druga;Ni je;pon;8:00;rumena;Ni ga',
        ';Balet;;;;',
      ];
      const sheet = { name: 'skupine.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
      await openStaff(page, '/imports/groups', locale);
      await look(page, 'import-file', locale);
      await file.setInputFiles(sheet);
      await expect(page.getByRole('combobox').first()).toBeVisible();
      await look(page, 'import-columns', locale);
      await page.getByRole('button', { name: /^(Naprej na pregled|Continue to preview)$/ }).click();
      const run = page.getByRole('button', { name: /^(Uvozi|Import) / });
      await expect(run).toBeVisible();
      await look(page, 'import-preview', locale);
      await run.click();
      await expect(
        page.getByRole('heading', { name: /^(Uvoz je končan|The import is finished)$/ }),
      ).toBeVisible();
      await look(page, 'import-report', locale);
    });
    await test.step(`a banner in ${locale}`, async () => {
      await openStaff(page, `/groups/${group}`, locale);
      await file.setInputFiles(new URL('../../docs/groups.png', import.meta.url).pathname);
      const use = page.getByRole('button', { name: /^(Uporabi izrez|Use crop)$/ });
      await expect(use).toBeVisible();
      await look(page, 'group-banner-crop', locale);
      await use.click();
      await expect(page.getByRole('button', { name: /^(Prilagodi izrez|Adjust crop)$/ })).toBeVisible();
      await look(page, 'group-banner', locale);
      await page.getByRole('button', { name: /^(Shrani|Save)/ }).click();
      await expect(page.getByRole('region', { name: /^(Neshranjene|Unsaved)/ })).toHaveCount(0);
      await page.goto(`${school.path}/groups/${group}/apply?lang=${locale}`);
      await look(page, 'apply-banner', locale);
      const back = page.getByRole('main').getByRole('link').first();
      await back.click();
      await look(page, 'public-groups-banner', locale);
    });
  }
});

test('the public pages', async ({ page, school, willRefuse }) => {
  willRefuse(404, /^\/public\//, 'many');
  willRefuse(410, /^\/public\//, 'many');
  await page.goto(`${school.path}/categories`);
  const category = await page.getByRole('link', { name: 'Moderni in jazz' }).getAttribute('href');
  const screens = {
    landing: '/',
    'public-categories': `${school.path}/categories`,
    'public-groups': String(category),
    'public-groups-none': `${category}?search=xyzzy`,
    apply: school.formOf('Moderni ples za najstnike'),
    'apply-waitlist': school.formOf('Jazz za odrasle'),
    'apply-full': school.formOf('Hip hop začetniki'),
    'apply-ended': school.formOf('Delavnica swinga'),
    unpublished: school.formOf('Plesna rekreacija'),
    'no-organization': '/public/nobody/categories',
    terms: '/terms-and-conditions',
    privacy: '/privacy-policy',
    processing: '/data-processing-agreement',
  };
  const inLanguage = (path: string, locale: Locale) =>
    `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`;
  await lookAtAll(page, screens, (path, locale) => page.goto(inLanguage(path, locale)), expectTouchable);

  const words = {
    sl: {
      name: 'Ime in priimek udeleženca',
      send: 'Oddaj prijavo',
      summary: /^Prijava še ni oddana/,
      sent: 'Prijava je oddana',
    },
    en: {
      name: 'Full name of the participant',
      send: 'Send application',
      summary: /^Not sent yet/,
      sent: 'Application sent',
    },
  };
  for (const locale of locales) {
    await test.step(`mistakes, then success in ${locale}`, async () => {
      const { name, send, summary, sent } = words[locale];
      await page.goto(inLanguage(school.formOf('Latinskoameriški plesi'), locale));
      await page.getByRole('button', { name: send }).click();
      await expect(page.getByRole('alert', { name: summary })).toBeFocused();
      await look(page, 'apply-mistakes', locale);
      await expectTouchable(page);
      // as people type: a form that is full within a moment is taken for a robot's
      await page.getByRole('textbox', { name }).pressSequentially('Eva Kos', { delay: 250 });
      await page.getByRole('textbox', { name: /^E-(pošta|mail)/ }).fill(`eva.${locale}@posta.test`);
      await page.getByRole('button', { name: send }).click();
      await expect(page.getByRole('heading', { level: 1, name: sent })).toBeFocused();
      await look(page, 'apply-success', locale);
      await expectTouchable(page);
    });
  }
});
