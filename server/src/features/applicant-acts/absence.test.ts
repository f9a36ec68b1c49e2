import { addDays } from '@vpisnik/contract/rules/dates';
import { days } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublicSite, nonceOf } from '../../../test/applicants/public-site.ts';
import { asWorker } from '../../db/scope.ts';
import { applicantTokens } from '../../mail/applicant-tokens.ts';
import { tokenOf } from '../applicant-links/service.ts';

let { site, web, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, web, open, close } = await createPublicSite());
});
afterAll(() => close());

test('who cannot come on a date says so once, staff see it there, and it can be taken back', async () => {
  const { factories } = site;
  const { id: organization_id } = await factories.organization();
  const schedule = days.map((day) => ({ day, start_time: '23:00', duration: 55 }));
  const { id: group_id } = await factories.group({ organization_id, schedule });
  const other = await factories.group({ organization_id, schedule });
  const address = 'mama@posta.test';
  const given = { organization_id, group_id, email: address };
  const [ana, bor] = [
    await factories.participant({ ...given, name: 'Ana', status: 'approved' }),
    await factories.participant({ ...given, name: 'Bor', status: 'waitlisted' }),
  ];
  const staff = site.as(await factories.member({ organization_id }));
  const keys = applicantTokens(site.env.secretKeys);
  const token = await asWorker(site.pools.system, (tx) => tokenOf(tx, keys, { organization_id, address }));
  const path = `/my/${token}/${ana.reference}`;
  const say = async (act: string, date: string, at = path) => {
    const { html } = await open(at);
    const nonce = nonceOf(html, act);
    const answer = await web.inject({
      ...{ method: 'POST', url: at, payload: new URLSearchParams({ act, nonce, date }).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return new URL(answer.headers.location ?? '', 'http://x').searchParams.get('said');
  };
  // the next days that are not closed
  const shown = (await open(path)).html.matchAll(/name="date" value="([^"]+)"/g);
  const [, first = '', second = '', third = ''] = [...shown].map(([, date]) => date);
  const seen = async () => {
    const { body } = await staff.get<{ results: Session[] }>(
      `/sessions?from=${first}&to=${third}&group_id=${group_id}`,
    );
    return body.results.filter(goesAhead).map(({ date, absent }) => [date, absent.map(({ name }) => name)]);
  };

  expect([await say('absent', first), await say('absent', first)]).toEqual(['absent', 'absent']);
  expect(await say('absent', second)).toBe('absent');
  expect((await open(path)).html.match(/Ne pridete/g)).toHaveLength(2);
  expect(await seen()).toEqual([
    [first, ['Ana']],
    [second, ['Ana']],
    [third, []],
  ]);
  expect(await say('coming', second)).toBe('coming');
  // days that are over, no days at all, and those of people without a place
  for (const date of [addDays(first, -9), '2020-02-30', '', "x'"])
    expect([date, await say('absent', date)]).toEqual([date, 'date_over']);
  await say('absent', third, `/my/${token}/${bor.reference}`);
  const cancelled = { kind: 'cancelled', date: third, start_time: '23:00' };
  await factories.sessionException({ organization_id, group_id, ...cancelled });
  expect(await say('absent', third)).toBe('date_over');
  expect(await seen()).toEqual([
    [first, ['Ana']],
    [second, []],
  ]);
  // the other group's dates are others
  await staff.patch(`/participants/${ana.id}`, { version: ana.version, group_id: other.id });
  expect(
    await site.rows('select from session_absences where organization_id = $1', [organization_id]),
  ).toEqual([]);
});
