import { allGroupsPath } from '@vpisnik/contract/rules/public-addresses';
import { type AllGroupsPage, groupsPerPage } from '@vpisnik/contract/rules/public-pages';
import { GroupCard } from '../groups/GroupCard.tsx';
import { allGroupsLink, categoriesPath, linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { chosenFilters } from './filters.ts';
import { GroupFinder } from './GroupFinder.tsx';
import type { StillTranslate } from './translate.ts';

type Props = { page: AllGroupsPage; t: StillTranslate };

/** All groups of an organisation with a form that narrows them; it works without script, and each choice has an address. */
export function AllGroups({ page, t }: Props) {
  const here = usePage();
  const { organization, results, total, filters, misread } = page;
  const chosen = chosenFilters(page, here.language, t);
  const first = (filters.page - 1) * groupsPerPage;
  return (
    <Layout organization={organization}>
      <main className="groups" id="content">
        <a className="back" href={linkTo(categoriesPath(organization), here)}>
          <Icon name="chevron-left" />
          {here.t('groups.all')}
        </a>
        <h1>{t('all_groups.heading')}</h1>
        <GroupFinder page={page} t={t} />
        <div className="found" id="found">
          {misread && <p className="misread">{t('all_groups.misread')}</p>}
          <p role="status">
            {total === 0 &&
              (chosen.length > 0
                ? t('all_groups.none_found', { count: chosen.length })
                : t('all_groups.empty'))}
            {total > 0 &&
              (chosen.length > 0
                ? here.t('groups.found', { count: total })
                : t('categories.groups', { count: total }))}
          </p>
          {chosen.length > 0 && (
            <ul className="chosen" aria-label={t('all_groups.filters')}>
              {chosen.map(({ name, says, others }) => (
                <li key={name}>
                  <a className="btn" href={allGroupsLink(organization, others, here)}>
                    <span className="vh">{t('all_groups.remove')} </span>
                    {says}
                    <Icon name="x" />
                  </a>
                </li>
              ))}
              {chosen.length > 1 && (
                <li>
                  <a className="all" href={linkTo(allGroupsPath(organization), here)}>
                    {t('all_groups.clear')}
                  </a>
                </li>
              )}
            </ul>
          )}
        </div>
        {results.map((group) => (
          <GroupCard key={group.id} organization={organization} group={group} />
        ))}
        {total > groupsPerPage && (
          <nav className="pages" aria-label={t('all_groups.pages')}>
            {first > 0 && (
              <a
                className="btn"
                rel="prev"
                href={allGroupsLink(organization, { ...filters, page: filters.page - 1 }, here)}
              >
                <Icon name="chevron-left" />
                {t('all_groups.previous')}
              </a>
            )}
            <p>{t('all_groups.page', { page: filters.page, pages: Math.ceil(total / groupsPerPage) })}</p>
            {first + results.length < total && (
              <a
                className="btn"
                rel="next"
                href={allGroupsLink(organization, { ...filters, page: filters.page + 1 }, here)}
              >
                {t('all_groups.next')}
                <Icon name="chevron-right" />
              </a>
            )}
          </nav>
        )}
      </main>
    </Layout>
  );
}
