import type { OfferStanding } from '@vpisnik/contract/offers';
import type { Participant } from '@vpisnik/contract/participants';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { references } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: when an offer was made, which is only told
/** An open offer; its day and time in Ljubljana are the same on any day of the test. */
const until = '2199-01-10T16:00:00Z';

const waiting = (fields: Partial<Participant> = {}) =>
  participantOf({ status: 'waitlisted', waiting_position: 1, ...fields });
const ana = waiting({ id: idOf(102), name: 'Ana Kos', email: 'kos@mail.test' });
const bor = waiting({ id: idOf(103), name: 'Bor Kos', email: 'kos@mail.test', waiting_position: 2 });
const cene = waiting({ id: idOf(104), name: 'Cene Rak', waiting_position: 3 });

/** Those people as a group's offers name them. */
const queuedOf = (...rows: Participant[]) =>
  rows.map(({ id, name, application_date, offer_tie }) => ({ id, name, application_date, offer_tie }));

/** A group with two free places and the offers that it makes, as the server would where nobody is tied. */
function serverOf(...rows: Participant[]) {
  const { server, answers } = participantServer(...rows);
  server.group = groupOf({ places: 16, taken: 14, waiting: rows.length });
  const calls: [string, unknown][] = [];
  const standing: OfferStanding = {
    ...{
      offer_mode: 'by_hand',
      offer_hours: 48,
      free: 2,
      waiting: rows.length,
      paused: 0,
      unheard: 0,
      offered: 0,
      until,
    },
    first_id: rows[0]?.id ?? null,
    in_turn: queuedOf(...rows.slice(0, 2)),
    passed_over: [],
  };
  const open = {
    offer_until: until,
    offered_at: '2026-09-20T16:00:00Z',
    offer_no: 1,
    waiting_position: null,
  };
  const none = { offer_until: null, offer_paused_at: null };
  const offers = {
    ofGroup: ({ query }) => ({ ...standing, in_turn: standing.in_turn.slice(0, Number(query?.count ?? 50)) }),
    offerFirst: ({ body: { count, ids } }) => {
      calls.push(['first', ids]);
      const offered_ids = standing.in_turn.slice(0, count).map(({ id }) => id);
      for (const id of offered_ids) server.change(id, open);
      Object.assign(standing, { free: 0, first_id: null, in_turn: [] });
      return { ...standing, offered_ids };
    },
    offer: ({ params: { id }, body }) => {
      calls.push(['offer', body]);
      return server.change(id, open);
    },
    lengthen: ({ params: { id }, body }) => {
      calls.push(['lengthen', body]);
      return server.change(id, { offer_until: body.until });
    },
    withdraw: ({ params: { id }, body }) => {
      calls.push(['withdraw', body]);
      return server.change(id, none);
    },
    resume: ({ params: { id }, body }) => {
      calls.push(['resume', body]);
      return server.change(id, none);
    },
    tie: ({ params: { id }, body: { tied } }) => {
      calls.push(['tie', tied]);
      const offer_tie = tied ? id : null;
      for (const row of server.rows.values())
        if (row.email === server.rows.get(id)?.email) server.change(row.id, { offer_tie });
      return server.rows.get(id) ?? ana;
    },
  } satisfies Answers['offers'];
  const all: Answers & { offers: Required<NonNullable<Answers['offers']>> } = {
    ...answers,
    ...references(),
    offers,
  };
  return { server, standing, calls, answers: all };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const opened = (id: string) => `/participants/${id}`;
const roster = `/groups/${idOf(1)}?tab=participants`;

describe('an offer to one person', () => {
  it('says until when it stands, and the panel and the row show it', async () => {
    const { calls, answers } = serverOf(ana);
    await renderApp({ path: opened(ana.id), answers });
    await button('Ponudi mesto').click();
    const dialog = page.getByRole('dialog', { name: 'Ponudim mesto osebi »Ana Kos«?' });
    await expect.element(dialog.getByText(/Rok za odgovor: .*10\. januar 2199, 17:00/)).toBeVisible();
    await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Ponudi mesto' }).click();
    await expect.element(page.getByText('Ana Kos: mesto je ponujeno')).toBeVisible();
    expect(calls).toEqual([['offer', { version: 1 }]]);
    await expect.element(page.getByText('Mesto je ponujeno', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Ponujeno do 10. 1., 17:00')).toBeVisible();
    await expectAccessible();
  });

  it('asks for a reason out of turn', async () => {
    const { calls, answers } = serverOf(ana, bor, cene);
    await renderApp({ path: opened(cene.id), answers });
    await button('Ponudi mesto').click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByRole('textbox', { name: 'Razlog za ponudbo mimo vrste' });
    await expect.element(reason).toBeVisible();
    await dialog.getByRole('button', { name: 'Ponudi mesto' }).click();
    await expect.element(dialog.getByText('Vpišite razlog.')).toBeVisible();
    expect(calls).toEqual([]);
    await reason.fill('Sestra že pleše');
    await dialog.getByRole('button', { name: 'Ponudi mesto' }).click();
    await expect.poll(() => calls).toEqual([['offer', { version: 1, reason: 'Sestra že pleše' }]]);
  });

  it('goes beyond the limit only for those who may decide that', async () => {
    const { standing, calls, answers } = serverOf(ana);
    standing.free = 0;
    await renderApp({ path: opened(ana.id), answers });
    await button('Ponudi mesto').click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Ponudi mesto' });
    const beyond = dialog.getByRole('checkbox', { name: 'Ponudi kljub polni skupini' });
    await expect.element(beyond).toBeVisible();
    await expect.element(confirm).toBeDisabled();
    await beyond.click();
    await confirm.click();
    await expect.poll(() => calls).toEqual([['offer', { version: 1, allow_overbooking: true }]]);
  });

  it('stays within the limit for editors', async () => {
    const { standing, answers } = serverOf(ana);
    standing.free = 0;
    const session = sessionOf('GROUP_EDITOR_USER');
    await renderApp({ path: `${roster}&participant=${ana.id}`, answers, session });
    await button('Ponudi mesto').click();
    await expect.element(page.getByText('Skupina je polna.')).toBeVisible();
    await expect
      .element(page.getByRole('checkbox', { name: 'Ponudi kljub polni skupini' }))
      .not.toBeInTheDocument();
  });

  it('shows what has changed meanwhile, and is tried again with that', async () => {
    const { server, calls, standing, answers } = serverOf(ana, bor);
    const { offer } = answers.offers;
    answers.offers.offer = (input) => {
      if (input.body.version === server.rows.get(ana.id)?.version) return offer(input);
      return new Refusal({ status: 409, code: 'edit_conflict', current: server.rows.get(ana.id) });
    };
    await renderApp({ path: opened(ana.id), answers });
    await button('Ponudi mesto').click();
    server.change(ana.id, { notes: 'Kliče mama.' });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Ponudi mesto' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    // another person is the first now
    standing.first_id = bor.id;
    await dialog.getByRole('button', { name: 'Ponudi mesto' }).click();
    await expect.poll(() => calls).toMatchObject([['offer', { version: 2 }]]);
  });
});

describe('an open offer', () => {
  const offered = waiting({
    id: idOf(102),
    name: 'Ana Kos',
    offer_until: until,
    offer_no: 1,
    waiting_position: null,
  });

  it('is lengthened to a later day', async () => {
    const { calls, answers } = serverOf(offered);
    await renderApp({ path: opened(offered.id), answers });
    await button('Podaljšaj rok').click();
    const dialog = page.getByRole('dialog', { name: /^Podaljšam rok/ });
    await expect.element(dialog.getByText(/Sedanji rok: .*10\. januar 2199/)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Podaljšaj rok' }).click();
    await expect.poll(() => calls).toEqual([['lengthen', { until: '2199-01-11T16:00:00.000Z', version: 1 }]]);
  });

  it('is taken back once it is confirmed; that it has ended meanwhile is said', async () => {
    const { calls, answers } = serverOf(offered);
    const { withdraw } = answers.offers;
    answers.offers.withdraw = () => new Refusal({ status: 409, code: 'offer_gone' });
    await renderApp({ path: opened(offered.id), answers });
    await button('Prekliči ponudbo').click();
    const dialog = page.getByRole('dialog', { name: 'Prekličem ponudbo osebi »Ana Kos«?' });
    await dialog.getByRole('button', { name: 'Prekliči ponudbo' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Ponudba mesta ne velja več.');
    answers.offers.withdraw = withdraw;
    await dialog.getByRole('button', { name: 'Prekliči ponudbo' }).click();
    await expect.element(page.getByText('Ana Kos: ponudba je preklicana')).toBeVisible();
    expect(calls).toEqual([['withdraw', { version: 1 }]]);
  });
});

it.each([
  [false, 'Na ponudbo ni bilo odgovora', 'Brez odgovora na ponudbo'],
  [true, 'Ponudba je preklicana', 'Ponudba preklicana'],
])(
  'an offer that is over leaves a turn that is given back at a press (taken back: %s)',
  async (offer_taken_back, words, mark) => {
    const passed = waiting({
      id: idOf(102),
      name: 'Ana Kos',
      offer_no: 1,
      offer_paused_at: '2026-09-20T16:00:00Z',
      offer_taken_back,
    });
    const { calls, answers } = serverOf(passed);
    await renderApp({ path: opened(passed.id), answers });
    await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText(mark, { exact: true }).first()).toBeVisible();
    await button('Potrdi, da mesto še želi').click();
    await expect.element(page.getByText('Ana Kos: prijava je spet na vrsti')).toBeVisible();
    expect(calls).toEqual([['resume', { version: 1 }]]);
    await expect.element(button('Potrdi, da mesto še želi')).not.toBeInTheDocument();
  },
);

it('siblings of one address are tied, and untied', async () => {
  const { calls, answers } = serverOf(ana, bor, cene);
  await renderApp({ path: opened(ana.id), answers });
  const tie = page.getByRole('checkbox', { name: 'Samo skupaj ali nobeno mesto' });
  await expect.element(page.getByText('Isti e-naslov v tej vrsti: Bor Kos.', { exact: false })).toBeVisible();
  await tie.click();
  await expect.element(page.getByText('Ana Kos: mesta samo skupaj s sorojenci')).toBeVisible();
  await expect.element(tie).toBeChecked();
  await tie.click();
  await expect
    .poll(() => calls)
    .toEqual([
      ['tie', true],
      ['tie', false],
    ]);
});

describe('offers to the first in a queue', () => {
  it('are made from the roster, after a look at who gets one', async () => {
    const { calls, answers } = serverOf(ana, bor, cene);
    await renderApp({ path: roster, answers });
    await expect.element(page.getByText('Prosti sta 2 mesti, čakajo 3 osebe')).toBeVisible();
    await button('Ponudi prvima dvema').click();
    const dialog = page.getByRole('dialog', { name: 'Ponudim prosta mesta prvim v vrsti?' });
    const who = dialog.getByRole('list', { name: 'Ponudbo dobijo' });
    await expect.poll(() => who.getByRole('listitem').elements().length).toBe(2);
    await expect.element(who.getByText('Cene Rak')).not.toBeInTheDocument();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Ponudi prvima dvema' }).click();
    await expect.element(page.getByText(/^Mesti sta ponujeni 2 osebama/)).toBeVisible();
    expect(calls).toEqual([['first', [ana.id, bor.id]]]);
    await expect.element(page.getByText('Prosti sta 2 mesti', { exact: false })).not.toBeInTheDocument();
  });

  it('go to those whom the server names for the count that is chosen, who stay in sight until it does', async () => {
    const { calls, standing, answers } = serverOf(ana, bor, cene);
    const tied = [ana, bor].map((one) => ({ ...one, offer_tie: idOf(7) }));
    standing.in_turn = queuedOf(...tied);
    const answered = Promise.withResolvers<OfferStanding>();
    answers.offers.ofGroup = ({ query }) => (Number(query?.count) === 1 ? answered.promise : standing);
    await renderApp({ path: roster, answers });
    await button('Ponudi prvima dvema').click();
    const dialog = page.getByRole('dialog');
    const people = dialog.getByRole('list', { name: 'Ponudbo dobijo' }).getByRole('listitem');
    await expect.poll(() => people.elements().length).toBe(2);
    await dialog.getByRole('combobox', { name: 'Število mest' }).click();
    await page.getByRole('option', { name: '1', exact: true }).click();
    await expect.element(dialog.getByRole('button', { name: 'Ponudi prvima dvema' })).toBeDisabled();
    expect(people.elements()).toHaveLength(2);
    answered.resolve({ ...standing, in_turn: queuedOf(cene), passed_over: queuedOf(...tied) });
    await expect.element(people.getByText('Cene Rak')).toBeVisible();
    await expect.element(dialog.getByText(/ostanejo na vrsti: Ana Kos, Bor Kos/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Ponudi prvi osebi' }).click();
    await expect.poll(() => calls).toEqual([['first', [cene.id]]]);
  });

  it('pass over siblings for whom there are too few places', async () => {
    const tied = [ana, bor].map((one) => ({ ...one, offer_tie: idOf(7) }));
    const { standing, answers } = serverOf(...tied, cene);
    Object.assign(standing, { free: 1, in_turn: queuedOf(cene), passed_over: queuedOf(...tied) });
    await renderApp({ path: roster, answers });
    await button('Ponudi prvi osebi').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/ostanejo na vrsti: Ana Kos, Bor Kos/)).toBeVisible();
    await expect.element(dialog.getByText('Cene Rak', { exact: true })).toBeVisible();
    expect(dialog.getByRole('listitem').elements()).toHaveLength(1);
  });

  it('are none where siblings in turn do not fit, and the roster says so', async () => {
    const tied = [ana, bor].map((one) => ({ ...one, offer_tie: idOf(7) }));
    const { standing, answers } = serverOf(...tied);
    Object.assign(standing, { free: 1, in_turn: [], passed_over: queuedOf(...tied) });
    await renderApp({ path: roster, answers });
    await expect.element(page.getByText(/^Sorojenci na vrsti želijo mesta samo skupaj/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Ponudi prv/ })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('are left to staff where no mail reaches people of a group that offers by itself', async () => {
    const { standing, answers } = serverOf(ana, bor);
    Object.assign(standing, { offer_mode: 'automatic', unheard: 2 });
    await renderApp({ path: roster, answers });
    await expect
      .element(page.getByText('Po e-pošti ponudba ne doseže 2 oseb na vrsti. Mesti jima ponudite sami.'))
      .toBeVisible();
    await expect.element(button('Ponudi prvima dvema')).toBeVisible();
  });

  it('are not for those who only look', async () => {
    const { answers } = serverOf(ana, bor);
    const session = sessionOf('GROUP_VIEWER_USER');
    await renderApp({ path: `${roster}&participant=${ana.id}`, answers, session });
    await expect.element(page.getByRole('complementary', { name: 'Ana Kos' })).toBeVisible();
    await expect.element(button('Ponudi prvima dvema')).not.toBeInTheDocument();
    await expect.element(button('Ponudi mesto')).not.toBeInTheDocument();
  });
});
