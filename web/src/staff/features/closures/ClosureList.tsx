import { Menu } from '@mantine/core';
import type { ClosureDay } from '@vpisnik/contract/closures';
import { bestText } from '@vpisnik/contract/common';
import { formatDay, formatDayRange, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { type ClosureAct, ClosureQuestion } from './ClosureQuestion.tsx';
import classes from './closures.module.css';

type ClosureListProps = {
  /** Undefined while they are on their way. */
  closures: readonly ClosureDay[] | undefined;
  onEdit: (closure: ClosureDay) => void;
  onChanged: () => Promise<unknown>;
};

/** The closed days to come; known ones may be left out one by one. */
export function ClosureList({ closures, onEdit, onChanged }: ClosureListProps) {
  const { t, locale } = useI18n();
  const [asked, ask] = useState<ClosureAct | null>(null);
  if (!closures) {
    return <Pending />;
  }
  if (closures.length === 0) return <p className={classes.none}>{t('modules.closure.none')}</p>;
  return (
    <>
      <ul className={classes.list}>
        {closures.map((closure) => {
          const { id, source, kind, name, start_date, end_date, active, changed } = closure;
          const said = bestText(name, locale);
          const days =
            start_date === end_date
              ? `${weekdayName(dayOf(start_date), locale, 'short')} ${formatDay(start_date, locale)}`
              : formatDayRange(start_date, end_date, locale);
          return (
            <li key={id ?? source} data-off={!active || undefined}>
              <span className="num">{days}</span>
              <span>
                <b lang={said.language}>{said.text}</b>
                <span>
                  {t(`modules.closure.kinds.${kind}`)}
                  {!active && `, ${t('modules.closure.off')}`}
                  {changed && `, ${t('modules.closure.changed')}`}
                </span>
              </span>
              <RowMenu name={said.text}>
                <Menu.Item onClick={() => ask({ closure, act: 'switch' })}>
                  {t(active ? 'modules.closure.leave_out' : 'modules.closure.put_in')}
                </Menu.Item>
                <Menu.Item onClick={() => onEdit(closure)}>{t('modules.closure.edit')}</Menu.Item>
                {id !== null && (kind === 'own' || changed) && (
                  <Menu.Item color="error" onClick={() => ask({ closure, act: 'remove' })}>
                    {t(kind === 'own' ? 'modules.closure.delete' : 'modules.closure.restore')}
                  </Menu.Item>
                )}
              </RowMenu>
            </li>
          );
        })}
      </ul>
      {asked && <ClosureQuestion asked={asked} onClose={() => ask(null)} onChanged={onChanged} />}
    </>
  );
}
