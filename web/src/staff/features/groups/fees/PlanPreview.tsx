import { type FeePlan, paidMonths } from '@vpisnik/contract/rules/fee-plan';
import { readPlan } from '@vpisnik/contract/rules/fee-wire';
import { priceWords } from '@vpisnik/contract/rules/fee-words';
import { feeLines } from '@vpisnik/contract/rules/fees';
import { formatDay } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './fees.module.css';
import { type FeeBody, type FeeValues, problemsOf, type Season, wireOf } from './values.ts';

/** Nobody has a discount, and nobody joins late. */
const plain = { left_on: null, family_position: 1, family_sessions: 0, member: false, at_once: false };
const noRules = { family: null, family_sessions: [], member: null, at_once: null };

/** Days of a plan for who joins before it begins; of one without an end those of its first year. */
function daysOf(plan: FeePlan): string[] {
  const first = [
    ...plan.instalments.map((one) => one.due_date),
    plan.due_date,
    plan.first_month && `${plan.first_month}-01`,
  ];
  const [begin = ''] = first.filter((day) => day !== null).sort();
  if (begin === '') return [];
  const payer = { ...plain, joined_on: begin };
  const until = paidMonths(plan, '9999-12').at(11) ?? '';
  const early = { ...plan, late_start: 'whole' as const, days_after: 0, joining_fee: 0n };
  const season = { start_date: null, end_date: null, sessions: [] };
  return feeLines(early, noRules, season, payer, until).map((line) => line.due_date);
}

/** The price of the plan that is being typed, and the days on which it is paid; said when it changes. */
export function PlanPreview({
  values,
  season,
  currency,
}: {
  values: FeeValues;
  season: Season;
  currency: string;
}) {
  const { t, locale } = useI18n();
  const isSound = problemsOf(values, season, locale).length === 0;
  const plan = isSound ? readPlan(wireOf(values, locale) as FeeBody) : null;
  const days = plan ? daysOf(plan) : [];
  return (
    <section className={classes.preview} aria-live="polite" aria-label={t('modules.fees.preview')}>
      <h3>{t('modules.fees.preview')}</h3>
      {plan ? (
        <>
          <p className={classes.price}>{priceWords(plan, currency, locale)}</p>
          {days.length > 0 && (
            <p className={classes.days}>
              {t(
                plan.rhythm === 'monthly' && plan.last_month === null
                  ? 'modules.fees.first_days'
                  : 'modules.fees.days',
                {
                  days: days.map((day) => formatDay(day, locale)).join(', '),
                },
              )}
            </p>
          )}
        </>
      ) : (
        <p className={classes.days}>{t('modules.fees.preview_incomplete')}</p>
      )}
    </section>
  );
}
