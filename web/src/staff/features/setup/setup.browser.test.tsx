import type { Category } from '@vpisnik/contract/categories';
import type { Location } from '@vpisnik/contract/locations';
import type { Organization } from '@vpisnik/contract/organizations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { categoryOf, locationOf } from '../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../test/fixtures/groups.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: they are past, and stay so

type Sent = Record<string, unknown>;

/** Answers of a new school, which keep created rows and record each call in `sent`. */
function school(sent: [call: string, body: Sent][], given: Partial<Organization> = {}) {
  let organization = organizationOf({ setup_completed: false, profile: {}, languages: ['sl'], ...given });
  const made = { locations: [] as Location[], categories: [] as Category[], groups: [] as string[] };
  const note = (call: string, body: unknown) => sent.push([call, body as Sent]);
  const answers: Answers = {
    organizations: {
      get: () => organization,
      update: ({ body }) => {
        note('organization', body);
        const { version, ...change } = body as Sent & { version: number };
        if (version !== organization.version)
          return new Refusal({ status: 409, code: 'edit_conflict', current: organization });
        organization = { ...organization, ...change, version: version + 1 };
        return organization;
      },
    },
    locations: {
      list: () => listOf(...made.locations),
      create: ({ body }) => {
        note('location', body);
        made.locations.push(locationOf({ name: body.name }));
        return locationOf({ name: body.name });
      },
    },
    categories: {
      list: () => listOf(...made.categories),
      create: ({ body }) => {
        note('category', body);
        if (body.label === 'balet') return new Refusal({ status: 409, code: 'label_taken' });
        made.categories.push(categoryOf({ name: { sl: body.name.sl ?? '' } }));
        return categoryOf({ name: { sl: body.name.sl ?? '' } });
      },
    },
    groups: {
      list: () => listOf(...made.groups.map((name) => groupOf({ name: { sl: name }, active: true }))),
      create: ({ body }) => {
        note('group', body);
        made.groups.push(body.name.sl ?? '');
        return groupOf({ name: body.name });
      },
      setStatus: ({ body }) => {
        note('status', body);
        return groupOf({ active: true });
      },
    },
    sessions: { list: () => new Refusal({ status: 404 }) },
    participants: { list: () => new Refusal({ status: 404 }) },
  };
  return { answers, current: () => organization };
}

