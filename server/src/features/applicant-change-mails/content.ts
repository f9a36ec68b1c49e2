import { groupName } from '@vpisnik/contract/rules/texts';
import { applicantPage } from '../../mail/links.ts';
import { addresseeOf } from '../application-mails/addressee.ts';
import { type ReadContent, senderOf } from '../application-mails/content.ts';
import { listed } from '../application-mails/facts.ts';
import type { Details, MailData } from '../application-mails/rendering/render.ts';
import { wallTime } from '../sessions/coming.ts';
import {
  type ChangedPerson,
  languageOf,
  selectChanged,
  selectNewsChoice,
  selectStaffName,
} from './queries.ts';
import { changeFacts } from './rules.ts';
import { changeWords } from './words.ts';

/** Staff have nobody to ask. */
const forStaff = { translations: {}, sections: { support: false } };

/**
 * Reads what applicants have changed since a mail was begun, as it comes to now: for the staff of a group with what was there
 * before, for an applicant with what they have now. Nothing where all was changed back, or withdrawn: applicants get no more
 * mail for what they have withdrawn.
 */
export const changesContent: ReadContent = async (tx, claimed, publicUrl) => {
  const { mail, organization } = claimed;
  const language = languageOf(claimed);
  const isStaffs = mail.recipient_kind === 'staff';
  const today = wallTime(new Date(), organization.time_zone).day;
  const people = (await selectChanged(tx, claimed)).filter(({ email, group_id, is_withdrawn }) =>
    isStaffs ? group_id === mail.group_id : email?.toLowerCase() === mail.to_address && !is_withdrawn,
  );
  if (people.length === 0) return 'outdated';
  const changed = people
    .map((person) => ({ person, facts: changeFacts(person.changes, language, { former: isStaffs }) }))
    .filter(({ facts }) => facts.length > 0);
  const news = isStaffs ? undefined : await selectNewsChoice(tx, claimed);
  const words = changeWords[language];
  const details: Details[] = [
    ...changed.map(({ person, facts }) => ({ heading: headingOf(person, isStaffs, claimed), facts })),
    ...(news === undefined
      ? []
      : [
          {
            facts: [
              { label: 'other_changes' as const, question: words.news, value: news ? words.yes : words.no },
            ],
          },
        ]),
  ];
  if (details.length === 0) return 'outdated';
  const named = changed.length > 0 ? changed.map(({ person }) => person) : people;
  const names = (of: (person: ChangedPerson) => string) => listed(named.map(of), language);
  const only = named.length === 1 ? `&participant=${named[0]?.id}` : '';
  const data: MailData = {
    email_type: 'application_changed',
    variant: isStaffs ? 'staff' : '',
    recipient_kind: isStaffs ? 'staff' : 'applicant',
    language,
    organization: senderOf(organization),
    group_name: names((person) => groupName({ name: person.group_name }, language)),
    participant_name: names(({ name }) => name),
    addressee: isStaffs
      ? await selectStaffName(tx, mail.account_id)
      : names((person) => addresseeOf(person, person, today)),
    values: {},
    ...{ status: null, reason: '', may_decide: false },
    details,
    link: isStaffs
      ? `${publicUrl}/groups/${mail.group_id}?tab=participants${only}`
      : applicantPage(publicUrl),
    home: publicUrl,
  };
  return { template: isStaffs ? forStaff : null, version_id: null, missed: false, data };
};

/** A person, with the group where the mail is of several. */
function headingOf(
  { name, group_name }: ChangedPerson,
  isStaffs: boolean,
  claimed: Parameters<typeof languageOf>[0],
) {
  return isStaffs ? name : `${name}, ${groupName({ name: group_name }, languageOf(claimed))}`;
}
