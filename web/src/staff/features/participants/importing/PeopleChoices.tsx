import { Checkbox, Radio, Stack } from '@mantine/core';
import { bestText } from '@vpisnik/contract/common';
import { fullGroupWays, type PersonImport, type PersonOutcome } from '@vpisnik/contract/participant-imports';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './importing.module.css';
import { columnWord } from './problem-words.ts';
import type { Chosen } from './use-chosen.ts';

type Props = {
  sheet: PersonImport;
  outcome: PersonOutcome;
  chosen: Chosen;
  disabled: boolean;
  onChoose: (chosen: Chosen) => void;
};

/** What is chosen for all rows once their fate is known: full groups, duplicates and mails. */
export function PeopleChoices({ sheet, outcome, chosen, disabled, onChoose }: Props) {
  const { t, locale } = useI18n();
  const words = { t, locale, questions: sheet.questions };
  const { day_orders, full_groups, mail_count, rows } = outcome;
  const possible = rows.filter(({ can_include }) => can_include).map(({ row }) => row);
  const included = possible.filter((row) => chosen.include.includes(row)).length;
  return (
    <div className={classes.choices}>
      {day_orders.map(({ column, order }) => (
        <p key={column}>
          {t(`modules.import_people.day_orders.${order ?? 'both'}`, { column: columnWord(column, words) })}
        </p>
      ))}
      {full_groups.length > 0 && (
        <div>
          <b>{t('modules.import_people.full.title')}</b>
          <ul>
            {full_groups.map(({ id, name, places, taken, wanted, lacking }) => (
              <li key={id}>
                {bestText(name, locale).text}
                {': '}
                {t('modules.import_people.full.places', { taken, places, wanted, count: lacking })}
              </li>
            ))}
          </ul>
          <Radio.Group
            mt={8}
            aria-label={t('modules.import_people.full.title')}
            value={chosen.full}
            onChange={(value) => {
              const full = fullGroupWays.find((one) => one === value);
              if (full) onChoose({ ...chosen, full });
            }}
          >
            <Stack gap={8}>
              {fullGroupWays.map((way) => (
                <Radio
                  key={way}
                  value={way}
                  disabled={disabled}
                  label={t(`modules.import_people.full.${way}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        </div>
      )}
      {possible.length > 0 && (
        <Checkbox
          checked={included === possible.length}
          indeterminate={included > 0 && included < possible.length}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) =>
            onChoose({ ...chosen, include: checked ? possible : [] })
          }
          label={t('modules.import_people.include_all', { count: possible.length })}
        />
      )}
      <Checkbox
        checked={chosen.notify}
        disabled={disabled || mail_count === 0}
        onChange={({ currentTarget: { checked } }) => onChoose({ ...chosen, notify: checked })}
        label={
          mail_count === 0
            ? t('modules.import_people.notify_none')
            : t('modules.import_people.notify', { count: mail_count })
        }
        description={t('modules.import_people.notify_hint')}
      />
    </div>
  );
}
