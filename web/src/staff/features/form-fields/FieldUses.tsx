import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { MoreButton } from '../../../ui/table/MoreButton.tsx';
import classes from './form-fields.module.css';

const pageSize = 20;

/** The groups that ask a field, each as a way to its form. */
export function FieldUses({ id }: { id: string }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const params = { id };
  const query = { limit: pageSize, with_total: 'true' as const };
  const list = useInfiniteQuery({
    queryKey: [...api.form_fields.uses.key({ params, query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.form_fields.uses(
        { params, query: { ...query, ...(pageParam && { last_id: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last_id,
  });
  const uses = list.data?.pages.flatMap((page) => page.results) ?? [];
  const count = list.data?.pages.at(-1)?.total ?? uses.length;
  return (
    <section className={classes.uses} aria-labelledby="field-uses">
      <h3 id="field-uses">{t('modules.form_field.uses.title')}</h3>
      {list.isError && <p className={classes.error}>{errorText(list.error, t, 'errors.general.query')}</p>}
      {list.isSuccess && (
        <p className={classes.hint}>
          {count === 0 ? t('modules.form_field.uses.none') : t('modules.form_field.uses.count', { count })}
        </p>
      )}
      <ul>
        {uses.map((use) => {
          const { text, language } = bestText(use.name, locale);
          const facts = [
            use.required && t('modules.form_field.list.required').toLowerCase(),
            !use.active && t('modules.form_field.uses.unpublished'),
          ].filter(Boolean);
          return (
            <li key={use.id}>
              <Link
                to="/groups/$group_id"
                params={{ group_id: use.group_id }}
                search={{ tab: 'form' }}
                lang={language}
              >
                {text}
              </Link>
              {facts.length > 0 && <span className={classes.hint}> {facts.join(', ')}</span>}
            </li>
          );
        })}
      </ul>
      <MoreButton list={list} size="compact-sm" />
    </section>
  );
}
