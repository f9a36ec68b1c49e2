import type { PublicPage } from '@vpisnik/contract/rules/public-pages';
import { categoriesPath, linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Layout } from '../parts/Layout.tsx';
import type { StillTranslate } from './translate.ts';

type Props = { page: Extract<PublicPage, { kind: 'unavailable' }>; t: StillTranslate };

/** Page of a link whose target can't be shown: the reason, and another link. */
export function Unavailable({ page: { what, organization }, t }: Props) {
  const here = usePage();
  const way = ways[what];
  return (
    <Layout organization={organization}>
      <main className="unavailable" id="content">
        <h1>{t(`unavailable.${what}`)}</h1>
        <p>{t(`unavailable.${what}_text`)}</p>
        <div className="acts">
          {way === 'programmes' && organization && (
            <a className="btn btn-primary" href={linkTo(categoriesPath(organization), here)}>
              {t('unavailable.programmes')}
            </a>
          )}
          {way === 'retry' && (
            <a className="btn btn-primary" href={linkTo(here.path, here)}>
              {t('unavailable.retry')}
            </a>
          )}
          {way === 'home' && !here.embed && (
            <a className="btn" href={linkTo('/', here)}>
              {t('unavailable.home')}
            </a>
          )}
        </div>
      </main>
    </Layout>
  );
}

const ways = {
  organization: 'home',
  category: 'programmes',
  group: 'programmes',
  inactive: 'none',
  error: 'retry',
  read_only: 'retry',
  link: 'none',
} as const;
