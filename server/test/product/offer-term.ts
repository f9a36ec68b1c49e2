/** What staff, applicants, the clock and a failing database do with places, step by step, and what each step may change. */
import { privacyVersion } from '@vpisnik/contract/rules/legal';
import { expect } from 'vitest';
import { workOffers } from '../../src/features/offers/round.ts';
import type { TestApp } from '../app.ts';
import { applicantForm } from '../applicants/applicant-forms.ts';
import { until } from '../until.ts';
import {
  type Books,
  checkBooks,
  type Group,
  inTurn,
  type May,
  type Person,
  readBooks,
  tiedTo,
} from './offer-books.ts';

/** What is done, as often as each stands here. */
export const acts = [
  ...['apply', 'apply', 'decide', 'decide', 'decide', 'decide_many', 'undo', 'undo', 'undo_many', 'withdraw'],
  ...['offer', 'offer', 'out_of_turn', 'first', 'first', 'round', 'round', 'round', 'lengthen', 'take_back'],
  ...[
    'accept',
    'accept',
    'accept',
    'decline',
    'pass',
    'pass',
    'want_still',
    'want_still',
    'resume',
    'settle',
  ],
  ...[
    'capacity',
    'capacity',
    'hall',
    'move',
    'move_many',
    'merge',
    'unmerge',
    'tie',
    'tie',
    'untie',
    'remove',
  ],
  ...['crash'],
] as const;

export type Step = { act: (typeof acts)[number]; at: number; size: number };
export type World = { capacity: number; hall: number; mode: string; statuses: string[] };

/** One of a list by any number. */
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const addresses = ['mama@posta.test', 'oce@posta.test', 'teta@posta.test'];

/** An organisation with a group of so many places and one that goes by its hall, and families in them. */
export async function openSchool(site: TestApp, { capacity, hall, mode, statuses }: World) {
  const { factories } = site;
  const { id: organization_id } = await factories.organization();
  const location = await factories.location({ organization_id, max_participants: hall });
  const given = { organization_id, offer_mode: mode };
  const groups = [
    (await factories.group({ ...given, capacity })).id,
    (await factories.group({ ...given, location_id: location.id })).id,
  ];
  for (const [index, status] of statuses.entries())
    await factories.participant({
      ...{ organization_id, group_id: groups[index % 3 === 2 ? 1 : 0] ?? '', status },
      email: pick(addresses, index) ?? '',
    });
  const staff = site.as(await factories.member({ organization_id }));
  return { organization_id, groups, location, staff };
}

type School = Awaited<ReturnType<typeof openSchool>>;

/** Does steps in a school, and looks after each at what they did. */
export class Term {
  private readonly site: TestApp;
  private readonly school: School;
  private readonly jobs: string[] = [];
  private readonly merges: string[] = [];
  /** The most people that each group ever had. */
  private readonly most = new Map<string, number>();
  private number = 0;

  constructor(site: TestApp, its: School) {
    this.site = site;
    this.school = its;
  }

  async run(one: Step): Promise<void> {
    await this.site.rows('delete from rate_limits');
    const { organization_id } = this.school;
    const before = await readBooks(this.site, organization_id);
    for (const { id, taken } of before.groups) this.most.set(id, Math.max(taken, this.most.get(id) ?? 0));
    const may = await this.act(one, before);
    const after = await readBooks(this.site, organization_id);
    checkBooks(before, after, may);
    const group = pick(after.groups, one.at) as Group;
    const { body } = await this.school.staff.get(`/groups/${group.id}/offers`);
    const free = group.places === null ? null : Math.max(0, group.places - group.taken);
    expect(body).toMatchObject({
      free,
      waiting: group.waiting,
      first_id: inTurnOf(after, group.id)[0] ?? null,
      in_turn: inTurn(after.people, group.id, free ?? 50).map((id) => ({ id })),
    });
  }

