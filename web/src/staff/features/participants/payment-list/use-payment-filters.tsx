import { useQuery } from '@tanstack/react-query';
import { formatDay } from '@vpisnik/contract/rules/format';
import { daysOfMonth } from '@vpisnik/contract/rules/payment-filter';
import { paymentKinds, paymentMethods } from '@vpisnik/contract/rules/payments';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../../lib/api.ts';
import { withChange } from '../../../../lib/list-address.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { BarFilter } from '../../../../ui/filters/FilterBar.tsx';
import { LaterOptions } from '../../../../ui/filters/later-options.ts';
import type { FilterOption } from '../../../../ui/filters/OptionList.tsx';
import type { AddressChange } from '../../../routing/use-address.ts';
import { filled, type Source, there, useChosenNames } from '../filters/chosen-names.ts';
import { DaysRange } from '../filters/Ranges.tsx';
import { allGroupsQuery } from '../queries.ts';
import { type PaymentsSearch, shownStates } from './address.ts';
import { monthInWords } from './words.ts';

type Change = AddressChange<PaymentsSearch>;
/** Changes the filters; by a function where the change depends on the newest ones, which may not be shown yet. */
export type ChangePayments = (change: Change | ((now: PaymentsSearch) => Change)) => void;

/** Filters whose values are chosen from options. */
type Listed = 'status' | 'group_id' | 'method' | 'kind';

/** The filters of a list of payments, in the order in which they are offered. */
export function usePaymentFilters(
  filters: PaymentsSearch,
  onChange: ChangePayments,
  groupId: string | null,
): BarFilter[] {
  const { t, locale } = useI18n();
  const groups = useQuery({ ...allGroupsQuery(useApi(), locale), enabled: groupId === null });
  const chosenNames = useChosenNames();
  const listed = (id: Listed, label: string, options: FilterOption[], source: Source = there): BarFilter => {
    const value: readonly string[] = filters[id] ?? [];
    return {
      id,
      label,
      usual: id !== 'kind',
      chosen: chosenNames(value, options, source),
      onClear: () => onChange({ [id]: undefined }),
      content: (
        <LaterOptions
          label={label}
          options={options}
          value={value}
          onChange={(next) =>
            onChange((now) => ({ [id]: filled(withChange(now[id] ?? [], value, next)) }) as Change)
          }
          multiple
        />
      ),
    };
  };
  const words = <Word extends string>(list: readonly Word[], word: (one: Word) => string): FilterOption[] =>
    list.map((value) => ({ value, label: word(value) }));
  const range = (
    id: 'due' | 'paid',
    label: string,
    [from, to]: [string | undefined, string | undefined],
    inWords: string | undefined,
  ): BarFilter => {
    const set = (first?: string, last?: string) =>
      onChange({
        [`${id}_from`]: first,
        [`${id}_to`]: last,
        ...(id === 'due' && { due_month: undefined }),
      });
    return {
      id,
      label,
      usual: id === 'due',
      chosen: inWords ? [inWords] : [],
      onClear: () => set(),
      content: <DaysRange name={id} label={label} from={from} to={to} onChange={set} />,
    };
  };
  const days = (from: string | undefined, to: string | undefined) =>
    from || to
      ? [from, to]
          .map((day) => (day ? formatDay(day, locale) : ''))
          .join(' – ')
          .trim()
      : undefined;
  const { due_month, due_from, due_to, paid_from, paid_to } = filters;
  const month = due_month ? daysOfMonth(due_month) : undefined;
  return [
    range(
      'due',
      t('modules.payment_list.filters.due'),
      month ? [month.from, month.to] : [due_from, due_to],
      due_month ? monthInWords(due_month, locale) : days(due_from, due_to),
    ),
    listed(
      'status',
      t('modules.payment_list.filters.state'),
      words(shownStates, (one) => t(`modules.payment_list.states.${one}`)),
    ),
    ...(groupId === null
      ? [
          listed(
            'group_id',
            t('modules.payment_list.filters.group'),
            (groups.data ?? []).map(({ id, name }) => ({ value: id, label: bestText(name, locale).text })),
            groups,
          ),
        ]
      : []),
    listed(
      'method',
      t('modules.payment_list.filters.method'),
      words(paymentMethods, (one) => t(`modules.payment_list.methods.${one}`)),
    ),
    listed(
      'kind',
      t('modules.payment_list.filters.kind'),
      words(paymentKinds, (one) => t(`modules.payment_list.kinds.${one}`)),
    ),
    range('paid', t('modules.payment_list.filters.paid'), [paid_from, paid_to], days(paid_from, paid_to)),
  ];
}
