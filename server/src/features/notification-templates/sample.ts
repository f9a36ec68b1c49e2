import { formatDay, formatMeeting, formatMoney } from '@vpisnik/contract/rules/format';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { MailSubject } from '../application-mails/content.ts';
import { type Fact, listed } from '../application-mails/facts.ts';
import type { MailData } from '../application-mails/rendering/render.ts';
import { dateWords } from '../session-mails/words.ts';

/** A group and a participant that a template is tried with. */
export const sampleTexts: Record<
  Language,
  Record<'group' | 'former_group' | 'participant' | 'guardian' | 'location' | 'address' | 'price', string>
> = {
  sl: {
    group: 'Poletni plesni tabor',
    former_group: 'Jesenski plesni tabor',
    participant: 'Zala Kos',
    guardian: 'Marko Kos',
    location: 'Dvorana Šiška',
    address: 'Celovška 72, Ljubljana',
    price: '190 € na izmeno',
  },
  en: {
    group: 'Summer dance camp',
    former_group: 'Autumn dance camp',
    participant: 'Zala Kos',
    guardian: 'Marko Kos',
    location: 'Šiška Hall',
    address: 'Celovška 72, Ljubljana',
    price: '€190 per week',
  },
};

/** The same as rows; a meeting every Tuesday, so that the next one can always be named. */
export function sampleSubject(language: Language): MailSubject {
  const { group, participant, guardian, location, address, price } = sampleTexts[language];
  return {
    group: {
      ...{ id: 'sample', name: { [language]: group }, price_text: { [language]: price } },
      schedule: [{ day: 'tuesday', start_time: '17:00', duration: 60 }],
      ...{ start_date: null, end_date: null, age_to: null },
    },
    location: { name: location, address },
    participant: {
      ...{ id: 'sample', name: participant, status: 'pending', reference: 'K7MPQ2XA' },
      // greeted where the group is for children
      ...{ guardian_name: guardian, answers: [] },
    },
    written: { closures: [], exceptions: [] },
  };
}

/** What a mail about dates tells, of dates of a sample: one is cancelled, one moved to another day, and one added. */
export function sampleDates(
  { email_type, variant, language, participant_name, group_name }: MailData,
  days: { cancelled: string; moved: string; to: string; added: string },
): Pick<MailData, 'values' | 'details' | 'status' | 'link'> {
  const meeting = (date: string) => formatMeeting({ date, start_time: '17:00' }, language);
  const changes: (Fact & { day: string })[] = [
    { label: 'cancelled_session', day: days.cancelled, value: meeting(days.cancelled) },
    {
      label: 'moved_session',
      day: days.moved,
      value: `${meeting(days.to)} (${dateWords[language].before} ${meeting(days.moved)})`,
    },
    { label: 'added_session', day: days.added, value: meeting(days.added) },
  ];
  const told = changes.filter(({ label }) => variant === '' || label === `${variant}_session`);
  return {
    ...{ status: null, link: null },
    values: {
      dates: listed(
        told.map(({ day }) => formatDay(day, language)),
        language,
      ),
    },
    details: [
      {
        facts: [
          { label: 'participant', value: participant_name },
          { label: 'group', value: group_name },
          ...(email_type === 'group_cancelled' ? [] : told),
        ],
      },
    ],
  };
}

/** What a mail about payments of a type tells of a sample's payment, without the code, which pays for nobody. */
export function samplePayment(
  { email_type, language, participant_name, group_name }: MailData,
  /** When it is due, and when it was paid. */
  { due, paid }: { due: string; paid: string },
  recipient: string,
): Pick<MailData, 'values' | 'details' | 'status' | 'link'> {
  const amount = formatMoney('45.00', 'EUR', language);
  const due_date = formatDay(due, language);
  const payment_reference = 'SI12 0000 0001 2345 6';
  const told: Fact[] =
    email_type === 'payment_received'
      ? [{ label: 'payment_date', value: formatDay(paid, language) }]
      : [
          { label: 'due_date', value: due_date },
          { label: 'recipient', value: recipient },
          { label: 'iban', value: 'SI56 1910 0000 0123 438' },
          { label: 'payment_reference', value: payment_reference },
        ];
  return {
    ...{ status: null, link: null },
    values: { amount, due_date, payment_reference },
    details: [
      {
        facts: [
          { label: 'participant', value: participant_name },
          { label: 'group', value: group_name },
          { label: 'amount', value: amount },
          ...told,
        ],
      },
    ],
  };
}
