import { patience } from '../../../patience.ts';
import { expect, type Locale, test } from '../../fixtures.ts';
import { expectTouchable, look } from '../../look.ts';
import { locales, lookAtAll } from '../../screens.ts';

test.describe.configure({ timeout: patience.tour });

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
    'public-all-groups': '/zvezda/groups',
    'public-all-groups-some': '/zvezda/groups?age=9&day=tuesday&free_places=true',
    'public-all-groups-none': '/zvezda/groups?age=9&day=sunday&page=x',
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
