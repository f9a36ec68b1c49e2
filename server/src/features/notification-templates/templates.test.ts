import type { Template } from '@vpisnik/contract/notification-templates';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { until } from '../../../test/until.ts';
import { purge } from '../../background/purge.ts';
import { asAccount } from '../../db/scope.ts';
import { enqueueStatusMails } from '../application-mails/enqueue.ts';

let site: TestApp;
let organization_id: string;
let group: { id: string };
let member: Member;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp({ mailbox: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization({ languages: ['sl', 'en'] })).id;
  group = await site.factories.group({ organization_id, name: { sl: 'Balet' } });
  member = await site.factories.member({ organization_id, name: 'Nina' });
  staff = site.as(member);
});

const email_type = 'application_status_update';
const add = (given: object = {}) =>
  staff.api.notification_templates.create({ body: { name: 'Tabori', email_type, ...given } });
const choose = (template_id: string, of: object = {}) =>
  site.factories.emailSetting({ organization_id, group_id: group.id, email_type, template_id, ...of });
const patch = (id: string, body: object) =>
  staff.patch<Template & { code: string; current: Template }>(`/notification-templates/${id}`, body);

/** Decides about a new participant of the group, and waits until the mail about it has left. */
async function decided(given: object = {}) {
  const address = `${crypto.randomUUID()}@example.com`;
  const person = await site.factories.participant({
    ...{
      organization_id,
      group_id: group.id,
      email: address,
      name: 'Ema Novak',
      status: 'approved',
      language: 'sl',
    },
    ...given,
  });
  const { id } = await queue(person.id);
  return { ...(await arrived(address)), id, participant_id: person.id };
}

async function queue(participant_id: string): Promise<{ id: string }> {
  const demand = { rank: 2, organization: true, writes: true, whilePasswordChangeRequired: false } as const;
  await asAccount(site.pools.api, { accountId: member.id, signInId: null }, null, demand, ({ tx }) =>
    enqueueStatusMails(tx, [participant_id], 0),
  );
  const [mail] = await site.rows<{ id: string }>('select id from mails where participant_id = $1', [
    participant_id,
  ]);
  return mail as { id: string };
}

async function arrived(address: string) {
  const [mail] = await site.mailsTo(address);
  await until(async () => {
    const left = await site.rows(`select from mails where to_address = $1 and state = 'sending'`, [address]);
    if (left.length > 0) throw new Error('not noted yet');
  });
  return { subject: mail?.subject ?? '', text: mail?.text ?? '', html: mail?.html ?? '' };
}

