/** What must hold of places and queues after anything that people do, read from the tables by plain SQL. */
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';

/** A participant as the tables have it. */
export type Person = {
  id: string;
  group_id: string;
  reference: string;
  status: string;
  email: string;
  version: number;
  offer_until: string | null;
  /** Whether an offer stands now. */
  live: boolean;
  paused: boolean;
  offer_no: number;
  offer_tie: string | null;
  decided: boolean;
  /** Living mails that offer them the place, or tell them that the offer has passed; about the last offer. */
  offered_mails: number;
  passed_mails: number;
};

/** A group: its places by the rule of the product, who takes one, and who waits without an offer. */
export type Group = {
  id: string;
  places: number | null;
  taken: number;
  waiting: number;
  counted: { taken: number; waiting: number };
  mode: string;
  version: number;
};

/** People in the order of their applications, and groups, at one moment. */
export type Books = { people: Person[]; groups: Group[] };

/** Reads an organisation's people and groups. */
export async function readBooks(site: TestApp, organization_id: string): Promise<Books> {
  const people = await site.rows<Person>(
    `select id, group_id, reference, status, lower(email) as email, version, offer_until::text,
       coalesce(offer_until >= clock_timestamp(), false) as live, offer_paused_at is not null as paused, offer_no, offer_tie,
       decided_at is not null and previous_status is not null as decided, offered_mails, passed_mails
     from participants
     cross join lateral (
       select count(*) filter (where variant = '')::integer as offered_mails,
         count(*) filter (where variant = 'passed')::integer as passed_mails
       from mail_people n
       join mails m on m.organization_id = n.organization_id and m.id = n.mail_id
       where n.participant_id = participants.id and n.offered_at = participants.offered_at
         and m.email_type = 'place_offered' and m.state <> 'cancelled'
     ) told
     where organization_id = $1 order by application_date, id`,
    [organization_id],
  );
  const groups = await site.rows<Group>(
    `select g.id, coalesce(g.capacity, l.max_participants) as places, g.offer_mode as mode, g.version,
       (select count(*)::integer from participants p
         where p.group_id = g.id and (p.status in ('pending', 'approved') or p.offer_until is not null)) as taken,
       (select count(*)::integer from participants p
         where p.group_id = g.id and p.status = 'waitlisted' and p.offer_until is null) as waiting,
       (select jsonb_build_object('taken', c.taken, 'waiting', c.waiting) from group_counts c where c.group_id = g.id) as counted
     from groups g left join locations l on l.id = g.location_id
     where g.organization_id = $1 order by g.label`,
    [organization_id],
  );
  return { people, groups };
}

/** What an act may do: by default nothing to anybody's status, and nobody comes or goes. */
export type May = {
  /** Whose status may change. */
  change?: readonly string[];
  /** Who may be gone. */
  go?: readonly string[];
  /** Whether one more may be there. */
  come?: boolean;
  /** Whether people were taken beyond the places by name. */
  beyond?: boolean;
  /** Most people a group had before, to which an undone decision leads back; by group. */
  most?: ReadonlyMap<string, number>;
};

/** Compares what was with what is, as far as an act may make a difference. */
export function checkBooks(before: Books, after: Books, { change = [], go = [], come, beyond, most }: May) {
  for (const group of after.groups) {
    const { id, places, taken, waiting, counted } = group;
    expect({ id, ...counted }).toEqual({ id, taken, waiting });
    const was = before.groups.find((one) => one.id === id)?.taken ?? 0;
    const limit = Math.max(places ?? Number.POSITIVE_INFINITY, was, most?.get(id) ?? 0);
    if (!beyond) expect({ id, isWithin: taken <= limit, taken, limit }).toMatchObject({ isWithin: true });
  }
  const earlier = new Map(before.people.map((person) => [person.id, person]));
  const fresh = after.people.filter(({ id }) => !earlier.has(id));
  expect(fresh.length).toBeLessThanOrEqual(come ? 1 : 0);
  const present = new Set(after.people.map(({ id }) => id));
  const gone = before.people.filter(({ id }) => !present.has(id));
  expect(gone.map(({ id }) => id).filter((id) => !go.includes(id))).toEqual([]);
  for (const person of after.people) {
    const { id, status, offer_until, offer_no, paused } = person;
    if (offer_until !== null)
      expect({ id, status, paused }).toEqual({ id, status: 'waitlisted', paused: false });
    // an offer that stands has one mail; one that is over has at most one of each
    if (person.live) expect({ id, mails: person.offered_mails }).toEqual({ id, mails: 1 });
    expect(Math.max(person.offered_mails, person.passed_mails)).toBeLessThanOrEqual(1);
    const was = earlier.get(id);
    if (!was) continue;
    if (!change.includes(id)) expect({ id, status }).toEqual({ id, status: was.status });
    // each offer has a number of its own, and nobody has two at once
    const isNew = offer_until !== null && !was.live && (was.offer_until === null || offer_no > was.offer_no);
    expect({ id, offer_no }).toEqual({ id, offer_no: was.offer_no + Number(isNew) });
  }
}

/** Who is tied to someone: they wait without an offer in the same group, with the same address. */
export const tiedTo = (people: readonly Person[], one: Person): Person[] =>
  people.filter(
    (other) =>
      other.id === one.id ||
      (one.offer_tie !== null &&
        other.offer_tie === one.offer_tie &&
        other.group_id === one.group_id &&
        other.email === one.email &&
        other.status === 'waitlisted' &&
        other.offer_until === null),
  );

/** Whose turn it is where so many places go to a queue: the longest waiting who is not paused, siblings together or not at all. */
export function inTurn(people: readonly Person[], groupId: string, places: number): string[] {
  const queue = people.filter(
    (one) => one.group_id === groupId && one.status === 'waitlisted' && one.offer_until === null,
  );
  const chosen = new Set<string>();
  const refused = new Set<string>();
  for (const one of queue) {
    if (one.paused || chosen.has(one.id) || refused.has(one.id)) continue;
    const together = tiedTo(queue, one);
    const fits = together.length <= places - chosen.size;
    for (const { id } of together) (fits ? chosen : refused).add(id);
  }
  return [...chosen];
}
