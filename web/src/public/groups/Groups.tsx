import { limits } from '@vpisnik/contract/rules/limits';
import type { GroupsPage } from '@vpisnik/contract/rules/public-pages';
import { useEffect, useRef, useState } from 'react';
import { matches } from '../../lib/text/fold.ts';
import { categoriesPath, groupsPath, linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { GroupCard } from './GroupCard.tsx';

/** The groups of a category; the search narrows them as one types, and without script as a form. */
export function Groups({ page: { organization, category, results, search: asked } }: { page: GroupsPage }) {
  const page = usePage();
  const localized = useLocalized();
  const { t } = page;
  const [search, setSearch] = useState(asked);
  const query = search.trim();
  const shown = results.filter((group) => matches(Object.values(group.name).join(' '), query));
  const input = useRef<HTMLInputElement>(null);
  // adopts text typed before the script loaded
  useEffect(() => setSearch((present) => input.current?.value ?? present), []);
  useEffect(() => keepInAddress(query), [query]);
  return (
    <Layout organization={organization}>
      <main className="groups" id="content">
        <a className="back" href={linkTo(categoriesPath(organization), page)}>
          <Icon name="chevron-left" />
          {t('groups.all')}
        </a>
        <div className="intro">
          <div>
            <h1 {...localized(category.name)} />
            <p {...localized(category.description)} />
          </div>
          {results.length > 0 && (
            <search>
              <form className="search" onSubmit={(event) => event.preventDefault()}>
                {page.explicit && <input type="hidden" name="lang" value={page.language} />}
                {page.embed && <input type="hidden" name="embed" value="1" />}
                <label className="vh" htmlFor="search">
                  {t('groups.search')}
                </label>
                <input
                  ref={input}
                  className="input"
                  id="search"
                  name="search"
                  type="search"
                  maxLength={limits.search}
                  placeholder={t('groups.placeholder')}
                  autoComplete="off"
                  value={search}
                  onChange={(event) => setSearch(event.target.value)}
                />
                <button type="submit" aria-label={t('groups.submit')}>
                  <Icon name="search" />
                </button>
              </form>
            </search>
          )}
        </div>
        <p className="vh" role="status">
          {query && t('groups.found', { count: shown.length })}
        </p>
        {shown.map((group) => (
          <GroupCard key={group.id} organization={organization} group={group} />
        ))}
        {results.length === 0 && (
          <div className="nothing">
            <p>{t('groups.empty')}</p>
            <a className="btn" href={linkTo(categoriesPath(organization), page)}>
              {t('groups.other')}
            </a>
          </div>
        )}
        {results.length > 0 && shown.length === 0 && (
          <div className="nothing">
            <p>{t('groups.none_found', { search: query })}</p>
            <a
              className="btn"
              href={linkTo(groupsPath(organization, category), page)}
              onClick={(event) => {
                event.preventDefault();
                setSearch('');
              }}
            >
              {t('groups.clear')}
            </a>
          </div>
        )}
      </main>
    </Layout>
  );
}

/** Keeps the search in the address, so that a reload, the back button and a shared link show the same list. */
function keepInAddress(query: string): void {
  const address = new URL(location.href);
  if ((address.searchParams.get('search') ?? '') === query) return;
  if (query) address.searchParams.set('search', query);
  else address.searchParams.delete('search');
  history.replaceState(history.state, '', address);
}
