import type { FamilyOfParticipant } from '@vpisnik/contract/families';
import type { Comparison, SamePerson } from '@vpisnik/contract/same-person';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { familyOf } from '../../../../../test/fixtures/families.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: the fake API answers these days, and pages show them

const spela = participantOf();
const other = participantOf({
  id: idOf(102),
  name: 'Špela Znidaršič',
  reference: '7KQ2ABCD',
  status: 'approved',
  withdrawn_at: null,
});
const merge = {
  ...{ id: idOf(501), name: other.name, reference: other.reference, actor: 'Nina' },
  ...{ created_at: '2026-09-20T10:00:00.000000Z', undo_until: '2026-10-20T10:00:00.000000Z' },
};
const none: SamePerson = { proposals: [], linked: [], merges: [] };
const comparison: Comparison = {
  kept: spela,
  other: { ...other, version: 3, application_date: '2026-09-01T10:00:00.000000Z' },
  fields: [
    { key: 'name', label: null, type: null, kept: spela.name, other: other.name, settled: 'choice' },
    { key: 'phone', label: null, type: null, kept: '031 777 188', other: '031 777 188', settled: 'same' },
    { key: 'status', label: null, type: null, kept: 'pending', other: 'approved', settled: 'choice' },
    {
      key: `answer:${idOf(41)}`,
      ...{ label: 'Objava fotografij', type: 'checkbox', kept: 'Da', other: '', settled: 'stricter' },
    },
    { key: `answer:${idOf(42)}`, label: 'Šola', type: 'text', kept: '', other: 'OŠ Vič', settled: 'only' },
  ],
  moved: { mails: 3, payments: 1, notes: 0, reapplications: 0 },
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The choice of a value in a group, which says whose it is as well. */
const choice = (group: ReturnType<typeof page.getByRole>, value: string) =>
  group.getByRole('radio', { name: new RegExp(`^${value} ?, `) });
const comparePath = `/participants/${spela.id}/same/${other.id}`;

/** Remembers the calls that change something, and answers what is known after them. */
function samePersonServer(known: SamePerson, more: NonNullable<Answers['same_person']> = {}) {
  const { server, answers } = participantServer(spela, other);
  const state = { known, calls: [] as unknown[][], compared: 0 };
  const same_person = {
    get: () => state.known,
    compare: () => {
      state.compared += 1;
      return comparison;
    },
    distinguish: ({ body }) => {
      state.calls.push(['distinguish', body.other_id, body.distinct]);
      state.known = body.distinct ? none : known;
      return state.known;
    },
    link: ({ body }) => {
      state.calls.push(['link', body.other_id]);
      state.known = { ...none, linked: [{ ...other, group_id: idOf(2) }] };
      return state.known;
    },
    merge: ({ body }) => {
      state.calls.push(['merge', body]);
      state.known = { ...none, merges: [merge] };
      return merge;
    },
    undo: ({ params, body }) => {
      state.calls.push(['undo', params.id, body]);
      state.known = none;
      return { id: spela.id, restored_id: other.id, stayed: [{ key: 'email', label: null }] };
    },
    ...more,
  } satisfies NonNullable<Answers['same_person']>;
  return { server, state, answers: { ...answers, same_person } satisfies Answers };
}

describe('the panel', () => {
  test('says who may be the same person and why; that they are not is remembered and taken back', async () => {
    const { state, answers } = samePersonServer({
      ...none,
      proposals: [{ ...other, alike: ['name', 'phone'] }],
    });
    await renderApp({ path: `/participants/${spela.id}`, answers });
    await expect
      .element(page.getByText(/Morda ista oseba: Špela Znidaršič \(enako ime, enak telefon\)/))
      .toBeVisible();
    await button('Nista ista oseba').click();
    await expect.element(page.getByText('Špela Znidaršič: predlog ne bo več prikazan')).toBeVisible();
    await button('Razveljavi').click();
    await expect.element(page.getByRole('link', { name: 'Primerjaj' })).toBeVisible();
    expect(state.calls).toEqual([
      ['distinguish', other.id, true],
      ['distinguish', other.id, false],
    ]);
  });

  test('of a merged application is that of the one it was merged into', async () => {
    const { answers } = samePersonServer({ ...none, merges: [merge] });
    const { participants } = answers;
    const get: typeof participants.get = (input) =>
      input.params.id === other.id
        ? new Refusal({ status: 404, code: 'not_found', merged_into: spela.id })
        : participants.get(input);
    const { router } = await renderApp({
      path: `/participants/${other.id}`,
      answers: { ...answers, participants: { ...participants, get } },
    });
    await expect.element(page.getByText(/Združena s prijavo Špela Znidaršič \(7KQ2ABCD\)/)).toBeVisible();
    expect(router.state.location.pathname).toBe(`/participants/${spela.id}`);
  });

  test('undoes a merge, asks about the place that is missing, and says what stays', async () => {
    const bodies: unknown[] = [];
    const { answers } = samePersonServer(
      { ...none, merges: [merge] },
      {
        undo: ({ body }) => {
          bodies.push(body.allow_overbooking);
          if (!body.allow_overbooking) return new Refusal({ status: 409, code: 'group_full' });
          return { id: spela.id, restored_id: other.id, stayed: [{ key: 'email', label: null }] };
        },
      },
    );
    await renderApp({ path: `/participants/${spela.id}`, answers });
    await expect.element(page.getByText(/Združena s prijavo Špela Znidaršič \(7KQ2ABCD\)/)).toBeVisible();
    await button('Razveljavi združitev').click();
    await button('Vseeno razveljavi').click();
    await expect.element(page.getByText(/Ostane, kar je bilo spremenjeno po njej: E-pošta/)).toBeVisible();
    expect(bodies).toEqual([false, true]);
  });
});

describe('the comparison', () => {
  test('lets choose what differs, merges, goes back and can be undone there', async () => {
    const { state, answers } = samePersonServer(none);
    const alone: FamilyOfParticipant = { family: null, proposal: [] };
    const ofParticipant = () => ({ ...alone, family: state.calls.length === 1 ? familyOf() : null });
    const families = { ofParticipant };
    const { router } = await renderApp({ path: comparePath, answers: { ...answers, families } });
    const family = page.getByRole('link', { name: 'Barbara Žnidaršič' });
    const names = page.getByRole('radiogroup', { name: 'Ime in priimek' });
    await expect.element(choice(names, spela.name)).toBeChecked();
    // the one that has come further
    const statuses = page.getByRole('radiogroup', { name: 'Stanje' });
    await expect.element(choice(statuses, 'Odobrena')).toBeChecked();
    await expect.element(page.getByText('velja strožja odločitev: ne')).toBeVisible();
    await expect.element(page.getByText(/se prenesejo: 1 plačilo in 3 sporočila/)).toBeVisible();
    await expectAccessible();
    // whose value it is, also for those who don't see the columns
    await expect.element(names.getByRole('radio', { name: /^Špela Znidaršič ?, 7KQ2ABCD$/ })).toBeVisible();
    await expect.element(page.getByText(/^OŠ Vič ?, ?7KQ2ABCD$/)).toBeVisible();
    await choice(names, other.name).click();
    await expect.element(page.getByText(`Po združitvi: ${other.name}`)).toBeVisible();
    await button('Združi prijavi').click();
    await expect.element(page.getByText('Prijavi sta združeni')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/participants/${spela.id}`);
    const body = { other_id: other.id, version: 1, other_version: 3, take: ['status', 'name'], keep: [] };
    expect(state.calls).toEqual([['merge', body]]);
    // one of the two is not there any more
    expect(state.compared).toBe(1);
    await expect.element(family).toBeVisible();
    await button('Razveljavi').click();
    await expect.element(page.getByText(/Združitev je razveljavljena/)).toBeVisible();
    await expect.element(family).not.toBeInTheDocument();
  });

  test('demands a choice between sensitive answers, and says for how long the other one is kept', async () => {
    const allergies = {
      key: `answer:${idOf(43)}`,
      label: 'Alergije',
      type: 'text',
      sensitive: true,
    } as const;
    const fields: Comparison['fields'] = [{ ...allergies, kept: 'ne', other: 'oreščki', settled: 'choice' }];
    const { state, answers } = samePersonServer(none, { compare: () => ({ ...comparison, fields }) });
    await renderApp({ path: comparePath, answers });
    const group = page.getByRole('radiogroup', { name: 'Alergije' });
    await expect
      .element(group)
      .toHaveAccessibleDescription('občutljivo: neizbrani odgovor se hrani le 30 dni');
    for (const name of ['ne', 'oreščki']) await expect.element(choice(group, name)).not.toBeChecked();
    await button('Združi prijavi').click();
    await expect.element(group.getByText('Izberite, kaj velja.')).toBeVisible();
    await expect.element(choice(group, 'ne')).toHaveFocus();
    expect(state.calls).toEqual([]);
    await choice(group, 'ne').click();
    await button('Združi prijavi').click();
    await expect.element(page.getByText('Prijavi sta združeni')).toBeVisible();
    expect(state.calls).toMatchObject([['merge', { take: ['status'], keep: [allergies.key] }]]);
  });

  test('can be taken back when it said that they are two people', async () => {
    const { state, answers } = samePersonServer({ ...none, proposals: [{ ...other, alike: ['name'] }] });
    await renderApp({ path: comparePath, answers });
    await button('Nista ista oseba').click();
    await expect.element(page.getByText('Špela Znidaršič: predlog ne bo več prikazan')).toBeVisible();
    await button('Razveljavi').click();
    await expect.element(page.getByRole('link', { name: 'Primerjaj' })).toBeVisible();
    expect(state.calls.map(([, , distinct]) => distinct)).toEqual([true, false]);
  });

  test('ends when one of the two was merged or deleted meanwhile', async () => {
    const errors = [{ path: 'other_id', code: 'unknown_id' }];
    const refusal = new Refusal({ status: 422, code: 'invalid_fields', errors });
    let isThere = true;
    const { answers } = samePersonServer(none, {
      compare: () => (isThere ? comparison : refusal),
      merge: () => refusal,
    });
    await renderApp({ path: comparePath, answers });
    await expect.element(button('Združi prijavi')).toBeVisible();
    isThere = false;
    await button('Združi prijavi').click();
    await expect.element(page.getByRole('heading', { name: 'Ene od prijav ni več' })).toBeVisible();
    await expect.element(page.getByText(/Izberite, kaj velja/)).not.toBeInTheDocument();
    await expect.element(button('Združi prijavi')).not.toBeInTheDocument();
  });

  test('is shown anew when one of them was changed meanwhile', async () => {
    const { answers } = samePersonServer(none, {
      merge: () => new Refusal({ status: 409, code: 'edit_conflict' }),
    });
    await renderApp({ path: comparePath, answers });
    await button('Združi prijavi').click();
    await expect.element(page.getByText(/Ena od prijav je bila medtem spremenjena/)).toBeVisible();
    await expect.element(button('Združi prijavi')).toBeVisible();
  });

  test('of different groups offers no choice but to link them', async () => {
    const { state, answers } = samePersonServer(none, {
      compare: () => ({ ...comparison, other: { ...comparison.other, group_id: idOf(2) } }),
    });
    await renderApp({ path: comparePath, answers, locale: 'en' });
    await expect.element(page.getByText(/so they stay apart/)).toBeVisible();
    expect(page.getByRole('radio').elements()).toEqual([]);
    await button('Link as the same person').click();
    await expect.element(page.getByText('Applications of the same person to other groups')).toBeVisible();
    expect(state.calls).toEqual([['link', other.id]]);
  });
});
