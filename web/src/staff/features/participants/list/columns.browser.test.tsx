import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import {
  box,
  button,
  header,
  headers,
  health,
  item,
  level,
  school,
  viewOf,
} from '../../../../../test/servers/participant-list.ts';

afterEach(() => page.viewport(1440, 900));

describe('columns', () => {
  it('tell ages and answers, and are asked for with the rows', async () => {
    const { server, answers } = school();
    await renderApp({ path: '/participants', answers });
    await button('Izberi stolpce').click();
    await box('Starost').click();
    await box('Izkušnje').click();
    await box(/^Zdravje/).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(header('Starost')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'Brez izkušenj' })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /občutljivo.*Astma/ })).toBeVisible();
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ with_answers: [level.id, health.id] });
    await expectAccessible();
    await picture('participants-columns');
  });

  it('are put in an order that exports, views and links have too', async () => {
    const { answers, views } = school();
    const asked: unknown[] = [];
    const { router } = await renderApp({
      path: '/participants',
      answers: {
        ...answers,
        exports: {
          xlsx: ({ body }) => {
            asked.push(body.columns);
            return 'a workbook';
          },
        },
      },
    });
    await button('Izberi stolpce').click();
    await box('Izkušnje').click();
    await expect.element(header('Izkušnje')).toBeVisible();
    expect(headers()).toEqual(['Udeleženec', 'Skupina', 'Telefon', 'Stanje', 'Prijava', 'Izkušnje']);
    for (const _ of Array(4)) await button('Premakni višje: Izkušnje').click();
    await button('Premakni višje: Stanje').click();
    const order = ['Udeleženec', 'Izkušnje', 'Skupina', 'Stanje', 'Telefon', 'Prijava'];
    await expect.poll(headers).toEqual(order);
    await expectAccessible(document);
    await picture('participants-column-order');
    // what is found among many is not moved among them
    await page.getByRole('textbox', { name: 'Poiščite stolpec' }).fill('stan');
    await expect.element(button('Premakni višje: Stanje')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');

    await box('Izberi: Špela Žnidaršič').click();
    await button('Izvozi').click();
    await button('Izvozi 1 udeleženca').click();
    const facts = ['group', 'status', 'phone', 'guardian_phone', 'application_date'];
    await expect.poll(() => asked).toEqual([['name', 'email', level.id, ...facts]]);

    await button('Pogledi').click();
    await item('Shrani kot nov pogled').click();
    await page.getByRole('textbox', { name: 'Ime' }).fill('Po stanju');
    await button('Shrani pogled').click();
    const columns = ['name', level.id, 'group', 'status', 'contact', 'application_date'];
    await expect.poll(() => views).toMatchObject([{ name: 'Po stanju', columns }]);
    await expect.poll(() => router.state.location.search).toEqual({ view: idOf(300), columns });
    expect(headers()).toEqual(order);

    // what is moved now is the view's, and says so
    await button('Izberi stolpce').click();
    await button('Premakni nižje: Skupina').click();
    await box('Starost').click();
    await expect
      .poll(headers)
      .toEqual(['Udeleženec', 'Izkušnje', 'Stanje', 'Skupina', 'Telefon', 'Prijava', 'Starost']);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Po stanju (spremenjen)')).toBeVisible();
    await button('Izberi stolpce').click();
    await box('Starost').click();
    await button('Premakni višje: Skupina').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Po stanju')).toBeVisible();
    await button('Izberi stolpce').click();
    await button('Privzeti vrstni red').click();
    await expect.poll(headers).toEqual(['Udeleženec', 'Skupina', 'Telefon', 'Stanje', 'Prijava', 'Izkušnje']);
    expect(router.state.location.search).toMatchObject({
      columns: ['group', 'contact', 'status', 'application_date', level.id],
    });
  });

  it('of a view that tells no order stand in that of the list, whatever the account’s', async () => {
    const { answers, views } = school();
    views.push(viewOf({ columns: [level.id, 'status', 'group'] }));
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Izberi stolpce').click();
    await button('Premakni višje: Stanje').click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(headers).toEqual(['Udeleženec', 'Skupina', 'Stanje', 'Telefon', 'Prijava']);
    await button('Pogledi').click();
    await item('Septembrske').click();
    await expect.poll(headers).toEqual(['Udeleženec', 'Skupina', 'Stanje', 'Izkušnje']);
    await expect.element(button('Septembrske')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ columns: [level.id, 'status', 'group'] });
  });

  it('may all be hidden: the name stands beside its box and takes the room', async () => {
    await page.viewport(1360, 900);
    const { answers } = school();
    await renderApp({ path: '/participants', answers });
    const widths = () => [...document.querySelectorAll('thead th')].map((one) => one.clientWidth);
    await expect.element(header('Stanje')).toBeVisible();
    await button('Izberi stolpce').click();
    for (const name of ['Prijava', 'Stanje', 'Telefon', 'Skupina']) {
      await box(name).click();
      // the boxes, with and without other columns
      await expect.element(header(name)).not.toBeInTheDocument();
      expect(widths()[0]).toBe(46);
    }
    await userEvent.keyboard('{Escape}');
    const [, name = 0, acts = 0] = widths();
    expect(name).toBeGreaterThan(800);
    expect(acts).toBeLessThan(80);
    await picture('participants-no-columns');
  });

  it('sort by age, group and status', async () => {
    const { server, answers } = school();
    const { router } = await renderApp({ path: '/participants', answers });
    await button('Skupina').last().click();
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ sort: 'group' });
    await expect.element(header('Skupina')).toHaveAttribute('aria-sort', 'ascending');
    await button('Stanje').last().click();
    await button('Stanje').last().click();
    await expect.poll(() => router.state.location.search).toEqual({ sort: '-status' });
    await expect.element(page.getByRole('table', { name: /nerešene nazadnje/ })).toBeVisible();
  });
});
