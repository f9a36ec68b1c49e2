import { fee_plans, feePlanProblems, type GroupFeePlan } from '@vpisnik/contract/fee-plans';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { addMonths } from '@vpisnik/contract/rules/fee-plan';
import { parseAmount, typedAmount } from '@vpisnik/contract/rules/money';
import { problemsOfBody } from '../../../../lib/form/problems.ts';
import type { WholeNumber } from '../../../../lib/form/whole-number.ts';
import type { Locale } from '../../../../lib/text/locale.ts';

/** Values of the plan's form; amounts as they are typed. */
export type FeeValues = Omit<
  GroupFeePlan,
  | 'version'
  | 'enrolled'
  | 'without'
  | 'kept'
  | 'amount'
  | 'joining_fee'
  | 'instalments'
  | 'days_after'
  | 'day_of_month'
  | 'days_ahead'
> & {
  amount: string;
  joining_fee: string;
  instalments: { due_date: string | null; amount: string }[];
  days_after: WholeNumber;
  day_of_month: WholeNumber;
  days_ahead: WholeNumber;
};

/** First and last day of the group. */
export type Season = { start_date: string | null; end_date: string | null };

/** Initial values; a plan that is begun has the group's months, and is monthly as most are. */
export function valuesOf(
  { version, enrolled: _, without: __, kept: ___, ...plan }: GroupFeePlan,
  season: Season,
  locale: Locale,
): FeeValues {
  const typed = (amount: string | null) => (amount === null ? '' : typedAmount(amount, locale));
  const begun =
    version === 0 ? { rhythm: 'monthly' as const, late_start: 'months' as const, ...monthsOf(season) } : {};
  return {
    ...plan,
    ...begun,
    amount: typed(plan.amount),
    joining_fee: typed(plan.joining_fee),
    instalments: plan.instalments.map((one) => ({ ...one, amount: typed(one.amount) })),
  };
}

const monthsOf = ({ start_date, end_date }: Season) => ({
  first_month: start_date?.slice(0, 7) ?? null,
  last_month: start_date === null ? null : (end_date?.slice(0, 7) ?? null),
});

/** The amount of a typed text; a text that is none stays, for the form to refuse. */
const amountOf = (text: string, locale: Locale): string | null =>
  text.trim() === '' ? null : (parseAmount(text, locale).amount ?? text);

/** Request body; what the rhythm has no use for is left out. */
export function wireOf(values: FeeValues, locale: Locale) {
  const { rhythm } = values;
  const isMonthly = rhythm === 'monthly';
  return {
    ...values,
    amount: isMonthly || rhythm === 'once' ? amountOf(values.amount, locale) : null,
    due_date: rhythm === 'once' ? values.due_date : null,
    first_month: isMonthly ? values.first_month : null,
    last_month: isMonthly ? values.last_month : null,
    free_months: isMonthly ? values.free_months : [],
    instalments:
      rhythm === 'instalments'
        ? values.instalments.map(({ due_date, amount }) => ({
            due_date: due_date ?? '',
            amount: amountOf(amount, locale) ?? '',
          }))
        : [],
    joining_fee: rhythm === 'none' ? null : amountOf(values.joining_fee, locale),
    days_after: values.days_after ?? '',
    day_of_month: values.day_of_month ?? '',
    days_ahead: values.days_ahead ?? '',
  };
}

/** The body once nothing is wrong with it. */
export type FeeBody = Omit<GroupFeePlan, 'version' | 'enrolled' | 'without' | 'kept'>;

/** Everything wrong with the form, in the order of its fields. */
export function problemsOf(values: FeeValues, season: Season, locale: Locale): FieldError[] {
  const body = wireOf(values, locale);
  const typed: [path: string, text: string][] = [
    ...(body.amount === null ? [] : [['amount', values.amount] as [string, string]]),
    ...(body.joining_fee === null ? [] : [['joining_fee', values.joining_fee] as [string, string]]),
    ...body.instalments.map((_, at): [string, string] => [
      `instalments.${at}.amount`,
      values.instalments[at]?.amount ?? '',
    ]),
  ];
  const amounts = typed.flatMap(([path, text]): FieldError[] => {
    const { problem } = parseAmount(text, locale);
    return problem ? [{ path, code: problem }] : [];
  });
  const days = body.instalments.flatMap(({ due_date }, at): FieldError[] =>
    due_date === '' ? [{ path: `instalments.${at}.due_date`, code: 'required' }] : [],
  );
  const numbers = (['days_after', 'day_of_month', 'days_ahead'] as const).flatMap((path): FieldError[] =>
    body[path] === '' ? [{ path, code: 'required' }] : [],
  );
  const own = [...amounts, ...days, ...numbers];
  const others = problemsOfBody(fee_plans.preview.body.shape.plan, body, feePlanProblems(body, season));
  const isOwn = ({ path }: FieldError) => own.some((one) => one.path === path);
  return [...own, ...others.filter((problem) => !isOwn(problem))];
}

/** Months that may be chosen as the first or the last, `YYYY-MM`. */
export function monthsToChoose({ start_date }: Season, today: string, chosen: (string | null)[]): string[] {
  const first = [start_date ?? today, today, ...chosen.flatMap((one) => one ?? [])].sort()[0] ?? today;
  return Array.from({ length: 48 }, (_, at) => addMonths(first.slice(0, 7), at));
}
