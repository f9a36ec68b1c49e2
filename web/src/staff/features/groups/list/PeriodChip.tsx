import { Checkbox } from '@mantine/core';
import { periods } from '@vpisnik/contract/groups';
import { withChange } from '../../../../lib/list-address.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { Chip } from '../../../../ui/filters/Chip.tsx';
import chip from '../../../../ui/filters/ListToolbar.module.css';
import type { AddressChange } from '../../../routing/use-address.ts';
import { type GroupsSearch, listedPeriods, periodChange, usualPeriods } from '../address.ts';
import { datesText } from '../dates-text.ts';
import classes from '../groups.module.css';

/** Changes the filters; by a function where the change depends on the newest ones, which may not be shown yet. */
export type ChangeGroups = (change: Change | ((now: GroupsSearch) => Change)) => void;
type Change = AddressChange<GroupsSearch>;

type PeriodChipProps = {
  filters: GroupsSearch;
  onChange: ChangeGroups;
};

/** When a group runs: now, later, before, or between two days. */
export function PeriodChip({ filters, onChange }: PeriodChipProps) {
  const { t, locale } = useI18n();
  const { from = null, to = null } = filters;
  const period = listedPeriods(filters) ?? [];
  const isUsual = usualPeriods.length === period.length && usualPeriods.every((one) => period.includes(one));
  const label = t('modules.group.list.filter_period');
  const days = datesText({ start_date: from, end_date: to }, { t, locale });
  const chosen = [
    ...(isUsual
      ? [t('modules.group.list.period_usual')]
      : period.map((one) => t(`modules.group.list.period_${one}`))),
    ...(days === null ? [] : [days]),
  ];
  const toggle = (one: (typeof periods)[number]) => {
    const next = period.includes(one) ? period.filter((other) => other !== one) : [...period, one];
    onChange((now) => periodChange(withChange(listedPeriods(now) ?? [], period, next)));
  };
  return (
    <Chip
      label={label}
      chosen={chosen}
      onClear={() => onChange({ ...periodChange([]), from: undefined, to: undefined })}
    >
      {() => (
        <>
          <fieldset className={chip.options}>
            <legend className="vh">{label}</legend>
            {periods.map((one) => (
              <Checkbox
                key={one}
                label={t(`modules.group.list.period_${one}`)}
                checked={period.includes(one)}
                onChange={() => toggle(one)}
              />
            ))}
          </fieldset>
          <div className={classes.days}>
            <DateInput
              label={t('modules.group.list.from')}
              value={from}
              max={to}
              onChange={(day) => onChange({ from: day ?? undefined })}
            />
            <DateInput
              label={t('modules.group.list.to')}
              value={to}
              min={from}
              onChange={(day) => onChange({ to: day ?? undefined })}
            />
          </div>
        </>
      )}
    </Chip>
  );
}
