import {
  formatDay,
  formatMoney,
  formatShortDay,
  formatTime,
  weekdayName,
} from '@vpisnik/contract/rules/format';
import { dayOf, days } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { MailData } from '../application-mails/rendering/render.ts';

/** From Monday on, as they stand after `do`. */
const until = ['ponedeljka', 'torka', 'srede', 'četrtka', 'petka', 'sobote', 'nedelje'];

/** A deadline by the clocks of its organisation. */
export type Deadline = { day: string; time: string };

/**
 * A deadline as it stands after `do` or `until`: `nedelje, 20. 9. 2026, do 18:00`, `Sunday, 20 Sep 2026, 18:00`.
 *
 * @param room `short` leaves the year out
 */
function deadlineWords({ day, time }: Deadline, language: Language, room: 'year' | 'short' = 'year'): string {
  const weekday = language === 'sl' ? until[days.indexOf(dayOf(day))] : weekdayName(dayOf(day), language);
  const date = room === 'year' ? formatDay(day, language) : formatShortDay(day, language);
  return `${weekday}, ${date}, ${language === 'sl' ? 'do ' : ''}${formatTime(time, language)}`;
}

/** Mails of a type about an offer that ask for an answer; the others tell of one that is over. */
export const asksForAnswer = ({ email_type, variant }: Pick<MailData, 'email_type' | 'variant'>) =>
  email_type === 'offer_reminder' || variant === '' || variant === 'lengthened';

/** How an application stands of which a mail tells: with an offer its next date is named, as for people with a place. */
export const shownStatus = (mail: Pick<MailData, 'email_type' | 'variant'>) =>
  asksForAnswer(mail) ? 'approved' : 'waitlisted';

/** What a mail about an offer says beside its words: the deadline, and where it leads. */
export function offerParts(
  { email_type, variant, language }: Pick<MailData, 'email_type' | 'variant' | 'language'>,
  deadline: Deadline,
  { page, of = 'one' }: { page: string; of?: NonNullable<MailData['answer']>['of'] },
): Pick<MailData, 'status' | 'values' | 'answer' | 'link'> {
  const isAsking = asksForAnswer({ email_type, variant });
  return {
    status: null,
    values: { deadline: deadlineWords(deadline, language, 'short') },
    ...(isAsking && { answer: { deadline: deadlineWords(deadline, language), of } }),
    link: isAsking || variant === 'passed' ? page : null,
  };
}

/** What a plan would ask at once of those who accept, in how many payments, and whether others follow in time. */
type Cost = { count: number; amount: string; currency: string; later: boolean };

/** What stands beside or instead of the sum. */
export const acceptingWords = {
  sl: {
    nothing: 'še nič, plačila sledijo pozneje',
    later: 'druga plačila sledijo pozneje',
    payments: {
      one: 'plačilo',
      two: 'plačili',
      few: 'plačila',
      many: 'plačil',
      other: 'plačil',
      zero: 'plačil',
    },
  },
  en: {
    nothing: 'nothing now, payments follow later',
    later: 'further payments follow later',
    payments: {
      ...{
        one: 'payment',
        two: 'payments',
        few: 'payments',
        many: 'payments',
        other: 'payments',
        zero: 'payments',
      },
    },
  },
} as const;

/** What accepting costs: `85,00 € (2 plačili)`, `€45.00; further payments follow later`. */
export function costWords({ count, amount, currency, later }: Cost, language: Language): string {
  const { nothing, later: others, payments } = acceptingWords[language];
  if (count === 0) return nothing;
  const sum = formatMoney(amount, currency, language);
  const many = `${count} ${payments[new Intl.PluralRules(language).select(count)]}`;
  return `${sum}${count > 1 ? ` (${many})` : ''}${later ? `; ${others}` : ''}`;
}
