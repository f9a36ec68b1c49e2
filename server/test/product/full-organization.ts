import {
  activity_log,
  address_changes,
  applicant_links,
  bulk_job_rows,
  distinct_people,
  family_separations,
  fee_enrolments,
  files,
  former_group_labels,
  former_organization_labels,
  idempotency_keys,
  imports,
  mail_choices,
  mail_notices,
  mail_payments,
  mail_people,
  mail_texts,
  message_files,
  notification_template_versions,
  organization_archives,
  participant_notes,
  payment_settings,
  person_links,
  queue_digests,
  reapplications,
  session_absences,
  session_notices,
} from '../../src/db/schema.ts';
import { applicantTokens } from '../../src/mail/applicant-tokens.ts';
import type { TestApp } from '../app.ts';

/** Makes an organisation that has something in every table there is; a new table asks for a row here. */
export async function fillOrganization({ factories, owner: database }: TestApp) {
  const unique = crypto.randomUUID().slice(0, 8);
  const { id } = await factories.organization({
    name: `Šola ${unique}`,
    owner_email: `owner-${unique}@example.com`,
  });
  const given = { organization_id: id };
  const owner = await factories.member({ ...given, email: `boss-${unique}@example.com` });
  const group = await factories.group({ ...given, location_id: (await factories.location(given)).id });
  const own = { ...given, group_id: group.id };
  const leader = await factories.member({
    ...given,
    role: 'GROUP_ADMIN',
    groups: [group.id],
    leads: [group.id],
  });
  await factories.groupField({ ...own, form_field_id: (await factories.formField(given)).id });
  const template = await factories.template(given);
  await factories.emailSetting({ ...own, email_type: 'application_confirmation', template_id: template.id });
  await factories.insert(notification_template_versions, {
    ...given,
    template_id: template.id,
    number: 1,
    name: template.name,
    saved_by: owner.name,
  });
  const people: string[] = [];
  for (const at of [1, 2, 3]) {
    const email = `applicant-${at}-${unique}@example.com`;
    const { id: participant_id } = await factories.participant({ ...own, email });
    people.push(participant_id);
    const { id: payment_id } = await factories.payment({ ...given, participant_id });
    const { id: mail_id } = await factories.mail({ ...own, participant_id, to_address: email });
    await factories.insert(mail_texts, { ...given, mail_id, subject: email, text: email });
    await factories.insert(mail_payments, { ...given, mail_id, payment_id });
    await factories.insert(mail_people, { ...given, mail_id, participant_id });
    await factories.insert(mail_choices, {
      ...{ ...given, mail_id, address: email },
      ...{ kind: 'news', wanted: false, how: 'page' },
    });
    await factories.insert(applicant_links, {
      ...{ ...given, address: email },
      ...applicantTokens(['a secret key of tests']).fresh(),
    });
    await factories.insert(address_changes, {
      ...{ ...given, address: email, new_address: `new-${email}` },
      ...{ seed: Buffer.alloc(16), expires_at: new Date(Date.now() + 600_000).toISOString() },
    });
    await factories.insert(session_absences, { ...given, participant_id, date: '2025-09-08' });
    // its trigger writes the history
    await factories.insert(participant_notes, { ...given, participant_id, text: 'Klicala mama' });
    await factories.insert(reapplications, { ...own, participant_id, phone: '041 111 222' });
    await factories.merge({ ...given, participant_id });
    await factories.insert(person_links, { ...given, participant_id, person_id: crypto.randomUUID() });
    const { id: other_id } = await factories.participant(own);
    await factories.insert(distinct_people, { ...given, participant_id, other_id });
    const { id: job_id } = await factories.bulkJob({ ...given, account_id: owner.id, actor: owner.name });
    await factories.insert(bulk_job_rows, { ...given, job_id, position: 0, participant_id });
  }
  await factories.family({ ...own, participant_ids: people.slice(1) });
  const [participant_id = '', other_id = ''] = people;
  await factories.feePlan(own);
  await factories.feeRules(given);
  await factories.insert(fee_enrolments, { ...own, participant_id, joined_on: '2025-09-01' });
  await factories.insert(family_separations, { ...given, participant_id, other_id });
  await factories.bankEntryPayment(given);
  await factories.savedView(given);
  await factories.savedView({ ...given, account_id: owner.id });
  const letter = await factories.message({
    ...given,
    account_id: owner.id,
    author: owner.name,
    audience_ids: people,
  });
  const file = { message_id: letter.id, name: 'vabilo.txt', type: 'text/plain', bytes: 4 };
  await factories.insert(message_files, { ...given, ...file, content: Buffer.from('Dan.') });
  await factories.insert(payment_settings, {
    ...given,
    recipient: 'Plesno društvo Žar',
    street: 'Tržaška cesta 12',
    town: '1000 Ljubljana',
    iban: 'SI56191000000123438',
  });
  await factories.invitation({ ...given, email: `invited-${unique}@example.com` });
  await factories.closure(given);
  await factories.sessionException(own);
  const notice = { ...own, id: crypto.randomUUID() };
  await factories.insert(session_notices, { ...notice, sequence: 1, was: {} });
  const { id: told_id } = await factories.mail({ ...own, participant_id, to_address: owner.email });
  await factories.insert(mail_notices, { ...given, mail_id: told_id, notice_id: notice.id, participant_id });
  await factories.feed({ ...own, account_id: owner.id });
  const picture = {
    ...given,
    sha256: '0'.repeat(64),
    width: 1200,
    height: 300,
    bytes: 1,
    created_by: owner.id,
  };
  const original = await factories.insert(files, { ...picture, kind: 'original' });
  const banner = await factories.insert(files, {
    ...picture,
    kind: 'banner',
    original_id: original.id,
    crop: { x: 0, y: 0, width: 1200, height: 300 },
  });
  await database.query('update groups set banner_id = $2 where id = $1', [group.id, banner.id]);
  await factories.insert(imports, {
    ...given,
    kind: 'groups',
    file_name: 'skupine.csv',
    cells: [['Ime']],
    created_by: owner.id,
  });
  await factories.insert(idempotency_keys, { ...given, key: `key-of-${unique}`, body_hash: 'x' });
  await factories.insert(former_organization_labels, { ...given, label: `before-${unique}` });
  await factories.insert(former_group_labels, { ...own, label: `before-${unique}` });
  await factories.insert(organization_archives, {
    ...given,
    account_id: owner.id,
    actor: owner.name,
    state: 'failed',
  });
  await factories.insert(queue_digests, { ...given, written_on: '2025-09-01' });
  await factories.insert(activity_log, { ...given, actor: owner.name, action: 'sign_in', entity: 'user' });
  await fillIdentity(database, owner);
  return {
    id,
    owner,
    /** Addresses that must stand nowhere when the organisation is gone. */
    personal: [unique, owner.id, owner.email, leader.id],
  };
}

/** What identity keeps about a person beside the account. */
async function fillIdentity(
  database: TestApp['owner'],
  { id, email }: { id: string; email: string },
): Promise<void> {
  await database.query(
    `insert into account_codes (account_id, purpose, code_hash, expires_at)
     values ($1, 'password_reset', sha256($2::bytea), now() + interval '1 hour')`,
    [id, email],
  );
  await database.query(
    `insert into account_mails (kind, to_address, state) values ('password_reset', $1, 'sent')`,
    [email],
  );
  await database.query(
    `insert into oidc_payloads (model, id, payload, expires_at)
     values ('Grant', $1::text, jsonb_build_object('accountId', $1::text), now() + interval '1 hour')`,
    [id],
  );
  await database.query('insert into sign_ins (account_id, grant_id) values ($1, $2)', [id, id]);
}
