import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { EntityForm } from '../../../../lib/form/entity-form.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { CurrencySign } from '../../../../ui/form/CurrencySign.tsx';
import { controlId, errorAt } from '../../../../ui/form/form-words.ts';
import classes from './fees.module.css';
import type { FeeValues } from './values.ts';

type InstalmentsProps = {
  form: Pick<EntityForm<FeeValues, unknown>, 'values' | 'change' | 'problems' | 'sayTyped'>;
  currency: string;
};

/** Days and amounts of a plan's instalments; a further one has the amount of the one before. */
export function Instalments({ form, currency }: InstalmentsProps) {
  const { t } = useI18n();
  const { values, change, problems, sayTyped } = form;
  const { instalments } = values;
  const put = (at: number, part: Partial<FeeValues['instalments'][number]>) =>
    change((now) => ({
      instalments: now.instalments.map((one, place) => (place === at ? { ...one, ...part } : one)),
    }));
  const add = () =>
    change((now) => ({
      instalments: [...now.instalments, { due_date: null, amount: now.instalments.at(-1)?.amount ?? '' }],
    }));
  const remove = (gone: number) => {
    for (const at of instalments.keys()) sayTyped(`instalments.${at}.due_date`, null);
    change((now) => ({ instalments: now.instalments.filter((_, at) => at !== gone) }));
  };
  const none = errorAt(problems, 'instalments', t);
  return (
    <fieldset className={classes.instalments}>
      <legend>{t('modules.fees.fields.instalments')}</legend>
      {instalments.map((one, at) => {
        const number = at + 1;
        const path = `instalments.${at}`;
        return (
          // rows have nothing of their own by which they could be told apart
          // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are
          <div key={`${at} of ${instalments.length}`} className={classes.instalment}>
            <DateInput
              id={controlId(`${path}.due_date`)}
              name={`${path}.due_date`}
              label={t('modules.fees.instalment_day', { number })}
              labelText={t('modules.fees.instalment_day', { number })}
              value={one.due_date}
              onChange={(due_date) => put(at, { due_date })}
              error={errorAt(problems, `${path}.due_date`, t)}
              onError={(message) => sayTyped(`${path}.due_date`, message)}
            />
            <TextInput
              id={controlId(`${path}.amount`)}
              label={t('modules.fees.instalment_amount')}
              aria-label={t('modules.fees.instalment_amount_of', { number })}
              value={one.amount}
              onChange={(event) => put(at, { amount: event.currentTarget.value })}
              error={errorAt(problems, `${path}.amount`, t)}
              inputMode="decimal"
              autoComplete="off"
              className="num"
              rightSection={<CurrencySign currency={currency} />}
              rightSectionWidth={52}
            />
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('modules.fees.instalment_remove', { number })}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        id={controlId('instalments')}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        onClick={add}
      >
        {t('modules.fees.instalment_add')}
      </Button>
      {none && <p className={classes.error}>{none}</p>}
    </fieldset>
  );
}
