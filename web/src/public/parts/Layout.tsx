import type { PublicOrganization } from '@vpisnik/contract/public';
import { dialling, mailtoOf } from '@vpisnik/contract/rules/limits';
import type { ReactNode } from 'react';
import { postalAddress } from '../contact.ts';
import { categoriesPath, linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { LanguageOffer, LanguageSwitch } from './LanguageSwitch.tsx';
import { Mark } from './Mark.tsx';

type Props = { organization: PublicOrganization | null; children: ReactNode };

/** Header and footer in the organisation's name; in another site's frame only the page itself and its languages. */
export function Layout({ organization, children }: Props) {
  const page = usePage();
  if (page.embed)
    return (
      <>
        <div className="embedded">
          <LanguageSwitch />
        </div>
        {children}
      </>
    );
  return (
    <>
      <a className="skip" href="#content">
        {page.t('layout.skip')}
      </a>
      <LanguageOffer />
      <header className="head">
        <div>
          {organization ? (
            <a className="who" href={linkTo(categoriesPath(organization), page)}>
              <span className="tile" aria-hidden="true">
                {initialOf(organization.name)}
              </span>
              {organization.name}
            </a>
          ) : (
            <a className="wordmark" href={linkTo('/', page)}>
              <Mark />
              Vpisnik
            </a>
          )}
          <LanguageSwitch />
        </div>
      </header>
      {children}
      <Footer organization={organization} />
    </>
  );
}

function Footer({ organization }: { organization: PublicOrganization | null }) {
  const page = usePage();
  const { t } = page;
  return (
    <footer className="foot">
      <div>
        {organization && (
          <>
            <span>{postalAddress(organization, page)}</span>
            {organization.phone_number && (
              <a
                href={dialling(organization.phone_number)}
                aria-label={t('layout.phone', { phone: organization.phone_number })}
              >
                {organization.phone_number}
              </a>
            )}
            {organization.email && (
              <a
                href={mailtoOf(organization.email)}
                aria-label={t('layout.email', { email: organization.email })}
              >
                {organization.email}
              </a>
            )}
          </>
        )}
        <a className="push" href={linkTo('/privacy-policy', page)}>
          {t('layout.privacy')}
        </a>
        <span>
          {t('layout.run_by')} <a href={linkTo('/', page)}>Vpisnik</a>
        </span>
      </div>
    </footer>
  );
}

const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '';