  private async act({ act, at, size }: Step, books: Books): Promise<May> {
    const { staff } = this.school;
    const { people } = books;
    const group = pick(books.groups, size) as Group;
    const person = pick(people, at);
    const offered = pick(
      people.filter(({ offer_until }) => offer_until !== null),
      at,
    );
    const waiting = pick(
      people.filter(({ status, offer_until }) => status === 'waitlisted' && offer_until === null),
      at,
    );
    const beyond = size % 9 === 0;
    if (act === 'apply') {
      await this.apply(group, at);
      return { come: true };
    }
    if (act === 'capacity' || act === 'hall') {
      await this.resize(act, group, 1 + (at % 5));
      return {};
    }
    if (act === 'settle') {
      const offer_mode = pick(['by_hand', 'proposed', 'automatic'], at);
      const { version } = group;
      expect((await staff.patch(`/groups/${group.id}`, { offer_mode, version })).status).toBe(200);
      return {};
    }
    if (act === 'first') return this.offerFirst(books, group, 1 + (at % 4));
    if (act === 'round') return this.goRound(books, size % 4 > 0);
    if (act === 'undo_many') {
      const id = this.jobs.pop();
      if (!id) return {};
      await staff.post(`/bulk-jobs/${id}/undo`, {});
      return { change: people.map((one) => one.id), most: this.most };
    }
    if (act === 'unmerge') {
      const id = this.merges.pop();
      if (!id) return {};
      await staff.post(`/participant-merges/${id}/undo`, {});
      return { change: people.map((one) => one.id), come: true };
    }
    if (!person) return {};
    const { id, version } = person;
    switch (act) {
      case 'decide': {
        const status = pick(['approved', 'rejected', 'waitlisted', 'inactive', 'pending'], size);
        await this.done(staff.patch(`/participants/${id}/status`, { status, allow_overbooking: beyond }));
        return { change: [id], beyond };
      }
      case 'decide_many':
      case 'move_many': {
        const ids = people.filter((_, index) => (at + index) % 3 === 0).map((one) => one.id);
        const status = pick(['approved', 'waitlisted', 'inactive'], size);
        const body = act === 'move_many' ? { group_id: group.id, fees: 'keep' } : { status };
        const path = `/participants/bulk/${act === 'move_many' ? 'move' : 'status'}`;
        const job = await staff.post<{ id: string }>(path, {
          ...{ selection: { ids }, allow_overbooking: beyond, ...body },
        });
        expect(job.status).toBe(200);
        this.jobs.push(job.body.id);
        return act === 'move_many' ? { beyond } : { change: ids, beyond };
      }
      case 'undo': {
        const decided = pick(
          people.filter((one) => one.decided),
          at,
        );
        if (!decided) return {};
        await this.done(staff.post(`/participants/${decided.id}/status/undo`, { version: decided.version }));
        return { change: [decided.id], most: this.most };
      }
      case 'move':
        await this.done(
          staff.patch(`/participants/${id}`, { group_id: group.id, version, allow_overbooking: beyond }),
        );
        return { beyond };
      case 'merge': {
        const other = pick(
          people.filter((one) => one.id !== id && one.group_id === person.group_id),
          size,
        );
        if (!other) return {};
        const body = { other_id: other.id, version, other_version: other.version };
        const take = size % 2 === 0 ? ['status'] : [];
        const made = await staff.post<{ id: string }>(`/participants/${id}/merge`, { ...body, take });
        if (made.status === 200) this.merges.push(made.body.id);
        else expect(made.status).toBe(409);
        return { change: [id], go: [other.id] };
      }
      case 'remove':
        if (size % 3 === 0) expect((await staff.delete(`/participants/${id}`)).status).toBe(204);
        return { go: [id] };
      case 'offer':
      case 'out_of_turn':
        return waiting
          ? this.offer(books, waiting, act === 'out_of_turn' ? 'Sestra že pleše' : '', beyond)
          : {};
      case 'tie':
      case 'untie':
        await this.done(staff.post(`/participants/${id}/offer/tie`, { tied: act === 'tie' }));
        return {};
      case 'resume':
        await this.done(staff.post(`/participants/${(waiting ?? person).id}/offer/resume`, {}));
        return {};
      case 'lengthen':
      case 'take_back': {
        if (!offered) return {};
        const day = Temporal.Instant.fromEpochMilliseconds(Date.parse(offered.offer_until ?? ''));
        const till = day.toZonedDateTimeISO('Europe/Ljubljana').add({ days: 1 }).withPlainTime('12:00');
        const path = `/participants/${offered.id}/offer`;
        const answer =
          act === 'lengthen'
            ? staff.patch(path, { until: till.toInstant().toString() })
            : staff.post(`${path}/withdraw`, {});
        expect((await answer).status).toBe(offered.live ? 200 : 409);
        return {};
      }
      case 'pass':
        await this.site.rows(
          `update participants set offer_until = clock_timestamp() - interval '1 second' where id = $1`,
          [offered?.id],
        );
        return {};
      case 'withdraw':
      case 'want_still':
        await this.press(act === 'withdraw' ? person : (waiting ?? person), act);
        return { change: act === 'withdraw' ? [id] : [] };
      case 'accept':
      case 'decline':
        return this.answer(books, size % 5 === 0 ? person : (offered ?? person), act);
      case 'crash':
        await this.crash(books, at);
        return {};
    }
    return {};
  }