describe('a template of one’s own', () => {
  test('of the system is called as the reader’s language has it, wherever the organisation began', async () => {
    const nameFor = async (language: 'sl' | 'en') => {
      const reader = site.as(await site.factories.member({ organization_id, language }));
      const { results } = await reader.api.notification_templates.list({
        query: { email_type: ['payment_reminder'] },
      });
      const one = await reader.api.notification_templates.get({ params: { id: results[0]?.id ?? '' } });
      return [results[0]?.name, one.name];
    };
    await site.factories.template({
      organization_id,
      email_type: 'payment_reminder',
      system: true,
      name: 'Opomnik',
    });
    expect(await nameFor('sl')).toEqual(['Opomnik za plačilo', 'Opomnik za plačilo']);
    expect(await nameFor('en')).toEqual(['Payment reminder', 'Payment reminder']);
  });

  test('tells whether the organisation sends mails of its type at all', async () => {
    const add = (email_type: 'payment_reminder' | 'payment_received' | 'application_confirmation') =>
      staff.api.notification_templates.create({ body: { name: 'Po naše', email_type } });
    expect((await add('application_confirmation')).sent).toBe(true);
    const { id } = await add('payment_reminder');
    const sent = async () => (await staff.api.notification_templates.get({ params: { id } })).sent;
    expect(await sent()).toBe(false);
    await site.rows(
      `insert into payment_settings (organization_id, recipient, street, town, iban, mail_reminders)
       values ($1, 'Žar', 'Tržaška 12', '1000 Ljubljana', 'SI56191000000123438', true)`,
      [organization_id],
    );
    expect(await sent()).toBe(true);
    expect((await add('payment_received')).sent).toBe(false);
  });

  test('says what it says in each language; the rest is in the system’s words', async () => {
    const made = await add({
      translations: {
        sl: {
          subject: 'Tabor: {{group_name}}',
          next_steps: { approved: '**Pridite** točno.' },
          greeting: ' ',
        },
        en: { subject: 'Camp: {{group_name}}' },
      },
      sections: { support: false },
    });
    expect(made).toMatchObject({
      ...{ name: 'Tabori', system: false, active: true, is_default: false, version: 1, groups_count: 0 },
      translations: {
        sl: { subject: 'Tabor: {{group_name}}', next_steps: { approved: '**Pridite** točno.' } },
      },
      languages: [
        { language: 'sl', worded: 2, missing: [] },
        { language: 'en', worded: 1, missing: ['next_steps.approved'] },
      ],
      original: { sl: { greeting: 'Pozdravljeni, {{participant_name}},' } },
      placeholders: ['participant_name', 'group_name', 'organization_name', 'reference'],
    });
    expect(made.translations.sl).not.toHaveProperty('greeting');
    await choose(made.id);
    const mail = await decided();
    expect(mail.subject).toBe('Tabor: Balet');
    expect(mail.html).toContain('<strong>Pridite</strong> točno.');
    expect(mail.text).toContain('Kaj sledi: Pridite točno.');
    expect(mail.text).toContain('Pozdravljeni, Ema Novak,');
    expect(mail.text).not.toContain('Imate vprašanje?');
    expect((await decided({ language: 'en' })).subject).toBe('Camp: Balet');
  });

  test.each([
    [{ subject: 'Zdravo {{constructor}}' }, 'subject', 'unknown_placeholder'],
    [{ subject: '{{__proto__}}' }, 'subject', 'unknown_placeholder'],
    [{ main_message: '{{{{group_name}}}}' }, 'main_message', 'unknown_placeholder'],
    [{ main_message: 'na pol {{group_name' }, 'main_message', 'unknown_placeholder'],
    [{ next_steps: { approved: '{{amount}}' } }, 'next_steps.approved', 'unknown_placeholder'],
    [{ subject: 'Zadeva\r\nBcc: vsi@example.com' }, 'subject', 'invalid_characters'],
    [{ main_message: '[klik](javascript:alert(1))' }, 'main_message', 'invalid_link'],
    [{ main_message: '[klik](http://a.si)' }, 'main_message', 'invalid_link'],
    [{ support_text: '[klik](//a.si)' }, 'support_text', 'invalid_link'],
    [{ support_text: '[klik](https://a:b@a.si)' }, 'support_text', 'invalid_link'],
    [{ support_text: '[{{participant_name}}](https://a.si)' }, 'support_text', 'invalid_link'],
    [{ support_text: '[klik](https://a.si/{{reference}})' }, 'support_text', 'invalid_link'],
    [{ support_email: 'ana@b.si?bcc=c@d.si' }, 'support_email', 'invalid_email'],
    [{ support_email: 'javascript:alert(1)' }, 'support_email', 'invalid_email'],
    [{ main_message: 'a'.repeat(5001) }, 'main_message', 'too_long'],
    [{ section_labels: { price: '{{x}}' } }, 'section_labels.price', 'unknown_placeholder'],
    [{ subject: 'Prvič: {{first_session}}' }, 'subject', 'unknown_placeholder'],
    [{ section_labels: { price: '{{link}}' } }, 'section_labels.price', 'unknown_placeholder'],
  ])('refuses %o at its field', async (translation, field, code) => {
    const body = { name: 'X', email_type, translations: { en: translation } };
    expect(await staff.post('/notification-templates', body)).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', errors: [{ path: `translations.en.${field}`, code }] },
    });
    const { id } = await add();
    const shown = { language: 'en', translations: { en: translation } };
    expect((await staff.post(`/notification-templates/${id}/preview`, shown)).status).toBe(422);
  });

  test('refuses fields and labels that there are none of', async () => {
    for (const translation of [
      { html: '<b>' },
      { next_steps: { done: 'x' } },
      { section_labels: { x: 'y' } },
    ]) {
      const body = { name: 'X', email_type, translations: { sl: translation } };
      expect((await staff.post('/notification-templates', body)).status).toBe(422);
    }
    expect(
      (await staff.post('/notification-templates', { name: 'X', email_type, translations: { de: {} } }))
        .status,
    ).toBe(422);
  });

  test('shows a script in every field as text', async () => {
    const script = '<script>alert(1)</script>"\'&';
    const long = { main_message: script, support_text: script, next_steps: { approved: script } };
    const lines = { subject: script, header_text: script, greeting: script, greeting_without_name: script };
    const labels = {
      next_steps: script,
      details: script,
      participant: script,
      group: script,
      reference: script,
    };
    const { id } = await add({ translations: { sl: { ...long, ...lines, section_labels: labels } } });
    await choose(id);
    const mail = await decided();
    expect(mail.subject).toBe(script);
    expect(mail.html).not.toMatch(/<script/i);
    expect(mail.html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length).toBeGreaterThanOrEqual(7);
  });
});

