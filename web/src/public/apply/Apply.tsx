import type { ApplyPage } from '@vpisnik/contract/public-pages';
import { useRef, useState } from 'react';
import { linkTo, othersPath } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { BannerImage } from '../parts/BannerImage.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { BannerRibbons } from '../parts/Ribbons.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import { ClosedGroup } from './Closed.tsx';
import { Facts } from './Facts.tsx';
import { NotYet } from './NotYet.tsx';
import { Success } from './Success.tsx';
import { useApplication } from './useApplication.ts';

/** A group with its application form, then success; or why there is no form now. */
export function Apply({ page }: { page: ApplyPage }) {
  const here = usePage();
  const localized = useLocalized();
  const [group, setGroup] = useState(page.group);
  const form = useRef<HTMLFormElement>(null);
  const application = useApplication(page, group, form);
  const { organization } = page;
  if (application.sent)
    return (
      <Layout organization={organization}>
        <main className="apply" id="content">
          <Success page={page} group={group} sent={application.sent} another={application.another} />
        </main>
      </Layout>
    );
  // a form that was sent stays, whatever became of the group meanwhile: nothing that was filled in is lost
  const open = group.enrolment === 'open' || group.enrolment === 'waitlist' || page.posted !== null;
  return (
    <Layout organization={organization}>
      {group.banner_url ? (
        <BannerImage className="banner" url={group.banner_url} alt={group.banner_alt} sizes="100vw" first />
      ) : (
        <BannerRibbons color={group.background_color} />
      )}
      <main className="apply" id="content">
        <div className="head">
          <a className="back" href={linkTo(othersPath(organization, group.category), here)}>
            <Icon name="chevron-left" />
            {group.category.active ? <span {...localized(group.category.name)} /> : here.t('groups.all')}
          </a>
          <h1 {...localized(group.name)} />
          <p className="lead" {...localized(group.description)} />
        </div>
        <Facts group={group} />
        {open ? (
          <ApplicationForm page={page} group={group} form={form} application={application} />
        ) : group.enrolment === 'not_yet' ? (
          <NotYet page={page} group={group} onChange={setGroup} />
        ) : (
          <ClosedGroup page={page} group={group} />
        )}
      </main>
    </Layout>
  );
}
