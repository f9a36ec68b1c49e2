import type { PublicPage } from '@vpisnik/contract/rules/public-pages';
import { Layout } from '../parts/Layout.tsx';
import type { StillTranslate } from './translate.ts';

type Props = { page: Extract<PublicPage, { kind: 'unsubscribe' }>; t: StillTranslate };

/** Which of its words a page about news says. */
export const unsubscribeState = ({ wanted, changed }: Pick<Props['page'], 'wanted' | 'changed'>) =>
  wanted ? (changed ? 'again' : 'ask') : 'declined';

/** Page of the link in mails of news: a form of one button, so that whatever opens the link changes nothing. */
export function Unsubscribe({ page, t }: Props) {
  const { organization, address, wanted } = page;
  const state = unsubscribeState(page);
  return (
    <Layout organization={organization}>
      <main className="unavailable" id="content">
        <h1>{t(`unsubscribe.${state}`)}</h1>
        <p>{t(`unsubscribe.${state}_text`, { organization: organization.name, address })}</p>
        <p>{t('unsubscribe.others')}</p>
        <form method="post" className="acts">
          <button
            type="submit"
            name="news"
            value={wanted ? 'no' : 'yes'}
            className={wanted ? 'btn btn-primary' : 'btn'}
          >
            {t(wanted ? 'unsubscribe.decline' : 'unsubscribe.resume')}
          </button>
        </form>
      </main>
    </Layout>
  );
}
