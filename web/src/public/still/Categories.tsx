import type { PublicCategory, PublicOrganization } from '@vpisnik/contract/public';
import { formatAges } from '@vpisnik/contract/rules/format';
import { allGroupsPath, groupsPath, linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { AgeFinder } from './GroupFinder.tsx';
import type { StillTranslate } from './translate.ts';

type Props = {
  organization: PublicOrganization;
  forChildren: boolean;
  results: PublicCategory[];
  t: StillTranslate;
};

/** The organisation's programmes as ruled rows. */
export function Categories({ organization, forChildren, results, t }: Props) {
  const page = usePage();
  const localized = useLocalized();
  const groups = results.reduce((sum, { groups_count }) => sum + groups_count, 0);
  const isAged = results.some(({ age_from, age_to }) => age_from !== null || age_to !== null);
  return (
    <Layout organization={organization}>
      <main className="categories" id="content">
        <h1>{organization.name}</h1>
        {results.length > 0 && <p className="lead">{t('categories.lead')}</p>}
        {isAged && <AgeFinder organization={organization} ofChild={forChildren} t={t} />}
        <ul className="rows">
          {results.map((category) => (
            <li key={category.id}>
              <div>
                <h2>
                  <a href={linkTo(groupsPath(organization, category), page)} {...localized(category.name)} />
                </h2>
                <p {...localized(category.description)} />
                <Ages category={category} t={t} />
              </div>
              <p className="count">
                {t('categories.groups', { count: category.groups_count })}
                {category.groups_count > 0 && (
                  <span>
                    {category.open_count > 0
                      ? t('categories.open', { count: category.open_count })
                      : t('categories.none_open')}
                  </span>
                )}
              </p>
              <Icon name="chevron-right" />
            </li>
          ))}
          {groups > 0 && (
            <li>
              <div>
                <h2>
                  <a href={linkTo(allGroupsPath(organization), page)}>{t('all_groups.heading')}</a>
                </h2>
                <p>{t('all_groups.lead')}</p>
              </div>
              <p className="count">{t('categories.groups', { count: groups })}</p>
              <Icon name="chevron-right" />
            </li>
          )}
        </ul>
        {results.length === 0 && (
          <div className="nothing">
            <p>
              <b>{t('categories.empty')}</b>
            </p>
            <p>{t('categories.empty_text')}</p>
          </div>
        )}
      </main>
    </Layout>
  );
}

function Ages({ category, t }: { category: PublicCategory; t: StillTranslate }) {
  const { language } = usePage();
  const ages = formatAges(category.age_from, category.age_to, language);
  return ages && <p className="ages">{t('categories.ages', { ages })}</p>;
}
