import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { templateRow } from '../../../../test/fixtures/templates.ts';
import { picture } from '../../../../test/render.tsx';
import type { Answers } from '../../../../test/servers/fake-api.ts';

const answers: Answers = {
  notification_templates: {
    list: () =>
      listOf(
        templateRow({ id: idOf(51), name: 'Potrditev', system: true }),
        templateRow({
          id: idOf(52),
          name: 'Poletje',
          email_type: 'application_status_update',
          active: false,
        }),
      ),
  },
};

test.each([1440, 360])(
  'templates at %i px: what each is sent for, whose it is and whether it is used',
  async (width) => {
    await page.viewport(width, 900);
    const { screen } = await renderApp({ path: '/notifications', answers });
    await expect.element(screen.getByText('Prejme ga, kdor odda prijavo.')).toBeVisible();
    await expect.element(screen.getByText('Sistemska')).toBeVisible();
    await expect.element(screen.getByText('Neaktivna')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
    await expectAccessible(document);
    await picture('templates');
    await page.viewport(1440, 900);
  },
);
