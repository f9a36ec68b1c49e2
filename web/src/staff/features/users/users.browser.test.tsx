import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { groupOf } from '../../../../test/fixtures/groups.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { userOf, userSummaryOf } from '../../../../test/fixtures/users.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

const myId = sessionOf('ORGANIZATION_ADMIN').user?.id ?? '';
const me = userSummaryOf({
  id: myId,
  name: 'Maja Kovač',
  email: 'maja@zvezda.test',
  role: 'ORGANIZATION_ADMIN',
});
const rok = userSummaryOf({
  id: idOf(32),
  name: 'Rok Zupan',
  confirmed: false,
  last_sign_in_at: null,
  invitation_expires_at: '2026-11-28T09:00:00.000000Z',
});
const gone = userSummaryOf({ id: idOf(33), name: 'Vid Kos', role: 'GROUP_ADMIN', active: false });
const staff = [me, userSummaryOf(), rok, gone];

let sent: unknown[];

beforeEach(() => {
  sent = [];
  // an invitation that works still
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

type Users = NonNullable<Answers['users']>;

/** Opens the users' list over the given answers; records writes. */
async function open(
  path: string,
  users: Users = {},
  people = staff,
  session = sessionOf('ORGANIZATION_ADMIN'),
  groupsCome?: Promise<void>,
) {
  const answers: Answers = {
    users: {
      list: ({ query }) => {
        const { search = '', active, role } = (query ?? {}) as Record<string, string | undefined>;
        return listOf(
          ...people.filter(
            (one) =>
              one.name.includes(search) &&
              (!active || String(one.active) === active) &&
              (!role || one.role === role),
          ),
        );
      },
      get: () => userOf(),
      ...users,
    },
    groups: {
      list: async () => {
        await groupsCome;
        return listOf(groupOf(), groupOf({ id: idOf(2), name: { sl: 'Balet', en: 'Ballet' } }));
      },
    },
  };
  return renderApp({ path, answers, session });
}

const menuOf = async (name: string) => page.getByRole('button', { name: `Dejanja: ${name}` }).click();
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const noteBody = (input: { body: unknown }) => void sent.push(input.body);

test.each([1440, 360])('staff at %i px: role, scope, state and invitation in words', async (width) => {
  await page.viewport(width, 900);
  const { screen, router } = await open('/users');
  await expect.element(screen.getByText('Nina Bergant')).toBeVisible();
  await expect.element(screen.getByText('3 skupine').first()).toBeVisible();
  await expect.element(screen.getByText('do 28. 11. 2026, 10:00')).toBeVisible();
  await expect.element(screen.getByText('Vse skupine')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  const row = screen.getByRole('row', { name: /Nina Bergant/ });
  const scope = row.getByText('3 skupine').element().getBoundingClientRect();
  const menu = row.getByRole('button').element().getBoundingClientRect();
  // no line of its own for the menu
  expect(menu.top).toBeLessThan(scope.bottom);
  await expectAccessible(document);
  await picture('users');
  await screen.getByRole('searchbox', { name: 'Ime ali e-pošta' }).fill('Nobody');
  await expect.element(screen.getByRole('heading', { name: 'Nihče ne ustreza iskanju' })).toBeVisible();
  expect(router.state.location.search).toEqual({ search: 'Nobody' });
  await page.viewport(1440, 900);
});

it('is narrowed by role and state, which the address says', async () => {
  const { router } = await open('/users');
  await press('Vloga');
  await page.getByRole('radio', { name: 'Skrbnik skupin' }).click();
  await expect.element(page.getByText('Vid Kos')).toBeVisible();
  await expect.element(page.getByText('Rok Zupan')).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ role: 'GROUP_ADMIN' });
});

it('resets a lost second factor after a question, where there is one', async () => {
  const people = [
    me,
    userSummaryOf({ second_factor: true }),
    userSummaryOf({ id: idOf(34), name: 'Ana Cvet' }),
  ];
  await open(
    '/users',
    {
      resetSecondFactor: ({ params }) => {
        sent.push(params);
        return undefined;
      },
    },
    people,
  );
  await menuOf('Ana Cvet');
  await expect.element(item('Dejavnost')).toBeVisible();
  await expect.element(item('Ponastavi dvostopenjsko preverjanje')).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: 'Uredi' }).click();
  await press('Prekliči');
  await menuOf('Nina Bergant');
  await item('Ponastavi dvostopenjsko preverjanje').click();
  const question = page.getByRole('dialog', {
    name: 'Ponastavim dvostopenjsko preverjanje za račun »Nina Bergant«?',
  });
  await expect.element(question.getByText(/Na nina@zvezda.test pošljemo obvestilo/)).toBeVisible();
  await expectAccessible(document);
  await picture('user-reset-factor');
  expect(sent).toEqual([]);
  await question.getByRole('button', { name: 'Ponastavi dvostopenjsko preverjanje' }).click();
  await expect.element(page.getByText('Dvostopenjsko preverjanje je ponastavljeno')).toBeVisible();
  expect(sent).toEqual([{ id: idOf(31) }]);
});