describe('versions', () => {
  test('tell who changed what, are never changed, and come back as new ones', async () => {
    const { id } = await add({ translations: { sl: { subject: 'Prva' } } });
    await patch(id, { version: 1, translations: { sl: { subject: 'Druga' }, en: { greeting: 'Hi,' } } });
    await patch(id, { version: 2, sections: { support: false }, name: 'Poletje' });
    // the same again is no version
    await patch(id, { version: 3, name: 'Poletje' });
    const back = await staff.api.notification_templates.restore({
      params: { id },
      body: { number: 1, version: 4 },
    });
    expect(back).toMatchObject({ name: 'Poletje', translations: { sl: { subject: 'Prva' } } });
    expect(back.translations).not.toHaveProperty('en');
    const { results } = await staff.api.notification_templates.versions({ params: { id } });
    expect(results.map(({ number, saved_by, restored }) => [number, saved_by, restored])).toEqual([
      [4, 'Nina', 1],
      [3, 'Nina', null],
      [2, 'Nina', null],
      [1, 'Nina', null],
    ]);
    expect(results[1]?.changes).toEqual([
      { field: 'name', language: null, from: 'Tabori', to: 'Poletje' },
      { field: 'sections.support', language: null, from: 'on', to: 'off' },
    ]);
    expect(results[2]?.changes).toEqual([
      { field: 'subject', language: 'sl', from: 'Prva', to: 'Druga' },
      { field: 'greeting', language: 'en', from: '', to: 'Hi,' },
    ]);
    expect(results[3]?.changes).toEqual([{ field: 'subject', language: 'sl', from: '', to: 'Prva' }]);
    const refused = await staff.post(`/notification-templates/${id}/restore`, { number: 9, version: 5 });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'number' }] } });
    const [may] = await site.rows(
      `select has_table_privilege('app_api', 'notification_template_versions', 'update') as change,
         has_table_privilege('app_api', 'notification_template_versions', 'delete') as remove`,
    );
    expect(may).toEqual({ change: false, remove: false });
  });

  test('of two who save at once, one is told what the other has written', async () => {
    const { id } = await add();
    const answers = await Promise.all(
      ['A', 'B'].map((subject) => patch(id, { version: 1, translations: { sl: { subject } } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    const kept = answers.find(({ status }) => status === 200);
    expect(refused?.body).toMatchObject({
      code: 'edit_conflict',
      current: { translations: kept?.body.translations, version: 2 },
    });
  });

  test('keep the words of a language that the organisation no longer offers', async () => {
    const { id } = await add({ translations: { sl: { subject: 'Moja' }, en: { subject: 'Mine' } } });
    await choose(id);
    await site.rows(`update organizations set languages = '{sl}' where id = $1`, [organization_id]);
    const changed = await patch(id, { version: 1, translations: { sl: { subject: 'Nova' } } });
    expect(changed.body.languages).toEqual([{ language: 'sl', worded: 1, missing: [] }]);
    expect(changed.body.translations).toMatchObject({ sl: { subject: 'Nova' }, en: { subject: 'Mine' } });
    // who applied in that language is still written to in it
    expect((await decided({ language: 'en' })).subject).toBe('Mine');
  });
});

describe('system templates', () => {
  const systemOne = async () => {
    const { results } = await staff.api.notification_templates.list({ query: {} });
    const known = results.find((one) => one.system && one.email_type === email_type);
    return known ?? (await site.factories.template({ organization_id, email_type, system: true }));
  };

  test('are read-only, in every way', async () => {
    const { id } = await systemOne();
    const calls = [
      patch(id, { version: 1, name: 'X' }),
      staff.patch(`/notification-templates/${id}/status`, { active: false }),
      staff.post(`/notification-templates/${id}/restore`, { number: 1, version: 1 }),
      staff.delete(`/notification-templates/${id}`),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 409, body: { code: 'template_read_only' } });
    expect(await staff.api.notification_templates.get({ params: { id } })).toMatchObject({
      ...{ system: true, translations: {} },
      original: { en: { subject: 'Application update: {{participant_name}}, {{group_name}}' } },
      original_by_status: { sl: { approved: { header_text: 'Mesto je potrjeno' } } },
    });
  });
});

describe('the organisation’s default', () => {
  test('is what groups without a choice send; there is one of a type', async () => {
    const first = await add({ is_default: true, translations: { sl: { subject: 'Prva privzeta' } } });
    const second = await add({ translations: { sl: { subject: 'Druga privzeta' } } });
    expect((await decided()).subject).toBe('Prva privzeta');
    await patch(second.id, { version: 1, is_default: true });
    expect((await staff.api.notification_templates.get({ params: { id: first.id } })).is_default).toBe(false);
    expect((await decided()).subject).toBe('Druga privzeta');
    await staff.api.notification_templates.setStatus({ params: { id: second.id }, body: { active: false } });
    expect((await decided()).subject).toContain('Mesto je potrjeno');
    const late = await patch(second.id, { version: 3, is_default: true });
    expect(late).toMatchObject({ status: 422, body: { errors: [{ path: 'is_default', code: 'inactive' }] } });
  });

  test('is the later one of two who make theirs at once', async () => {
    await site.factories.template({ organization_id, email_type, system: true });
    const made = await Promise.all([add({ is_default: true }), add({ is_default: true })]);
    const now = await Promise.all(
      made.map(({ id }) => staff.api.notification_templates.get({ params: { id } })),
    );
    expect(now.filter(({ is_default }) => is_default)).toHaveLength(1);
  });

  test('gives way to the system template where a group chose that', async () => {
    await add({ is_default: true, translations: { sl: { subject: 'Privzeta' } } });
    const system = await site.factories.template({ organization_id, email_type, system: true });
    await choose(system.id);
    expect((await decided()).subject).toContain('Mesto je potrjeno');
  });
});

describe('a template that is used', () => {
  test('is deleted only when its groups get another one', async () => {
    const { id } = await add({ name: 'Stara' });
    const other = await add({ name: 'Nova' });
    const wrong = await staff.api.notification_templates.create({
      body: { name: 'Druge vrste', email_type: 'application_confirmation' },
    });
    await choose(id);
    expect(await staff.api.notification_templates.get({ params: { id } })).toMatchObject({
      groups_count: 1,
      groups: [{ id: group.id, name: { sl: 'Balet' } }],
    });
    const remove = (query: string) => staff.delete(`/notification-templates/${id}${query}`);
    expect(await remove('')).toMatchObject({ status: 409, body: { code: 'in_use' } });
    const foreign = await site.factories.template({ email_type });
    for (const instead of [id, wrong.id, foreign.id, crypto.randomUUID()])
      expect(await remove(`?instead=${instead}`)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'instead', code: 'unknown_id' }] },
      });
    expect((await remove(`?instead=${other.id}`)).status).toBe(204);
    const chosen = async () =>
      (await staff.api.groups.get({ params: { id: group.id } })).email_settings[email_type].template_id;
    expect(await chosen()).toBe(other.id);
    expect((await staff.delete(`/notification-templates/${other.id}?instead=default`)).status).toBe(204);
    expect(await chosen()).toBeNull();
  });

  test('and is deactivated between queueing and sending gives way, and the mail says so', async () => {
    const { id } = await add({ translations: { sl: { subject: 'Izbrana' } } });
    await choose(id);
    expect((await decided()).subject).toBe('Izbrana');
    await add({ is_default: true, name: 'Privzeta', translations: { sl: { subject: 'Privzeta' } } });
    await staff.api.notification_templates.setStatus({ params: { id }, body: { active: false } });
    const mail = await decided();
    expect(mail.subject).toBe('Privzeta');
    const { mails } = await staff.api.participants.get({ params: { id: mail.participant_id } });
    expect(mails[0]).toMatchObject({ state: 'sent', template_missed: true });
    expect(await staff.api.participant_mails.get({ params: { id: mail.id } })).toMatchObject({
      template: { name: 'Privzeta', number: 1 },
      template_missed: true,
    });
  });
});

