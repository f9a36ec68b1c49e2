import { patience } from '../../../patience.ts';
import { appCode } from '../../app-code.ts';
import { addAuthenticator } from '../../authenticator.ts';
import { enter, expect, test } from '../../fixtures.ts';
import { expectTouchable, look } from '../../look.ts';
import { password } from '../../registration.ts';
import { locales, openStaff } from '../../screens.ts';

test.describe.configure({ timeout: patience.tour });

test('the screens of the second factor', async ({ page, signIn, willRefuse }) => {
  willRefuse(403, /^\/api\/auth\/interactions\//, 'many');
  await addAuthenticator(page);
  await signIn('editor@zvezda.test');
  await page.goto('/robots.txt');
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
      kept: 'I’ve saved the codes',
      addPasskey: 'Add a passkey',
      makePasskey: 'Add the passkey',
      added: 'Passkey added',
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
      await expect(page.getByRole('button', { name: say.kept })).toBeVisible();
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
