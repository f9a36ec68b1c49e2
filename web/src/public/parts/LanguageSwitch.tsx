import type { Language } from '@vpisnik/contract/rules/texts';
import { ownLanguage as en } from '../../locales/en/public-language.ts';
import { ownLanguage as sl } from '../../locales/sl/public-language.ts';
import { linkToLanguage } from '../links.ts';
import { usePage } from '../page.tsx';

/** Each language's name in itself. */
export const languageNames: Record<Language, string> = { sl: sl.name, en: en.name };

const own: Record<Language, typeof sl> = { sl, en };

/** Links to the page's languages; with script the page changes in place and keeps the form's answers. */
export function LanguageSwitch() {
  const { t, path, language, languages, embed, changeLanguage } = usePage();
  if (languages.length < 2) return null;
  return (
    <nav className="lang" aria-label={t('layout.languages')}>
      {languages.map((one) => (
        <a
          key={one}
          href={linkToLanguage(path, one, { embed })}
          lang={one}
          hrefLang={one}
          data-language={one}
          aria-current={one === language ? 'true' : undefined}
          onClick={(event) => {
            if (!changeLanguage || event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            changeLanguage(one);
          }}
        >
          <span aria-hidden="true">{own[one].code}</span>
          <span className="vh">{own[one].name}</span>
        </a>
      ))}
    </nav>
  );
}

/** A hidden offer per other language; the page's script shows the one that was chosen here before. */
export function LanguageOffer() {
  const { path, language, languages, embed } = usePage();
  return languages
    .filter((one) => one !== language)
    .map((one) => (
      <p key={one} className="offer" data-offer={one} hidden>
        <a href={linkToLanguage(path, one, { embed })} lang={one} hrefLang={one}>
          {own[one].offer}
        </a>
      </p>
    ));
}