describe('inviting', () => {
  it('sends name, address, role and groups, and says where the invitation went', async () => {
    const { router } = await open('/users', {
      invite: (input) => {
        noteBody(input);
        return userOf({ id: idOf(40), email: 'tina@zvezda.test' });
      },
    });
    await press('Povabi v ekipo');
    await expect.element(page.getByLabelText('Ime in priimek')).toHaveFocus();
    await page.getByLabelText('Ime in priimek').fill('Tina Žagar');
    await page.getByLabelText('E-poštni naslov').fill('tina@zvezda.test');
    await page.getByRole('radio', { name: /^Skrbnik skupin/ }).click();
    await page.getByRole('combobox', { name: 'Skupine, do katerih ima dostop' }).click();
    await page.getByRole('option', { name: 'Balet' }).click();
    await expectAccessible(document);
    await picture('user-invite');
    await press('Pošlji povabilo');
    await expect.element(page.getByText('Povabilo je na poti na tina@zvezda.test')).toBeVisible();
    expect(sent).toEqual([
      {
        name: 'Tina Žagar',
        email: 'tina@zvezda.test',
        language: 'sl',
        role: 'GROUP_ADMIN',
        all_groups_allowed: false,
        authorized_groups: [idOf(2)],
      },
    ]);
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('wants a group or all of them, and none for an administrator', async () => {
    await open('/users?edit=new', {
      invite: (input) => {
        noteBody(input);
        return userOf();
      },
    });
    await press('Pošlji povabilo');
    await expect.element(page.getByText('Izberite vsaj eno skupino ali vse skupine.').first()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Obrazec ima 3 napake' })).toBeVisible();
    await page.getByRole('radio', { name: /^Skrbnik organizacije/ }).click();
    await expect.element(page.getByText('Skrbnik organizacije ima dostop do vseh skupin.')).toBeVisible();
    await page.getByLabelText('Ime in priimek').fill('Tina');
    await page.getByLabelText('E-poštni naslov').fill('tina@zvezda.test');
    await press('Pošlji povabilo');
    await expect
      .poll(() => sent)
      .toEqual([
        expect.objectContaining({
          role: 'ORGANIZATION_ADMIN',
          all_groups_allowed: true,
          authorized_groups: [],
        }),
      ]);
  });

  it('says at the address that there is an account already', async () => {
    const refusal = new Refusal({ status: 409, code: 'email_taken' });
    await open('/users?edit=new', { invite: () => refusal });
    await page.getByLabelText('Ime in priimek').fill('Tina');
    await page.getByLabelText('E-poštni naslov').fill('nina@zvezda.test');
    await page.getByRole('radio', { name: 'Vse skupine' }).click();
    await press('Pošlji povabilo');
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveAccessibleDescription(/že obstaja/);
  });

  it('sends an invitation again', async () => {
    await open('/users', {
      resendInvitation: ({ params }) => {
        sent.push(params);
        return undefined;
      },
    });
    await menuOf('Rok Zupan');
    await item('Pošlji povabilo znova').click();
    await press('Pošlji povabilo');
    await expect.element(page.getByText('Povabilo je na poti na nina@zvezda.test')).toBeVisible();
    expect(sent).toEqual([{ id: idOf(32) }]);
  });
});

describe('changing', () => {
  it('sends only changed fields; those of the scope go together', async () => {
    await open(`/users?edit=${idOf(31)}`, {
      update: (input) => {
        noteBody(input);
        return userOf({ all_groups_allowed: true, version: 5 });
      },
    });
    await expect.element(page.getByLabelText('Ime in priimek')).toHaveValue('Nina Bergant');
    await page.getByRole('radio', { name: 'Vse skupine' }).click();
    await press('Shrani uporabnika');
    await expect.element(page.getByText('Uporabnik je shranjen')).toBeVisible();
    expect(sent).toEqual([{ all_groups_allowed: true, authorized_groups: [], version: 4 }]);
  });

  it('calls no group gone while the groups are being fetched', async () => {
    const fetched = Promise.withResolvers<void>();
    await open(`/users?edit=${idOf(31)}`, {}, staff, undefined, fetched.promise);
    const sheet = page.getByRole('dialog');
    await expect.element(sheet.getByText('Nalaganje').first()).toBeVisible();
    expect(sheet.element().textContent).not.toContain('ki je ni več');
    fetched.resolve();
    await expect.element(sheet.getByText('Moderni ples').first()).toBeVisible();
  });

  it('says that a deleted user is gone', async () => {
    await open(`/users?edit=${idOf(31)}`, { get: () => new Refusal({ status: 404, code: 'not_found' }) });
    await expect.element(page.getByText('Tega uporabniškega računa ni več.')).toBeVisible();
  });

  it('keeps one’s own role, and says why', async () => {
    await open(`/users?edit=${myId}`, {
      get: () => userOf({ id: myId, role: 'ORGANIZATION_ADMIN', all_groups_allowed: true }),
    });
    await expect.element(page.getByText('Svoje vloge ne morete spremeniti.')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /^Ogled skupin/ })).toBeDisabled();
    await expectAccessible(document);
  });

  it('says the server’s refusal in words', async () => {
    const refusal = new Refusal({ status: 409, code: 'last_administrator' });
    await open(`/users?edit=${idOf(31)}`, { update: () => refusal });
    await page.getByLabelText('Ime in priimek').fill('Nina B.');
    await press('Shrani uporabnika');
    await expect
      .element(page.getByText('Organizacija potrebuje vsaj eno aktivno osebo z vlogo skrbnika organizacije.'))
      .toBeVisible();
  });
});

describe('actions that ask first', () => {
  it.each([
    ['Deaktiviraj', 'Deaktiviraj račun', 'Račun ni več aktiven', { active: false }],
    ['Izbriši uporabnika', 'Izbriši uporabnika', 'Uporabnik je izbrisan', 'removed'],
    [
      'Zahtevaj novo geslo',
      'Zahtevaj novo geslo',
      'Novo geslo bo zahtevano',
      { password_change_required: true, version: 4 },
    ],
  ])('asks first, naming the person: %s', async (action, confirm, done, body) => {
    await open('/users', {
      setStatus: (input) => {
        noteBody(input);
        return userOf({ active: false });
      },
      update: (input) => {
        noteBody(input);
        return userOf();
      },
      remove: () => void sent.push('removed'),
    });
    await menuOf('Nina Bergant');
    await item(action).click();
    await expect.element(page.getByRole('dialog', { name: /»Nina Bergant«/ })).toBeVisible();
    await expectAccessible(document);
    expect(sent).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
    await expect.element(page.getByText(done)).toBeVisible();
    expect(sent).toEqual([body]);
  });

  it.each([
    ['Deaktiviraj', /ne bo delovala, dokler povabila ne aktivirate/, 'Povabilo ni več aktivno', true],
    ['Aktiviraj', /bo spet delovala, če še ni potekla/, 'Povabilo je aktivno', false],
    ['Umakni povabilo', /ne bo več delovala/, 'Povabilo je umaknjeno', true],
  ])('speaks of the invitation where there is no account yet: %s', async (action, says, done, active) => {
    const users: Users = { setStatus: () => userOf({ active: !active }), remove: () => undefined };
    await open('/users', users, [me, { ...rok, active }]);
    await menuOf('Rok Zupan');
    await item(action).click();
    const dialog = page.getByRole('dialog', { name: /povabilo za »Rok Zupan«/ });
    await expect.element(dialog.getByText(says)).toBeVisible();
    await expect.element(dialog.getByText(/račun/i)).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: /povabilo$/ }).click();
    await expect.element(page.getByText(done)).toBeVisible();
  });

  it('can’t be done to oneself, and the menu says so', async () => {
    await open('/users');
    await menuOf('Maja Kovač');
    await expect.element(item(/^Izbriši uporabnika/)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(item(/^Deaktiviraj/)).toMatchTextContent(/Pri lastnem računu to ni mogoče\./);
    await expectAccessible(document);
    await picture('user-menu');
    await item(/^Deaktiviraj/).click({ force: true });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('can’t be done to the last administrator, even by the platform’s', async () => {
    const admin = sessionOf('ADMIN', sessionOf('ORGANIZATION_ADMIN').organization);
    if (admin.user) admin.user.id = idOf(99);
    await open('/users', {}, staff, admin);
    await menuOf('Maja Kovač');
    await expect
      .element(item(/^Izbriši uporabnika/))
      .toMatchTextContent(/To je edini aktivni skrbnik organizacije\./);
  });

  it('shows a refusal of the server', async () => {
    await open('/users', { remove: () => new Refusal({ status: 403, code: 'own_account' }) });
    await menuOf('Nina Bergant');
    await item('Izbriši uporabnika').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Izbriši uporabnika' }).click();
    await expect.element(page.getByText('Tega pri lastnem računu ni mogoče narediti.')).toBeVisible();
  });
});
