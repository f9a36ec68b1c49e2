import type { Family, FamilyChild, FamilyOfParticipant } from '@vpisnik/contract/families';
import type { PaymentAccount } from '@vpisnik/contract/payments';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { childOf, familyOf } from '../../../../../test/fixtures/families.ts';
import { mailOf, participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';
import { idsOf } from './family-words.ts';

// fixed days: days of birth and of mails, of which none is compared with today

const spela = participantOf({ id: idOf(101), guardian_name: 'Barbara Žnidaršič' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const section = () => page.getByRole('complementary', { name: spela.name });

/** The statement of the family with what it owes. */
const accountOf = (balances: PaymentAccount['balances']): PaymentAccount => ({
  organization: { name: 'Plesna šola Zvezda', lines: [] },
  ...{ today: '2026-11-23', language: 'sl', has_family: true, people: [], balances, payee: null },
});

type Told = { kind: string; id: string; body?: unknown };

/**
 * A server with the family of one participant, which remembers what it was told. Who joins brings applications of the same
 * name and address, and no others.
 */
function familyServer(first: FamilyOfParticipant, whole = familyOf()) {
  const state = { of: first, whole, told: [] as Told[] };
  const members = new Set(first.proposal.length > 0 ? [] : idsOf(whole.children));
  const joinAll = (ids: readonly string[]) => {
    const all = whole.children.flatMap(({ applications }) => applications);
    const named = all.filter((one) => ids.includes(one.id));
    for (const { id, name, email } of all)
      if (named.some((one) => one.id === id || (one.name === name && one.email === email))) members.add(id);
  };
  const current = () => {
    const children = whole.children
      .map((child) => ({ ...child, applications: child.applications.filter(({ id }) => members.has(id)) }))
      .filter(({ applications }) => applications.length > 0);
    state.whole = { ...state.whole, children };
    return state.whole;
  };
  const { answers } = participantServer(spela);
  const families: NonNullable<Answers['families']> = {
    ofParticipant: () => state.of,
    join: ({ params: { id }, body }) => {
      state.told.push({ kind: 'join', id, body });
      joinAll([id, ...body.participant_ids]);
      state.of = { family: current(), proposal: [] };
      return state.of;
    },
    refuse: ({ params: { id }, body }) => {
      state.told.push({ kind: 'refuse', id, body });
      state.of = { ...state.of, proposal: [] };
      return state.of;
    },
    separate: ({ params: { id } }) => {
      state.told.push({ kind: 'separate', id });
      const leaving = whole.children.filter(({ applications }) => applications.some((one) => one.id === id));
      for (const one of idsOf(leaving)) members.delete(one);
      if (current().children.length < 2) members.clear();
      state.of = { family: null, proposal: [] };
      return undefined;
    },
    get: () => state.whole,
    setContact: ({ params: { id }, body }) => {
      state.told.push({ kind: 'contact', id, body });
      const { contact } = state.whole;
      const emails = body.email === undefined ? contact.emails : [body.email];
      state.whole = { ...state.whole, version: state.whole.version + 1, contact: { ...contact, emails } };
      return state.whole;
    },
  };
  return {
    state,
    answers: { ...answers, families, payments: { account: () => accountOf([]) } },
  };
}

const none: FamilyOfParticipant = { family: null, proposal: [] };
const proposed: FamilyChild[] = familyOf().children.slice(1);
const panel = (answers: Answers) => renderApp({ path: `/participants/${spela.id}`, answers });
const open = (answers: Answers, role?: Parameters<typeof sessionOf>[0]) =>
  renderApp({ path: `/families/${idOf(701)}`, answers, ...(role && { session: sessionOf(role) }) });

describe('the family of a participant', () => {
  it('is proposed by a common address, joined, and left again with a way back', async () => {
    const { state, answers } = familyServer({ family: null, proposal: proposed });
    await panel(answers);
    await expect.element(section().getByText('Verjetno ista družina:')).toBeVisible();
    await expectAccessible();
    await picture('family-proposal');
    await button('Združi v družino: Jakob Žnidaršič, Zala Žnidaršič').click();
    await expect.element(page.getByText('Starš ali skrbnik, 3 otroci v 4 skupinah')).toBeVisible();
    expect(state.told).toEqual([
      {
        ...{ kind: 'join', id: spela.id },
        body: { participant_ids: [idOf(103), idOf(104)], join_families: false },
      },
    ]);
    const sibling = section().getByRole('link', { name: /^Hip hop mladi ?, Jakob Žnidaršič$/ });
    await expect.element(sibling).toHaveAttribute('href', `/participants/${idOf(103)}`);
    await picture('family-section');
    await button('Loči od družine').click();
    await expect.element(page.getByText('Špela Žnidaršič: ni več v družini')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Družina' })).toHaveFocus();
    await button('Razveljavi').click();
    await expect.element(section().getByRole('link', { name: 'Barbara Žnidaršič' })).toBeVisible();
    expect(state.told.slice(1)).toMatchObject([
      { kind: 'separate', id: spela.id },
      { kind: 'join', body: { participant_ids: [idOf(102), idOf(103), idOf(104)], join_families: true } },
    ]);
  });

  it('says who is gone meanwhile, and proposes anew', async () => {
    const { state, answers } = familyServer({ family: null, proposal: proposed });
    const errors = [{ path: 'participant_ids.1', code: 'unknown_id' }];
    await panel({
      ...answers,
      families: {
        ...answers.families,
        join: () => {
          state.of = { family: null, proposal: proposed.slice(0, 1) };
          return new Refusal({ status: 422, code: 'invalid_fields', errors });
        },
      },
    });
    await button('Združi v družino: Jakob Žnidaršič, Zala Žnidaršič').click();
    await expect.element(page.getByText(/^Koga od teh udeležencev ni več/)).toBeVisible();
    await expect.element(button('Združi v družino: Jakob Žnidaršič')).toBeVisible();
  });

  it('is whole again when a separation is taken back, also with what was joined by hand', async () => {
    const [first, ...siblings] = familyOf().children;
    const [one, two] = first?.applications ?? [];
    const children = [
      childOf('Špela Žnidaršič', null, { ...one }, { ...two, email: 'oce@mail.test' }),
      ...siblings,
    ];
    const family = familyOf({ children });
    await panel(familyServer({ family, proposal: [] }, family).answers);
    await button('Loči od družine').click();
    await expect.element(section().getByText(/^Starš ali skrbnik/)).not.toBeInTheDocument();
    await button('Razveljavi').click();
    await expect.element(page.getByText('Starš ali skrbnik, 3 otroci v 4 skupinah')).toBeVisible();
  });

  it('is not proposed again once it is said to be none', async () => {
    const { state, answers } = familyServer({ family: null, proposal: proposed });
    await panel(answers);
    await button('Ni ista družina: Jakob Žnidaršič, Zala Žnidaršič').click();
    await expect.element(section().getByText('Verjetno ista družina:')).not.toBeInTheDocument();
    expect(state.told[0]).toMatchObject({
      kind: 'refuse',
      body: { participant_ids: [idOf(103), idOf(104)] },
    });
  });

  it('takes somebody who is searched for, and asks before it joins two families', async () => {
    const { state, answers } = familyServer(none);
    const other = familyOf({ id: idOf(702), children: [childOf('Luka Kos', null, { id: idOf(105) })] });
    const { join } = answers.families;
    let asked = false;
    await panel({
      ...answers,
      participants: {
        ...answers.participants,
        find: () => ({ results: [{ ...participantOf({ id: idOf(105), name: 'Luka Kos' }) }] }),
      },
      families: {
        ...answers.families,
        join: (input) => {
          if (asked) return join?.(input) ?? none;
          asked = true;
          return new Refusal({
            status: 409,
            code: 'in_other_family',
            current: { family: other, proposal: [] },
          });
        },
      },
    });
    await button('Dodaj v družino').click();
    await page.getByRole('combobox', { name: 'Poiščite udeleženca' }).fill('luka');
    await page.getByRole('option', { name: 'Luka Kos, Moderni ples' }).click();
    await button('Dodaj v družino').click();
    const dialog = page.getByRole('dialog', { name: 'Združim družini?' });
    await expect.element(dialog.getByText(/^Že v drugi družini: Luka Kos/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Združi družini' }).click();
    await expect.element(section().getByRole('link', { name: 'Barbara Žnidaršič' })).toBeVisible();
    expect(state.told).toMatchObject([{ body: { participant_ids: [idOf(105)], join_families: true } }]);
  });

  it('out of whose groups some are is told in a number and can’t be changed', async () => {
    const family = familyOf({ hidden_count: 2 });
    await panel(familyServer({ family, proposal: proposed }).answers);
    await expect.element(section().getByText(/^Še 2 prijavi sta v skupinah, ki jih ne vodite/)).toBeVisible();
    for (const name of ['Loči od družine', 'Dodaj v družino'])
      await expect.element(button(name)).not.toBeInTheDocument();
    await expect.element(section().getByText('Verjetno ista družina:')).not.toBeInTheDocument();
  });
});

describe('the page of a family', () => {
  const mails: Family['mails'] = [
    { ...mailOf(), participant_id: idOf(101), participant_name: 'Špela Žnidaršič' },
    {
      ...mailOf({ id: idOf(202), state: 'failed', email_type: 'application_confirmation', status_at: null }),
      ...{ participant_id: idOf(104), participant_name: 'Zala Žnidaršič' },
    },
  ];

  it('says what it owes together, and begins a message about what its children attend', async () => {
    const { answers } = familyServer(none);
    const written: unknown[] = [];
    const balances = [{ currency: 'EUR', open: '157.00', overdue: '85.00', received: '79.00' }];
    await open({
      ...answers,
      payments: { account: ({ query }) => accountOf(query?.family === 'true' ? balances : []) },
      messages: {
        create: ({ body }) => {
          written.push(body);
          return new Refusal({ status: 500, code: 'internal_error' });
        },
      },
    });
    const owed = page.getByRole('region', { name: 'Plačila' });
    await expect.element(owed.getByText(/^157,00\s€ odprto, od tega 85,00\s€ zapadlo$/)).toBeVisible();
    await expect
      .element(owed.getByRole('link', { name: 'Izpiši stanje' }))
      .toHaveAttribute('href', `/participants/${idOf(101)}/account?family=true`);
    await expectAccessible(document);
    await picture('family-balance');
    await button('Napiši e-pošto').click();
    // without the one who has left
    await expect.poll(() => written).toEqual([{ audience: { ids: [101, 103, 104].map(idOf) } }]);
  });

  it('shows children with their groups, changes the contact for all, and separates a child', async () => {
    const { state, answers } = familyServer(none, familyOf({ mails }));
    await open(answers);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Barbara Žnidaršič' })).toBeVisible();
    await expect.element(page.getByText('Starš ali skrbnik, 3 otroci v 4 skupinah')).toBeVisible();
    const card = page.getByRole('region', { name: 'Zala Žnidaršič' });
    await expect.element(card.getByText('Čakalna vrsta')).toBeVisible();
    const show = 'Pokaži sporočilo: Sprememba stanja prijave: Odobrena, Špela Žnidaršič';
    await expect.element(button(show)).toBeVisible();
    await expectAccessible(document);
    await picture('family');
    await page.viewport(360, 780);
    await expect
      .poll(() => document.documentElement.scrollWidth)
      .toBeLessThanOrEqual(document.documentElement.clientWidth);
    await picture('family');
    await page.viewport(1440, 900);

    await button('Uredi za vse').click();
    const sheet = page.getByRole('dialog', { name: 'Stik družine' });
    await expect.poll(() => document.activeElement?.matches('[role="dialog"] input')).toBe(true);
    await expect.element(sheet.getByText('Sprememba velja za 4 prijave.')).toBeVisible();
    const email = sheet.getByRole('textbox', { name: 'E-pošta' });
    await email.fill('');
    await sheet.getByRole('button', { name: 'Shrani stik' }).click();
    await expect.element(sheet.getByText('Izpolnite to polje.')).toBeVisible();
    await picture('family-contact');
    await email.fill('nova@mail.test');
    await sheet.getByRole('button', { name: 'Shrani stik' }).click();
    await expect.element(page.getByText('Stik družine je shranjen')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'nova@mail.test' })).toBeVisible();
    const members = [101, 102, 103, 104].map((n) => ({ id: idOf(n), version: 1 }));
    expect(state.told).toEqual([
      { kind: 'contact', id: idOf(701), body: { version: 1, members, email: 'nova@mail.test' } },
    ]);

    await button('Dejanja: Zala Žnidaršič, Otroški balet').click();
    await page.getByRole('menuitem', { name: 'Loči od družine: Zala Žnidaršič' }).click();
    await expect.element(page.getByText('Starš ali skrbnik, 2 otroka v 3 skupinah')).toBeVisible();
    expect(state.told[1]).toEqual({ kind: 'separate', id: idOf(104) });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    // one who is left alone is no family
    await button('Dejanja: Jakob Žnidaršič, Hip hop mladi').click();
    await page.getByRole('menuitem', { name: 'Loči od družine: Jakob Žnidaršič' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Udeleženci' })).toBeVisible();
  });

  it('leaves what differs alone unless it is filled in, and names the application that clashes', async () => {
    const contact = { names: [], emails: ['barbara@mail.test', 'ales@mail.test'], phones: ['031 777 188'] };
    const { answers } = familyServer(none, familyOf({ contact, takes_name: false }));
    const sent: unknown[] = [];
    await open({
      ...answers,
      families: {
        ...answers.families,
        setContact: ({ body }) => {
          sent.push(body);
          const errors = [{ path: 'members.2', code: 'already_applied' }];
          return new Refusal({ status: 409, code: 'already_applied', errors });
        },
      },
    });
    await expect.element(page.getByText('3 osebe v 4 skupinah')).toBeVisible();
    await expect.element(page.getByText('Prijave imajo različne podatke.')).toBeVisible();
    await button('Uredi za vse').click();
    const email = page.getByRole('textbox', { name: 'E-pošta' });
    await expect.element(email).toHaveValue('');
    await userEvent.fill(page.getByRole('textbox', { name: 'Telefon' }), '041 111 222');
    await button('Shrani stik').click();
    await expect
      .element(page.getByText(/^Jakob Žnidaršič, Hip hop mladi: v tej skupini je že prijava/))
      .toBeVisible();
    expect(sent).toEqual([expect.not.objectContaining({ email: expect.anything() })]);
  });

  it('says that a name can’t be kept', async () => {
    const { answers } = familyServer(none);
    const setContact = () =>
      new Refusal({ status: 422, code: 'invalid_fields', errors: [{ path: 'name', code: 'not_asked' }] });
    await open({ ...answers, families: { ...answers.families, setContact } });
    await button('Uredi za vse').click();
    await page.getByRole('textbox', { name: 'Ime in priimek starša ali skrbnika' }).fill('Barbara Kos');
    await button('Shrani stik').click();
    const field = page.getByRole('textbox', { name: 'Ime in priimek starša ali skrbnika' });
    await expect.element(field).toHaveAccessibleDescription(/Tega ni mogoče shraniti/);
  });

  it('is for those who lead groups, with the ways that they have', async () => {
    await open(familyServer(none).answers, 'GROUP_ADMIN');
    await expect
      .element(page.getByRole('link', { name: 'Hip hop mladi' }))
      .toHaveAttribute('href', `/groups/${idOf(3)}?tab=participants&participant=${idOf(103)}`);
  });
});
