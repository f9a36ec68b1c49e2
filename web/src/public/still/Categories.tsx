import type { PublicCategory, PublicOrganization } from '@vpisnik/contract/public';
import { groupsPath, linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import type { StillTranslate } from './translate.ts';

type Props = { organization: PublicOrganization; results: PublicCategory[]; t: StillTranslate };

/** The organisation's programmes as ruled rows. */
export function Categories({ organization, results, t }: Props) {
  const page = usePage();
  const localized = useLocalized();
  return (
    <Layout organization={organization}>
      <main className="categories" id="content">
        <h1>{organization.name}</h1>
        {results.length > 0 && <p className="lead">{t('categories.lead')}</p>}
        <ul className="rows">
          {results.map((category) => (
            <li key={category.id}>
              <div>
                <h2>
                  <a href={linkTo(groupsPath(organization, category), page)} {...localized(category.name)} />
                </h2>
                <p {...localized(category.description)} />
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
