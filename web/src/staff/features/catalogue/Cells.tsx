import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { bestText, type Texts } from '@vpisnik/contract/common';
import type { ReactNode } from 'react';
import { changedSearch } from '../../../lib/list-address.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import { parseCatalogueSearch } from './address.ts';
import classes from './catalogue.module.css';
import { type CatalogueRow, useCatalogue } from './queries.ts';

/** A row's name, which opens it, over a second line. */
export function OpenCell({
  id,
  name,
  lang,
  second,
}: {
  id: string;
  name: string;
  lang?: string;
  second: ReactNode;
}) {
  return (
    <div className={classes.name}>
      <Link
        to="."
        search={(now: object) => changedSearch(parseCatalogueSearch({ ...now }), { edit: id })}
        resetScroll={false}
        state={{ keepFocus: true }}
        data-open-row
        lang={lang}
      >
        {name}
      </Link>
      <span className={classes.second}>{second}</span>
    </div>
  );
}

/** Name in the best language over the label. */
export function NameCell({ row }: { row: { id: string; name: Texts; label: string } }) {
  const { locale } = useI18n();
  const { text, language } = bestText(row.name, locale);
  return <OpenCell id={row.id} name={text} lang={language} second={row.label} />;
}

/** The languages a row has texts in. */
export function LanguagesCell({ languages }: { languages: readonly string[] }) {
  return <span className={classes.languages}>{languages.map((one) => one.toUpperCase()).join(', ')}</span>;
}

/** Number of groups that use a row, as a link if the list of groups has such a filter. */
export function GroupsCell({ row, filter }: { row: CatalogueRow; filter?: 'category_id' | 'location_id' }) {
  const { t } = useI18n();
  if (row.groups_count === 0) return <span className={classes.none}>{t('modules.catalogue.no_groups')}</span>;
  const text = t('modules.catalogue.groups', { count: row.groups_count });
  if (!filter) return text;
  return (
    <Link className={classes.link} to="/groups" search={{ [filter]: [row.id], every_period: true }}>
      {text}
    </Link>
  );
}

/** Whether a row is offered. */
export function ActiveCell({ row }: { row: CatalogueRow }) {
  const { t } = useI18n();
  const { noun } = useCatalogue();
  return row.active ? (
    <StatusPill tint="approved" icon={IconCheck}>
      {t(`modules.${noun}.active`)}
    </StatusPill>
  ) : (
    <StatusPill tint="inactive" icon={IconMinus}>
      {t(`modules.${noun}.inactive`)}
    </StatusPill>
  );
}
