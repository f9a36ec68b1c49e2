import { patience } from '../../../patience.ts';
import { expect, test } from '../../fixtures.ts';
import { expectTouchable, look } from '../../look.ts';
import { goStaff, locales, lookAtAll, openStaff } from '../../screens.ts';

test.describe.configure({ timeout: patience.tour });

test('the screens of the platform', async ({ page, school, signIn, willRefuse }) => {
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
      'invitation-invalid': '/invitation#code=x',
      'activation-invalid': '/activation#code=x',
      'email-change': '/email-change#code=x',
      'owner-change': '/owner-change#code=x',
      'reset-password': '/reset-password',
      'reset-password-invalid': '/reset-password/confirm#code=x',
    },
    goStaff(page),
    expectTouchable,
  );
  await signIn('admin@vpisnik.test');
  const acting = `organization_id=${school.path.replace('/public/', '')}`;
  await lookAtAll(
    page,
    {
      organizations: '/organizations',
      'organizations-use': '/organizations/use',
      installation: '/installation',
      'organization-new': '/organizations?edit=new',
      'form-fields': `/form-fields?${acting}`,
      'form-field-new': `/form-fields?${acting}&edit=new`,
    },
    goStaff(page),
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
