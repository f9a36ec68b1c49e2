import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ClosureDay } from '@vpisnik/contract/closures';
import { bestText } from '@vpisnik/contract/common';
import { formatDay, formatDayRange, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog.tsx';
import { notifyFailure } from '../../../ui/notice/notify.ts';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { SkeletonRows } from '../../../ui/table/SkeletonRows.tsx';
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
  const api = useApi();
  const [doomed, doom] = useState<ClosureDay | null>(null);
  const change = useMutation({
    mutationFn: async ({ id, version, kind: _, changed, active, ...known }: ClosureDay) => {
      if (id === null || version === null) await api.closures.create({ body: { ...known, active: !active } });
      // an unchanged known day needs no row, so restoring it deletes the row; a changed one keeps its row
      else if (!active && known.source !== null && !changed) await api.closures.remove({ params: { id } });
      else await api.closures.update({ params: { id }, body: { active: !active, version } });
    },
    onSuccess: onChanged,
    onError: (error) => notifyFailure(error, t, 'errors.closure.save'),
  });
  if (!closures) {
    return (
      <div role="status" aria-label={t('ui.list.loading')}>
        <SkeletonRows />
      </div>
    );
  }
  if (closures.length === 0) return <p className={classes.none}>{t('modules.closure.none')}</p>;
  const named = doomed ? bestText(doomed.name, locale).text : '';
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
                <Menu.Item onClick={() => change.mutate(closure)}>
                  {t(active ? 'modules.closure.leave_out' : 'modules.closure.put_in')}
                </Menu.Item>
                <Menu.Item onClick={() => onEdit(closure)}>{t('modules.closure.edit')}</Menu.Item>
                {id !== null && (kind === 'own' || changed) && (
                  <Menu.Item color="error" onClick={() => doom(closure)}>
                    {t(kind === 'own' ? 'modules.closure.delete' : 'modules.closure.restore')}
                  </Menu.Item>
                )}
              </RowMenu>
            </li>
          );
        })}
      </ul>
      <DeleteDialog
        opened={doomed !== null}
        ask={{
          title: t(
            doomed?.kind === 'own' ? 'modules.closure.delete_title' : 'modules.closure.restore_title',
            {
              name: named,
            },
          ),
          text: t(doomed?.kind === 'own' ? 'modules.closure.delete_text' : 'modules.closure.restore_text'),
          confirm: t(doomed?.kind === 'own' ? 'modules.closure.delete' : 'modules.closure.restore'),
        }}
        refused={{ title: named, text: '', confirm: t('ui.confirm.cancel') }}
        deleted="modules.closure.deleted"
        failed="errors.closure.delete"
        remove={() => api.closures.remove({ params: { id: doomed?.id ?? '' } })}
        deactivate={undefined}
        onClose={() => doom(null)}
        onDeleted={onChanged}
      />
    </>
  );
}
