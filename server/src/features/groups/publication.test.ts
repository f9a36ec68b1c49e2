import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A group in two languages, not published yet, and its owner. */
async function draft() {
  const { id: organization_id } = await app.factories.organization();
  const category = await app.factories.category({ organization_id });
  const owner = await app.factories.member({ organization_id });
  const staff = app.as(owner);
  const group = await staff.api.groups.create({
    body: {
      label: 'jazz',
      name: { sl: 'Jazz', en: 'Jazz dance' },
      description: { sl: 'Za vse.' },
      price_text: { en: '€45 a month' },
      languages: ['sl', 'en'],
      category_id: category.id,
      fields: [
        {
          question: {
            type: 'text',
            name: { sl: 'Majica', en: 'T-shirt' },
            description: { sl: 'Številka', en: ' ' },
          },
          widget: 'text',
          required: false,
        },
      ],
    },
  });
  const path = `/groups/${group.id}`;
  return { ...staff, organization_id, owner, group, path, params: { id: group.id } };
}

const untranslated = (...paths: string[]) => ({
  status: 422,
  body: { code: 'invalid_fields', errors: paths.map((path) => ({ path, code: 'untranslated' })) },
});

describe('publishing', () => {
  it('asks of each language what another one says, and names language and field', async () => {
    const { api, patch, path, params, group } = await draft();
    expect(await patch(`${path}/status`, { active: true })).toMatchObject(
      untranslated('description.en', 'price_text.sl', 'fields.0.question.description.en'),
    );
    expect(await api.groups.get({ params })).toMatchObject({ active: false, version: 1 });
    // in the one language that is complete it may be
    const field = group.fields[0];
    await api.groups.update({
      params,
      body: {
        languages: ['sl'],
        price_text: { sl: '45 € na mesec' },
        fields: [
          {
            id: field?.id,
            widget: 'text',
            required: false,
            question: { type: 'text', name: { sl: 'Majica' } },
          },
        ],
        version: 1,
      },
    });
    expect(await patch(`${path}/status`, { active: true })).toMatchObject({ status: 200 });
  });

  it('stays asked for while it is published', async () => {
    const { api, patch, path, params } = await draft();
    await api.groups.update({
      params,
      body: { description: {}, price_text: {}, fields: [], version: 1 },
    });
    const { version } = await api.groups.setStatus({ params, body: { active: true } });
    expect(await patch(path, { description: { sl: 'Za vse.' }, version })).toMatchObject(
      untranslated('description.en'),
    );
    // groups published before the rule stay editable, but can't lose further translations
    await app.rows(`update groups set description = '{"sl": "Za vse."}' where id = $1`, [params.id]);
    const touched = await api.groups.get({ params });
    expect((await patch(path, { capacity: 12, version: touched.version })).status).toBe(200);
    const now = await api.groups.get({ params });
    expect(await patch(path, { price_text: { sl: '45 €' }, version: now.version })).toMatchObject(
      untranslated('price_text.en'),
    );
  });

  it('cannot slip past a text that is taken away at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { api, patch, path, params } = await draft();
      const body = { description: {}, price_text: {}, fields: [], version: 1 };
      const { version } = await api.groups.update({ params, body });
      await Promise.all([
        patch(path, { description: { sl: 'Za vse.' }, version }),
        patch(`${path}/status`, { active: true }),
      ]);
      const { active, description } = await api.groups.get({ params });
      expect(active && description.sl !== undefined && description.en === undefined).toBe(false);
    }
  });
});

describe('archiving', () => {
  it('hides a group, and publishing fetches it back', async () => {
    const { api, params } = await draft();
    await api.groups.update({ params, body: { description: {}, price_text: {}, fields: [], version: 1 } });
    await api.groups.setStatus({ params, body: { active: true } });
    const away = await api.groups.setStatus({ params, body: { archived: true } });
    expect(away).toMatchObject({ active: false, archived_at: expect.stringMatching(/Z$/) });
    const again = await api.groups.setStatus({ params, body: { archived: true } });
    expect(again.archived_at).toBe(away.archived_at);
    const back = await api.groups.setStatus({ params, body: { archived: false } });
    expect(back).toMatchObject({ active: false, archived_at: null });
    await api.groups.setStatus({ params, body: { archived: true } });
    const published = await api.groups.setStatus({ params, body: { active: true } });
    expect(published).toMatchObject({ active: true, archived_at: null });
  });

  it('is not both published and put away', async () => {
    const { patch, path } = await draft();
    expect(await patch(`${path}/status`, { active: true, archived: true })).toMatchObject({ status: 422 });
    expect(await patch(`${path}/status`, { version: 1 })).toMatchObject({ status: 422 });
  });
});

describe('two at once', () => {
  it('lets one of several editors through, and shows the others who it was', async () => {
    const { organization_id, path } = await draft();
    const editors = await Promise.all(
      [1, 2, 3, 4].map(() => app.factories.member({ organization_id, role: 'GROUP_ADMIN' })),
    );
    const answers = await Promise.all(
      editors.map((editor, at) => app.as(editor).patch(path, { capacity: 10 + at, version: 1 })),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    for (const { status, body } of answers) {
      if (status === 200) continue;
      expect(body).toMatchObject({
        code: 'edit_conflict',
        current: { version: 2, capacity: 10 + winner, updated_by: editors[winner]?.name },
      });
    }
  });

  it('answers 404 to a save of a group deleted meanwhile, and writes nothing', async () => {
    const { organization_id, patch, path, params, ...staff } = await draft();
    const [deleted, saved] = await Promise.all([
      staff.delete(path),
      patch(path, { capacity: 5, version: 1 }),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(saved.status);
    expect((await patch(path, { capacity: 6, version: 2 })).status).toBe(404);
    expect((await patch(`${path}/status`, { active: true })).status).toBe(404);
    const rows = await app.rows('select from group_fields where organization_id = $1 and group_id = $2', [
      organization_id,
      params.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('gives a label to one of several who ask for it at once', async () => {
    const { post, group } = await draft();
    const { name, languages, category_id } = group;
    const body = { label: 'balet', name, languages, category_id };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/groups', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    for (const { status, body: answer } of answers)
      if (status === 409) expect(answer).toMatchObject({ code: 'label_taken' });
  });
});
