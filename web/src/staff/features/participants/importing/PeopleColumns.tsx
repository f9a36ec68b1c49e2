import { Button } from '@mantine/core';
import {
  holdsName,
  type PersonColumn,
  type PersonImport,
  type PersonMapping,
  personFields,
} from '@vpisnik/contract/participant-imports';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ColumnMeanings } from '../../imports/ColumnMeanings.tsx';
import importing from '../../imports/imports.module.css';
import { PeopleDefaults } from './PeopleDefaults.tsx';
import { columnWord } from './problem-words.ts';
import type { Chosen } from './use-chosen.ts';

type Props = {
  sheet: PersonImport;
  mapping: PersonMapping;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  onMap: (mapping: PersonMapping) => void;
  /** Resets to the mapping guessed from the columns' names; null unless a differing earlier mapping was restored. */
  onGuess: (() => void) | null;
  onBack: () => void;
  onNext: () => void;
};

/** The second step: what each column of the file is, and what holds for all rows. */
export function PeopleColumns({ sheet, mapping, chosen, onChoose, onMap, onGuess, onBack, onNext }: Props) {
  const { t } = useI18n();
  const lacksGroup = mapping.group === undefined && chosen.group_id === null;
  const missing = [
    ...(holdsName(mapping) ? [] : [t('modules.import_people.fields.name')]),
    ...(lacksGroup ? [t('modules.import_people.fields.group')] : []),
  ];
  return (
    <section className={importing.step}>
      <h2 className={importing.heading} id="import-step-2" tabIndex={-1}>
        {t('modules.import.columns.title')}
      </h2>
      <p className={importing.lead}>{t('modules.import.columns.lead', { count: sheet.rows })}</p>
      {onGuess && (
        <div className={importing.kept} role="status">
          <span>{t('modules.import.columns.kept')}</span>
          <Button onClick={onGuess}>{t('modules.import.columns.guess')}</Button>
        </div>
      )}
      <Columns sheet={sheet} mapping={mapping} onMap={onMap} />
      {mapping.surname_first !== undefined && (
        <p className={importing.lead}>{t('modules.import_people.columns.surname_first')}</p>
      )}
      <PeopleDefaults chosen={chosen} mapping={mapping} onChoose={onChoose} />
      {missing.length > 0 && (
        <p className={importing.missing} role="status">
          {t('modules.import_people.columns.missing', { fields: missing.join(', ') })}
        </p>
      )}
      <div className={importing.buttons}>
        <Button onClick={onBack}>{t('modules.import.another')}</Button>
        <Button variant="filled" onClick={onNext} disabled={missing.length > 0}>
          {t('modules.import.columns.next')}
        </Button>
      </div>
    </section>
  );
}

function Columns({ sheet, mapping, onMap }: Pick<Props, 'sheet' | 'mapping' | 'onMap'>) {
  const { t, locale } = useI18n();
  const { questions } = sheet;
  const words = { t, locale, questions };
  const entries = Object.entries(mapping) as [PersonColumn, number][];
  const meaningOf = (at: number) => entries.find(([, place]) => place === at)?.[0] ?? '';
  const choose = (at: number, meaning: string) => {
    // a column has one meaning, and a meaning one column
    const others = entries.filter(([column, place]) => place !== at && column !== meaning);
    onMap(Object.fromEntries(meaning ? [...others, [meaning, at]] : others));
  };
  const option = (column: string) => ({ value: column, label: columnWord(column, words) });
  const meanings = [
    { group: t('modules.import_people.columns.person'), items: personFields.map(option) },
    {
      group: t('modules.import_people.columns.answers'),
      items: questions.map(({ column }) => option(column)),
    },
  ];
  return (
    <ColumnMeanings
      columns={sheet.columns}
      meaningOf={meaningOf}
      meanings={meanings.filter((one) => !('items' in one) || one.items.length > 0)}
      onChange={choose}
    />
  );
}