test('five short steps lead from nothing to a link, and the guide is done', async () => {
  const sent: [string, Sent][] = [];
  const { answers, current } = school(sent);
  const { screen, store, router } = await renderApp({
    path: '/login',
    answers,
    session: sessionOf('ORGANIZATION_ADMIN', current()),
  });
  store.reload = async () => {
    store.set(sessionOf('ORGANIZATION_ADMIN', current()));
    return store.get();
  };
  expect(router.state.location.pathname).toBe('/setup');
  await expect.element(screen.getByText('Opravljeno: 0 od 5')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /^Prvi koraki/ })).toBeVisible();
  await expectAccessible(document);
  await picture('setup');
  const next = screen.getByRole('button', { name: 'Shrani in nadaljuj' });

  await next.click();
  await expect.element(screen.getByRole('region', { name: 'Obrazec ima 2 napaki' })).toHaveFocus();
  // one language until another is chosen, so that nothing asks for a second one
  await expect.element(screen.getByRole('checkbox', { name: 'Slovenščina' })).toBeDisabled();
  await expect.element(screen.getByRole('checkbox', { name: 'Slovenščina' })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: 'Angleščina' })).not.toBeChecked();
  await screen.getByRole('checkbox', { name: 'Angleščina' }).click();
  // proposed, and published only when it is chosen
  const contact = screen.getByRole('textbox', { name: /^E-pošta za vprašanja/ });
  await expect.element(contact).toHaveValue('');
  const proposal = screen.getByRole('button', { name: /^Vpiši .*@/ });
  await proposal.click();
  await expect.element(contact).toHaveValue('maja@zvezda.test');
  await expect.element(contact).toHaveFocus();
  await expect.element(proposal).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'Naslov' }).fill('Tržaška cesta 12');
  await screen.getByRole('textbox', { name: /^Poštna številka/ }).fill('10000');
  await screen.getByRole('textbox', { name: 'Kraj' }).fill('Ljubljana');
  await next.click();
  await expect.element(screen.getByRole('link', { name: /^Poštna številka – Vpišite/ })).toBeVisible();
  await screen.getByRole('textbox', { name: /^Poštna številka/ }).fill('1000');
  await next.click();

  await expect.element(screen.getByRole('heading', { name: 'Prva lokacija' })).toHaveFocus();
  await screen.getByRole('textbox', { name: 'Ime lokacije' }).fill('Velika dvorana');
  await next.click();
  await expect.element(screen.getByRole('heading', { name: 'Prva kategorija' })).toHaveFocus();
  await screen.getByRole('textbox', { name: 'Ime kategorije' }).fill('Balet');
  await next.click();
  await expect.element(screen.getByRole('heading', { name: 'Prva skupina' })).toHaveFocus();
  await expect.element(screen.getByText('Opravljeno: 3 od 5')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Ime skupine' }).fill('Balet za odrasle');
  await screen.getByRole('combobox', { name: /^Dan v tednu/ }).click();
  await screen.getByRole('option', { name: 'torek' }).click();
  await expectAccessible(document);
  await picture('setup-group');
  await screen.getByRole('button', { name: 'Objavi skupino' }).click();

  await expect.element(screen.getByRole('img', { name: /^Koda QR/ })).toBeVisible();
  await expectAccessible(document);
  await picture('setup-share');
  await screen.getByRole('button', { name: 'Zaključi in odpri pregled' }).click();
  await expect.element(screen.getByText('Vse je pripravljeno')).toBeVisible();
  expect(router.state.location.pathname).toBe('/dashboard');
  await expect.element(screen.getByRole('link', { name: /^Prvi koraki/ })).not.toBeInTheDocument();
  expect(sent.map(([call]) => call)).toEqual([
    'organization',
    'location',
    'category',
    'category',
    'group',
    'status',
    'organization',
  ]);
  expect(sent[0]?.[1]).toMatchObject({ languages: ['sl', 'en'], contact_email: 'maja@zvezda.test' });
  expect(sent[3]?.[1]).toEqual({ label: 'balet-2', languages: ['sl'], name: { sl: 'Balet' } });
  expect(sent[4]?.[1]).toMatchObject({
    label: 'balet-za-odrasle',
    category_id: idOf(11),
    location_id: idOf(21),
    schedule: [{ day: 'tuesday', start_time: '17:00', duration: 60 }],
  });
  expect(sent.at(-1)?.[1]).toEqual({ setup_completed: true, version: 2 });
});

test('it goes on where it was left, leaves steps out, and can be skipped as a whole', async () => {
  const sent: [string, Sent][] = [];
  const { answers, current } = school(sent, { profile: { address: 'Tržaška 12', city: 'Ljubljana' } });
  const { screen, router } = await renderApp({
    path: '/setup',
    answers,
    session: sessionOf('ORGANIZATION_ADMIN', current()),
  });
  await expect.element(screen.getByRole('textbox', { name: 'Ime lokacije' })).toBeVisible();
  await screen.getByRole('button', { name: 'Preskoči korak' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Ime kategorije' })).toBeVisible();
  expect(router.state.location.search).toEqual({ step: 'category' });
  await screen.getByRole('button', { name: 'Preskoči korak' }).click();
  await expect.element(screen.getByText(/^Skupina potrebuje kategorijo/)).toBeVisible();
  await screen.getByRole('button', { name: 'Dodaj kategorijo' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Ime kategorije' })).toBeVisible();
  await screen.getByRole('button', { name: /^Kje ste/ }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Naslov' })).toHaveValue('Tržaška 12');
  await screen.getByRole('button', { name: 'Preskoči vodič' }).click();
  await expect.element(screen.getByText(/^Vodič je zaprt/)).toBeVisible();
  expect(router.state.location.pathname).toBe('/dashboard');
  expect(sent).toEqual([['organization', { setup_completed: true, version: 1 }]]);
});

test('on a phone nothing sticks out', async () => {
  await page.viewport(360, 740);
  const { answers, current } = school([]);
  const { screen } = await renderApp({
    path: '/setup',
    answers,
    session: sessionOf('ORGANIZATION_ADMIN', current()),
  });
  await expect.element(screen.getByRole('textbox', { name: 'Naslov' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('setup');
  await page.viewport(1440, 900);
});