describe('a mail that was sent', () => {
  test('is shown as it was sent, whatever becomes of its template, for a year', async () => {
    const { id } = await add({ translations: { sl: { subject: 'Prvič', main_message: 'Stare besede.' } } });
    await choose(id);
    const mail = await decided();
    await patch(id, { version: 1, translations: { sl: { subject: 'Drugič' } } });
    const shown = () => staff.api.participant_mails.get({ params: { id: mail.id } });
    expect(await shown()).toMatchObject({
      words: { subject: 'Prvič', text: expect.stringContaining('Stare besede.') },
      ...{ template: { id, name: 'Tabori', number: 1 }, template_missed: false, language: 'sl' },
    });
    expect((await staff.delete(`/notification-templates/${id}?instead=default`)).status).toBe(204);
    expect((await staff.get(`/notification-templates/${id}/versions`)).status).toBe(404);
    expect(await shown()).toMatchObject({ template: { name: 'Tabori', number: 1 } });
    await site.rows(
      `update mail_texts set created_at = now() - interval '12 months' + interval '1 hour' where mail_id = $1`,
      [mail.id],
    );
    await purge(site.pools.system, site.storage);
    expect((await shown()).words).not.toBeNull();
    await site.rows(
      `update mail_texts set created_at = now() - interval '12 months' - interval '1 hour' where mail_id = $1`,
      [mail.id],
    );
    await purge(site.pools.system, site.storage);
    expect(await shown()).toMatchObject({ words: null, template: { number: 1 } });
  });

  test('is read by those who see the participant, and by nobody else', async () => {
    const mail = await decided();
    const read = async (given: object) =>
      (
        await site
          .as(await site.factories.member({ organization_id, ...given }))
          .get(`/participant-mails/${mail.id}`)
      ).status;
    expect(await read({ role: 'GROUP_VIEWER_USER', groups: [group.id] })).toBe(200);
    expect(await read({ role: 'GROUP_ADMIN', groups: [] })).toBe(404);
    const stranger = site.as(await site.factories.member());
    expect((await stranger.get(`/participant-mails/${mail.id}`)).status).toBe(404);
  });
});

