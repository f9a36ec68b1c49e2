import type { PublicGroup } from '@vpisnik/contract/public';
import { bannerSize, bannerSources } from '@vpisnik/contract/rules/banners';
import type { PageContext, PublicPage, StyleName } from '@vpisnik/contract/rules/public-pages';
import { bestText, type Language } from '@vpisnik/contract/rules/texts';
import type { ReactElement } from 'react';
import { createTranslate } from '../lib/text/translate.ts';
import { publicTexts as en } from '../locales/en/public.ts';
import { applicantTexts as enApplicant } from '../locales/en/public-applicant.ts';
import { landingTexts as enLanding } from '../locales/en/public-landing.ts';
import { legalTexts as enLegal } from '../locales/en/public-legal.ts';
import { stillTexts as enStill } from '../locales/en/public-still.ts';
import { publicTexts as sl } from '../locales/sl/public.ts';
import { applicantTexts as slApplicant } from '../locales/sl/public-applicant.ts';
import { landingTexts as slLanding } from '../locales/sl/public-landing.ts';
import { legalTexts as slLegal } from '../locales/sl/public-legal.ts';
import { stillTexts as slStill } from '../locales/sl/public-still.ts';
import { Applicant } from './applicant/Applicant.tsx';
import { LinkEnded } from './applicant/LinkEnded.tsx';
import { Apply } from './apply/Apply.tsx';
import * as instead from './apply/instead/instead.ts';
import type { Content } from './document.ts';
import { Groups } from './groups/Groups.tsx';
import { LiveApp } from './LiveApp.tsx';
import { allGroupsPath, applyPath, categoriesPath, sitemapPath } from './links.ts';
import { type LiveTexts, PageProvider, pageOf } from './page.tsx';
import { AllGroups } from './still/AllGroups.tsx';
import { Categories } from './still/Categories.tsx';
import { chosenFilters } from './still/filters.ts';
import { Landing } from './still/Landing.tsx';
import { Legal } from './still/Legal.tsx';
import { Unavailable } from './still/Unavailable.tsx';
import { Unsubscribe, unsubscribeState } from './still/Unsubscribe.tsx';
import { structuredData } from './structured.ts';
import { liveDescription, liveTitle } from './titles.ts';

// a second language has fewer plural forms, which `createTranslate` knows how to do without
const live: Record<Language, LiveTexts> = { sl, en: en as unknown as LiveTexts };
const still = { sl: slStill, en: enStill as unknown as typeof slStill };
const landing = { sl: slLanding, en: enLanding as unknown as typeof slLanding };
const applicant = { sl: slApplicant, en: enApplicant as unknown as typeof slApplicant };
const legal = { sl: slLegal, en: enLegal };

type Rendered = Omit<Content, 'body' | 'style' | 'notice'> & { element: ReactElement; style: StyleName };

/** The banner for programs that make previews, not all of which know the newer formats. */
const previewOf = ({ banner_url, banner_alt }: PublicGroup, language: Language) =>
  banner_url
    ? { url: bannerSources(banner_url).jpeg, alt: bestText(banner_alt, language).text, ...bannerSize }
    : null;

