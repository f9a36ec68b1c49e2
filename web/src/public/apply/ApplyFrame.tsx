import type { PublicGroupPage, PublicOrganization } from '@vpisnik/contract/public';
import type { ReactNode } from 'react';
import { linkTo, othersPath } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { BannerImage } from '../parts/BannerImage.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { BannerRibbons } from '../parts/Ribbons.tsx';
import { Facts } from './Facts.tsx';

type Props = {
  organization: PublicOrganization;
  group: PublicGroupPage;
  /** Told before everything else. */
  notice?: ReactNode;
  children: ReactNode;
};

/** A group's banner, name, text and facts around its form, or around the notice that replaces the form. */
export function ApplyFrame({ organization, group, notice, children }: Props) {
  const here = usePage();
  const localized = useLocalized();
  return (
    <Layout organization={organization}>
      {group.banner_url ? (
        <BannerImage className="banner" url={group.banner_url} alt={group.banner_alt} sizes="100vw" first />
      ) : (
        <BannerRibbons color={group.background_color} />
      )}
      <main className="apply" id="content">
        {notice}
        <div className="head">
          <a className="back" href={linkTo(othersPath(organization, group.category), here)}>
            <Icon name="chevron-left" />
            {group.category.active ? <span {...localized(group.category.name)} /> : here.t('groups.all')}
          </a>
          <h1 {...localized(group.name)} />
          <p className="lead" {...localized(group.description)} />
        </div>
        <Facts group={group} />
        {children}
      </main>
    </Layout>
  );
}