describe('a preview', () => {
  test('is what is sent, of a real participant, a real group or a sample', async () => {
    const { id } = await add({
      translations: { sl: { subject: '{{participant_name}}/{{group_name}}/{{reference}}' } },
    });
    await choose(id);
    const mail = await decided();
    const show = (body: object) =>
      staff.api.template_previews.show({
        params: { id },
        body: { language: 'sl', status: 'approved', ...body },
      });
    const real = await show({ participant_id: mail.participant_id });
    expect(real.subject).toBe(mail.subject);
    // delivery alone puts the secret link in
    expect(real.text.trim()).toBe(mail.text.replace(/\/my\/[\w-]+/, '/my').trim());
    expect(await show({ group_id: group.id })).toMatchObject({
      subject: 'Zala Kos/Balet/K7MPQ2XA',
      ...{ group_name: 'Balet', participant_name: 'Zala Kos' },
    });
    const sample = await show({
      with_name: false,
      translations: { sl: { greeting_without_name: 'Zdravo!' } },
    });
    expect(sample.text).toContain('Zdravo!');
    expect(sample.subject).toContain('Mesto je potrjeno: Zala Kos, Poletni plesni tabor');
    expect((await show({ language: 'en', sections: { details: false } })).text).not.toContain(
      'About the group',
    );
  });

  test('says of each text which one it is; a mail that leaves does not', async () => {
    const { id } = await add({
      translations: {
        sl: {
          main_message: 'Prvi odstavek.\n\n- seznam',
          next_steps: { approved: 'Pridite.' },
          support_email: 'tabori@zvezda.test',
        },
      },
    });
    await choose(id);
    const mail = await decided();
    const show = (body: object = {}) =>
      staff.api.template_previews.show({
        params: { id },
        body: { language: 'sl', status: 'approved', participant_id: mail.participant_id, ...body },
      });
    const { html } = await show();
    expect(html).toContain('<p data-part="main_message" style="margin:0">Prvi odstavek.</p>');
    expect(html).toContain('<ul data-part="main_message"');
    expect(html).toMatch(/<p data-part="greeting" [^>]*>Pozdravljeni/);
    expect(html).toMatch(
      /<p data-part="next_steps.approved" [^>]*><strong><span data-part="section_labels.next_steps">/,
    );
    expect(html).toContain('<span data-part="support_email">tabori@zvezda.test</span>');
    for (const part of [
      'header_text',
      'support_text',
      'section_labels.details',
      'section_labels.participant',
    ])
      expect(html).toContain(`data-part="${part}"`);
    expect((await show({ with_name: false })).html).toContain('data-part="greeting_without_name"');
    const accepted = (await show({ variant: 'accepted' })).html;
    expect(accepted).toContain('data-part="accepted.header_text"');
    expect(accepted).not.toContain('data-part="main_message"');
    // the marks are all that the two differ by
    const shown = html
      .replace(/<span data-part="[^"]*">(.*?)<\/span>/g, '$1')
      .replace(/ data-part="[^"]*"/g, '');
    expect(mail.html).not.toContain('data-part');
    expect(shown.trim()).toBe(mail.html.replace(/\/my\/[\w-]+/, '/my').trim());
    const { to_address } = await staff.api.template_previews.test({
      params: { id },
      body: { language: 'sl' },
    });
    expect((await arrived(to_address)).html).not.toContain('data-part');
  });

  test('greets the guardian of a sample where the group is for children, as its mails do', async () => {
    const { id } = await add();
    const greeted = async (ages: object) => {
      const { id: group_id } = await site.factories.group({ organization_id, ...ages });
      const body = { language: 'sl', status: 'approved', group_id } as const;
      return (await staff.api.template_previews.show({ params: { id }, body })).text;
    };
    const children = await greeted({ age_from: 6, age_to: 8 });
    expect(children).toContain('Pozdravljeni, Marko Kos');
    expect(children).toContain('Zala Kos');
    for (const ages of [{}, { age_from: 15, age_to: 18 }])
      expect(await greeted(ages)).toContain('Pozdravljeni, Zala Kos');
  });

  test('tells of the first session to those alone who come, and leads to their page', async () => {
    const { id } = await add({
      translations: { sl: { main_message: 'Prvič: {{first_session}}\n\n{{link}}' } },
    });
    const show = (status: ParticipantStatus) =>
      staff.api.template_previews.show({ params: { id }, body: { language: 'sl', status } });
    const page = `Odpri stran prijave (${site.env.publicUrl}/my)`;
    const comes = await show('approved');
    expect(comes.text).toMatch(/^Prvič: torek, .*, ob 17:00$/m);
    expect(comes.text).toContain(page);
    for (const status of ['waitlisted', 'rejected', 'inactive'] as const) {
      const { text } = await show(status);
      expect(text).not.toContain('Prvič');
      expect(text).toContain(page);
    }
  });

  test('of a mail about payments tells of a sample’s', async () => {
    const { id } = await staff.api.notification_templates.create({
      body: { name: 'Plačila', email_type: 'payment_request' },
    });
    const body = { language: 'sl', translations: { sl: { subject: 'Plačajte {{amount}}' } } } as const;
    const mail = await staff.api.template_previews.show({ params: { id }, body });
    expect(mail.subject.replaceAll('\u00a0', ' ')).toBe('Plačajte 45,00 €');
    expect(mail.text).toContain('Sklic: SI12 0000 0001 2345 6');
    expect(mail.text).not.toContain('Stanje prijave');
    // its mails have no button, and lead to the page at their end
    expect(mail.text).toMatch(/\nOdpri stran prijave: \S+\/my\nPošilja Vpisnik/);
    // of a real participant it names nobody else, and of money that came it asks for none
    const person = await site.factories.participant({
      organization_id,
      group_id: group.id,
      name: 'Bor Mlakar',
    });
    const received = await staff.api.notification_templates.create({
      body: { name: 'Prejeto', email_type: 'payment_received' },
    });
    const told = await staff.api.template_previews.show({
      params: { id: received.id },
      body: { language: 'sl', participant_id: person.id },
    });
    expect(told.text).toContain(': Bor Mlakar\nSkupina: Balet\n');
    expect(told.text).not.toMatch(/Zala Kos|Sklic|IBAN/);
  });

  test('of a reminder after the due day is in its own words or the system’s, not in those before it', async () => {
    const { id } = await staff.api.notification_templates.create({
      body: {
        ...{ name: 'Opomnik', email_type: 'payment_reminder' },
        translations: { sl: { subject: 'Kmalu bo rok', greeting: 'Živjo,' } },
      },
    });
    const show = (body: object) =>
      staff.post<{ subject: string; text: string }>(`/notification-templates/${id}/preview`, {
        language: 'sl',
        ...body,
      });
    expect((await show({})).body.subject).toBe('Kmalu bo rok');
    for (const [variant, subject] of [
      ['overdue', 'Rok plačila je potekel: Zala Kos, Poletni plesni tabor'],
      ['overdue_again', 'Ponoven opomnik za plačilo: Zala Kos, Poletni plesni tabor'],
    ]) {
      const { body } = await show({ variant });
      expect(body.subject).toBe(subject);
      expect(body.text).toContain('Živjo,');
    }
    expect(await show({ variant: 'duplicate' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'variant', code: 'invalid_value' }] },
    });
    const { version, translations } = await staff.api.notification_templates.get({ params: { id } });
    const overdue = { subject: 'Rok je mimo, {{group_name}}', header_text: ' ' };
    await staff.api.notification_templates.update({
      params: { id },
      body: { version, translations: { sl: { ...translations.sl, overdue } } },
    });
    const late = (await show({ variant: 'overdue' })).body;
    expect(late.subject).toBe('Rok je mimo, Poletni plesni tabor');
    expect(late.text).toMatch(/^Rok plačila je potekel\n\nŽivjo,/);
    expect((await show({ variant: 'overdue_again' })).body.subject).toMatch(/^Ponoven opomnik/);
    expect((await show({})).body.subject).toBe('Kmalu bo rok');
    const { results } = await staff.api.notification_templates.versions({ params: { id } });
    expect(results[0]?.changes).toEqual([
      { field: 'overdue.subject', language: 'sl', from: '', to: 'Rok je mimo, {{group_name}}' },
    ]);
  });

  test('of a move to another group names the former one of a sample, and by which price payments go on', async () => {
    const { id } = await staff.api.notification_templates.create({
      body: { name: 'Odločitev', email_type: 'application_status_update' },
    });
    for (const [language, sentence, price] of [
      [
        'sl',
        'iz skupine Jesenski plesni tabor v skupino Poletni plesni tabor',
        'Plačila: odslej po ceni nove',
      ],
      ['en', 'from Autumn dance camp to Summer dance camp', 'Payments: from now on at the price of the new'],
    ] as const) {
      const { text } = await staff.api.template_previews.show({
        params: { id },
        body: { language, status: 'approved', variant: 'transferred' },
      });
      expect(text).toContain(sentence);
      expect(text).toContain(price);
    }
  });

  test('of a variant refuses what its type can’t say', async () => {
    const { id } = await staff.api.notification_templates.create({
      body: { name: 'Opomnik', email_type: 'payment_reminder' },
    });
    const path = `/notification-templates/${id}`;
    for (const [translation, problem] of [
      [{ overdue: { subject: '{{reference}}' } }, ['overdue.subject', 'unknown_placeholder']],
      [
        { overdue_again: { main_message: '[a](http://x.si)' } },
        ['overdue_again.main_message', 'invalid_link'],
      ],
      [{ duplicate: { subject: 'Že imamo' } }, ['duplicate.subject', 'invalid_value']],
      [{ overdue: { greeting: 'Živjo' } }, ['overdue', 'unknown_field']],
    ] as const) {
      const { status, body } = await staff.patch<{ errors: { path: string; code: string }[] }>(path, {
        version: 1,
        translations: { sl: translation },
      });
      expect([status >= 400 && status < 500, body.errors[0]?.code]).toEqual([true, problem[1]]);
      expect(body.errors[0]?.path).toContain(problem[0]);
    }
  });

  test('knows nobody outside the caller’s groups', async () => {
    const { id } = await add();
    const person = await site.factories.participant({ organization_id, group_id: group.id });
    const limited = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [] }),
    );
    const path = `/notification-templates/${id}/preview`;
    for (const [field, value] of [
      ['group_id', group.id],
      ['participant_id', person.id],
      ['group_id', (await site.factories.group()).id],
    ] as const)
      expect(await limited.post(path, { language: 'sl', [field]: value })).toMatchObject({
        status: 422,
        body: { errors: [{ path: field, code: 'unknown_id' }] },
      });
    expect((await limited.post(path, { language: 'sl' })).status).toBe(200);
  });

  test('is sent to oneself as a test, as it is being edited', async () => {
    const { id } = await add();
    const body = { language: 'en', translations: { en: { subject: 'Trying {{group_name}}' } } } as const;
    const { to_address } = await staff.api.template_previews.test({ params: { id }, body });
    const mail = await arrived(to_address);
    expect(mail.subject).toBe('Trying Summer dance camp');
    expect(mail.html).toContain('Zala Kos');
    expect((await staff.api.notification_templates.get({ params: { id } })).translations).toEqual({});
    // its words are kept for nobody, and nobody reads it as a participant's
    const [kept] = await site.rows<{ mail_id: string; words: number }>(
      `select m.id as mail_id, (select count(*)::integer from mail_texts t where t.mail_id = m.id) as words
       from mails m where m.to_address = $1`,
      [to_address],
    );
    expect(kept?.words).toBe(0);
    expect((await staff.get(`/participant-mails/${kept?.mail_id}`)).status).toBe(404);
  });

  test('that fails or is called back leaves no words of a participant, and is not sent again', async () => {
    for (const state of ['failed', 'cancelled']) {
      // one that waits for its next try
      const [mail] = await site.rows<{ id: string }>(
        `with test as (
           insert into mails (organization_id, email_type, variant, recipient_kind, account_id, to_address, language, send_after)
           values ($1, $2, 'test', 'staff', $3, $4, 'sl', now() + interval '1 hour') returning organization_id, id
         )
         insert into mail_texts (organization_id, mail_id, subject, html, text)
         select organization_id, id, 'Ema', '<p>Ema</p>', 'Ema' from test returning mail_id as id`,
        [organization_id, email_type, member.id, `${crypto.randomUUID()}@example.com`],
      );
      await site.rows(`update mails set state = $2 where id = $1`, [mail?.id, state]);
      expect(await site.rows('select from mail_texts where mail_id = $1', [mail?.id])).toEqual([]);
      expect(await staff.post(`/mails/${mail?.id}/retry`)).toMatchObject({
        status: 409,
        body: { code: 'mail_outdated' },
      });
    }
  });
});