/** Renders a page's content and its metadata. */
export function contentOf(page: PublicPage, context: PageContext): Rendered {
  const { language } = context;
  const here = pageOf(context, live[language]);
  const inPage = (element: ReactElement) => <PageProvider value={here}>{element}</PageProvider>;
  const t = createTranslate(still[language], language);
  const plain = { image: null, indexed: true, script: 'still' } as const;
  switch (page.kind) {
    case 'groups':
    case 'apply':
      return {
        title: liveTitle(page, here),
        description: liveDescription(page, here),
        image: page.kind === 'apply' ? previewOf(page.group, language) : null,
        indexed:
          page.organization.search_indexing && (page.kind === 'groups' || page.group.enrolment !== 'ended'),
        structured: structuredData(page, context),
        sitemap: sitemapPath(page.organization),
        ...(page.kind === 'apply' && { canonical: applyPath(page.organization, page.group) }),
        element: (
          <LiveApp page={page} context={context} texts={live[language]}>
            {page.kind === 'groups' ? <Groups page={page} /> : <Apply page={page} instead={instead} />}
          </LiveApp>
        ),
        data: { page, context },
        script: page.kind,
        style: page.kind,
      };
    case 'landing': {
      const translate = createTranslate(landing[language], language);
      return {
        ...plain,
        title: translate('title'),
        description: translate('description'),
        element: inPage(<Landing t={translate} />),
        style: 'landing',
      };
    }
    case 'preview':
      return {
        ...plain,
        title: '',
        description: '',
        indexed: false,
        element: <></>,
        script: 'preview',
        style: 'apply',
      };
    case 'categories': {
      const { organization, for_children, results } = page;
      return {
        ...plain,
        indexed: organization.search_indexing,
        structured: structuredData(page, context),
        sitemap: sitemapPath(organization),
        canonical: categoriesPath(organization),
        title: t('categories.title', { organization: organization.name }),
        description: t('categories.description'),
        element: inPage(
          <Categories organization={organization} forChildren={for_children} results={results} t={t} />,
        ),
        style: 'pages',
      };
    }
    case 'all_groups': {
      const { organization } = page;
      const chosen = chosenFilters(page, language, t);
      const named = { organization: organization.name };
      return {
        ...plain,
        // one address for search engines: the others show some of the same
        indexed: organization.search_indexing && chosen.length === 0 && page.filters.page === 1,
        canonical: allGroupsPath(organization),
        structured: structuredData(page, context),
        sitemap: sitemapPath(organization),
        title:
          chosen.length > 0
            ? t('all_groups.title_filtered', {
                ...named,
                filters: chosen.map(({ says }) => says).join(', '),
              })
            : t('all_groups.title', named),
        description: t('all_groups.description'),
        element: inPage(<AllGroups page={page} t={t} />),
        style: 'all_groups',
      };
    }
    case 'legal': {
      const text = legal[language][page.document];
      return {
        ...plain,
        title: `${text.title} · Vpisnik`,
        description: text.description,
        element: inPage(<Legal text={text} operator={page.operator} version={page.version} t={t} />),
        style: 'pages',
      };
    }
    case 'unsubscribe':
      return {
        ...plain,
        title: [t(`unsubscribe.${unsubscribeState(page)}`), page.organization.name].join(' · '),
        description: t('unsubscribe.description'),
        indexed: false,
        element: inPage(<Unsubscribe page={page} t={t} />),
        style: 'pages',
      };
    case 'applicant': {
      const translate = createTranslate(applicant[language], language);
      const title =
        page.view === 'application' ? 'applicant.title' : (`applicant.${page.view}.title` as const);
      return {
        ...plain,
        title: translate(title, { organization: page.organization.name }),
        description: translate('applicant.description'),
        indexed: false,
        element: inPage(<Applicant page={page} t={translate} />),
        script: 'applicant',
        style: 'applicant',
      };
    }
    case 'applicant_link': {
      const translate = createTranslate(applicant[language], language);
      const title = translate(
        `applicant.link.${page.state === 'sent' || page.state === 'moved' ? page.state : 'ended'}`,
      );
      return {
        ...plain,
        title: [title, page.organization?.name ?? 'Vpisnik'].join(' · '),
        description: translate('applicant.description'),
        indexed: false,
        element: inPage(<LinkEnded page={page} t={translate} />),
        style: 'applicant',
      };
    }
    case 'unavailable':
      return {
        ...plain,
        title: [t(`unavailable.${page.what}`), page.organization?.name ?? 'Vpisnik'].join(' · '),
        description: t(`unavailable.${page.what}_text`),
        indexed: false,
        element: inPage(<Unavailable page={page} t={t} />),
        style: 'pages',
      };
  }
}
