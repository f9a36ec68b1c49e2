import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: days are stored and moved by weeks

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const named = { label: 'jazz-2027', name: { sl: 'Jazz 2027/28', en: 'Jazz 2027/28' } };

/** A group of this season with everything that can be copied, and a user who may copy it. */
async function season() {
  const { id: organization_id } = await app.factories.organization();
  const given = { organization_id };
  const owner = await app.factories.member(given);
  const leader = await app.factories.member({ ...given, role: 'GROUP_ADMIN' });
  const left = await app.factories.member({ ...given, role: 'GROUP_ADMIN' });
  const field = await app.factories.formField(given);
  const [category, location] = [await app.factories.category(given), await app.factories.location(given)];
  const { api } = app.as(owner);
  const made = await api.groups.create({
    body: {
      label: 'jazz',
      name: { sl: 'Jazz', en: 'Jazz dance' },
      description: { sl: 'Za vse.', en: 'For everybody.' },
      price_text: { sl: '45 € na mesec', en: '€45 a month' },
      languages: ['sl', 'en'],
      category_id: category.id,
      location_id: location.id,
      leader_ids: [leader.id, left.id],
      start_date: '2026-09-15',
      end_date: '2027-06-17',
      apply_from: '2026-08-31T22:00:00Z',
      apply_until: '2026-10-31T22:59:00Z',
      age_from: 12,
      age_to: 16,
      capacity: 16,
      when_full: 'close',
      background_color: '#2f7f79',
      schedule: [{ day: 'tuesday', start_time: '17:30', duration: 75 }],
      fields: [
        { form_field_id: field.id, widget: 'text', required: true },
        {
          question: { type: 'text', name: { sl: 'Majica', en: 'T-shirt' } },
          widget: 'text',
          required: false,
        },
      ],
      email_settings: {
        application_confirmation: { enabled: false, template_id: null, recipient: 'both' },
      },
    },
  });
  await app.factories.participant({ organization_id, group_id: made.id });
  const published = await api.groups.setStatus({ params: { id: made.id }, body: { active: true } });
  await app.rows('update memberships set active = false where account_id = $1', [left.id]);
  return { ...app.as(owner), organization_id, leader, group: published, params: { id: made.id } };
}

describe('copying', () => {
  it('takes everything but participants, publication and who has left', async () => {
    const { api, group, params, leader } = await season();
    const copy = await api.groups.copy({ params, body: named });
    const { id, label, name, active, fields, leaders, version, created_at, updated_at, ...same } = group;
    expect(copy).toMatchObject({
      ...same,
      ...named,
      leader_ids: [leader.id],
      active: false,
      version: 1,
      taken: 0,
      pending: 0,
      participants_count: 0,
    });
    expect(copy.id).not.toBe(id);
    expect(copy.fields).toEqual(fields.map((field) => ({ ...field, id: expect.any(String) })));
    expect(copy.fields.map((field) => field.id)).not.toEqual(fields.map((field) => field.id));
    expect(await api.groups.get({ params })).toMatchObject({ version, participants_count: 1 });
  });

  it('moves days by the calendar and moments by the clocks of the organisation', async () => {
    const { api, params } = await season();
    const later = await api.groups.copy({ params, body: { ...named, shift_days: 155 } });
    expect(later).toMatchObject({
      start_date: '2027-02-17',
      end_date: '2027-11-19',
      // midnight of summer becomes midnight of winter, and the other way round
      apply_from: '2027-02-02T23:00:00Z',
      apply_until: '2027-04-04T21:59:00Z',
    });
    const earlier = await api.groups.copy({
      params,
      body: { ...named, label: 'jazz-2025', shift_days: -364 },
    });
    expect(earlier).toMatchObject({ start_date: '2025-09-16', end_date: '2026-06-18' });
  });

  it('keeps the calendar open where it was', async () => {
    const { api, params, group } = await season();
    const { version } = group;
    const open = { start_date: null, end_date: null, apply_from: null, apply_until: null };
    await api.groups.update({ params, body: { ...open, version } });
    expect(await api.groups.copy({ params, body: { ...named, shift_days: 364 } })).toMatchObject(open);
  });

  it('names the language that has no name, and dates that no calendar has', async () => {
    const { post, params, organization_id } = await season();
    const refused = await post(`/groups/${params.id}/copies`, { label: 'jazz-2', name: { sl: 'Jazz' } });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'name.en', code: 'required' }] },
    });
    await app.rows(`update groups set end_date = '2199-12-01' where id = $1`, [params.id]);
    expect(await post(`/groups/${params.id}/copies`, { ...named, shift_days: 60 })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'shift_days', code: 'invalid_date' }] },
    });
    expect(await app.rows('select from groups where organization_id = $1', [organization_id])).toHaveLength(
      1,
    );
  });

  it('makes one copy of several that ask for the same label at once, and nothing of the others', async () => {
    const { post, params, organization_id } = await season();
    const path = `/groups/${params.id}/copies`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(path, named)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409)
        expect(body).toMatchObject({ code: 'label_taken', errors: [{ path: 'label', code: 'label_taken' }] });
    const fields = 'select from group_fields where organization_id = $1';
    expect(await app.rows(fields, [organization_id])).toHaveLength(4);
  });

  it('gives the copy to a creator limited to some groups', async () => {
    const { organization_id, params } = await season();
    const limited = await app.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [params.id] });
    const { api } = app.as(limited);
    const { id } = await api.groups.copy({ params, body: named });
    expect(await api.groups.get({ params: { id } })).toMatchObject({ updated_by: limited.name });
  });
});