  /** Something that may be refused, but never fails. */
  private async done(answer: Promise<{ status: number; body: Record<string, unknown> }>): Promise<void> {
    const { status, body } = await answer;
    expect([200, 409], JSON.stringify(body)).toContain(status);
  }

  private async apply({ id }: Group, at: number): Promise<void> {
    this.number += 1;
    const body = {
      ...{
        name: `Oseba ${String.fromCharCode(96 + this.number)}`,
        email: pick(addresses, at),
        language: 'sl',
      },
      ...{ privacy_version: privacyVersion, filled_ms: 20_000, accept_waitlist: true },
    };
    const path = `/public/${this.school.organization_id}/groups/${id}/participants`;
    const { status } = await this.site.visitor.post(path, body, { 'idempotency-key': crypto.randomUUID() });
    expect(status).toBe(201);
  }

  private async resize(what: 'capacity' | 'hall', { id, version }: Group, places: number): Promise<void> {
    const { location, staff } = this.school;
    const [its] = await this.site.rows<{ version: number }>('select version from locations where id = $1', [
      location.id,
    ]);
    const answer =
      what === 'hall'
        ? await staff.patch(`/locations/${location.id}`, { max_participants: places, version: its?.version })
        : await staff.patch(`/groups/${id}`, { capacity: places, version });
    expect(answer.status).toBe(200);
  }

  private async offer(books: Books, one: Person, reason: string, beyond: boolean): Promise<May> {
    const { status, body } = await this.school.staff.post<{ code: string }>(`/participants/${one.id}/offer`, {
      ...{ reason, allow_overbooking: beyond },
    });
    const group = books.groups.find(({ id }) => id === one.group_id) as Group;
    const lapsed = books.people.filter((its) => its.group_id === group.id && its.offer_until && !its.live);
    const together = tiedTo(books.people, one).length;
    const fits = beyond || group.places === null || group.taken - lapsed.length + together <= group.places;
    const isTurn = tiedTo(books.people, one).some(({ id }) => id === inTurnOf(books, group.id)[0]);
    const code = reason === '' && !isTurn ? 'out_of_turn' : fits ? undefined : 'group_full';
    expect([status, body.code]).toEqual([code ? 409 : 200, code]);
    return { beyond };
  }

  /** Offers go to those whose turn it is, as many as there are places; by whom they are made. */
  private expected({ people, groups }: Books, groupId: string, count: number): string[] {
    const group = groups.find(({ id }) => id === groupId) as Group;
    const isLapsed = (one: Person) => one.group_id === groupId && one.offer_until !== null && !one.live;
    const now = people.map((one) => (isLapsed(one) ? { ...one, offer_until: null, paused: true } : one));
    const taken = group.taken - people.filter(isLapsed).length;
    return inTurn(now, groupId, Math.min(count, Math.max(0, (group.places ?? 999) - taken)));
  }

