import { useQuery } from '@tanstack/react-query';
import type { ViewedList } from '@vpisnik/contract/saved-views';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Message } from '../../../../ui/notice/Message.tsx';
import { viewsQuery } from './queries.ts';
import classes from './views.module.css';

/** Says that a view names something that is gone, or that the user has no such view. */
export function ViewNotice({ id, list }: { id: string; list: ViewedList }) {
  const { t } = useI18n();
  const { data } = useQuery(viewsQuery(useApi()));
  if (!data) return null;
  const view = data.results.find((one) => one.id === id && one.list === list);
  if (view?.missing.length === 0) return null;
  const what = view?.missing.map((place) => t(`modules.saved_view.missing.${place}`)).join(', ');
  return (
    <div className={classes.notice}>
      <Message kind="notice">
        {what === undefined
          ? t('modules.saved_view.unknown')
          : t('modules.saved_view.names_missing', { what })}
      </Message>
    </div>
  );
}