  private async offerFirst(books: Books, { id }: Group, count: number): Promise<May> {
    const { status, body } = await this.school.staff.post<{ offered_ids: string[]; code: string }>(
      `/groups/${id}/offers`,
      { count },
    );
    if (status === 200) expect([...body.offered_ids].sort()).toEqual(this.expected(books, id, count).sort());
    else expect([status, body.code]).toEqual([409, 'group_full']);
    return {};
  }

  private async goRound(books: Books, isSettled: boolean): Promise<May> {
    const { organization_id } = this.school;
    if (isSettled)
      await this.site.rows(
        `update group_counts set freed_at = now() - interval '1 hour' where organization_id = $1`,
        [organization_id],
      );
    await workOffers({ pools: this.site.pools, log: { error: expect.fail } as never });
    const after = await readBooks(this.site, organization_id);
    expect(after.people.filter((one) => one.offer_until !== null && !one.live)).toEqual([]);
    const fresh = after.people.filter(
      (one) => one.offer_no > (books.people.find(({ id }) => id === one.id)?.offer_no ?? 0),
    );
    const due = books.groups
      .filter(({ mode }) => mode === 'automatic')
      .flatMap(({ id }) => this.expected(books, id, 50));
    const ids = fresh.map(({ id }) => id);
    // a place that has just become free may be taken back
    if (isSettled) expect(ids.sort()).toEqual(due.sort());
    else expect(due).toEqual(expect.arrayContaining(ids));
    return {};
  }

  /** Sends a form of the page of a person's address, as its button does. */
  private async send({ email: address, reference }: Person, act: string) {
    const { organization_id } = this.school;
    const { path, nonce } = await applicantForm(this.site, { organization_id, address, reference });
    return this.site.app.inject({
      ...{ method: 'POST', url: path },
      payload: new URLSearchParams({ act, nonce: nonce(act), reason: 'moving' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  /** The same; answers what the page says then. */
  private async press(one: Person, act: string): Promise<string | null> {
    const { statusCode, headers } = await this.send(one, act);
    expect(statusCode).toBe(303);
    return new URL(headers.location ?? '', 'http://x').searchParams.get('said');
  }

  private async answer({ people }: Books, one: Person, act: 'accept' | 'decline'): Promise<May> {
    const said = await this.press(one, act);
    const together = people.filter(
      (other) =>
        other.id === one.id ||
        (one.offer_tie !== null &&
          other.offer_tie === one.offer_tie &&
          other.group_id === one.group_id &&
          other.email === one.email &&
          other.live),
    );
    const ids = together.map(({ id }) => id);
    if (!one.live) {
      expect(['too_late', act === 'accept' ? 'accepted' : 'declined']).toContain(said);
      return {};
    }
    expect(said).toBe(act === 'accept' ? 'accepted' : 'declined');
    const after = await readBooks(this.site, this.school.organization_id);
    for (const { id, status } of after.people)
      if (ids.includes(id)) expect([id, status]).toEqual([id, act === 'accept' ? 'approved' : 'inactive']);
    return { change: ids };
  }

  /** The database loses the connection when a decision or an answer is half written. */
  private async crash({ people }: Books, at: number): Promise<void> {
    const accepting = pick(
      people.filter(({ live }) => live),
      at,
    );
    const leaving = pick(
      people.filter(({ status }) => status === 'approved' || status === 'pending'),
      at,
    );
    const one = accepting ?? leaving;
    if (!one) return;
    const client = await this.site.owner.connect();
    try {
      await client.query('begin');
      // the history is written when the person is already changed
      await client.query('lock table participant_changes in share mode');
      const answer = accepting
        ? this.send(one, 'accept').then(({ statusCode }) => statusCode)
        : this.school.staff
            .patch(`/participants/${one.id}/status`, { status: 'rejected' })
            .then(({ status }) => status);
      await until(async () => {
        const killed = await this.site.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(killed).toHaveLength(1);
      });
      expect(await answer).toBeGreaterThanOrEqual(500);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
}

const inTurnOf = ({ people }: Books, groupId: string) =>
  people
    .filter(
      (one) =>
        one.group_id === groupId && one.status === 'waitlisted' && one.offer_until === null && !one.paused,
    )
    .map(({ id }) => id);
