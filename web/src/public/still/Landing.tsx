import type { ReactNode } from 'react';
import type { KeyOf, Translate } from '../../lib/text/translate.ts';
import type { landingTexts } from '../../locales/sl/public-landing.ts';
import { Places } from '../../ui/marks/Places.tsx';
import { linkTo, linkToLanguage } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { LanguageOffer, languageNames } from '../parts/LanguageSwitch.tsx';
import { Mark } from '../parts/Mark.tsx';

type T = Translate<KeyOf<typeof landingTexts>>;

/** The front page: Vpisnik's promises, and a picture of it at work. */
export function Landing({ t }: { t: T }) {
  const page = usePage();
  const other = page.languages.find((language) => language !== page.language);
  return (
    <>
      <a className="skip" href="#content">
        {page.t('layout.skip')}
      </a>
      <LanguageOffer />
      <div className="top">
        <header className="in bar">
          <a className="wordmark" href={linkTo('/', page)}>
            <Mark />
            Vpisnik
          </a>
          {other && (
            <a href={linkToLanguage('/', other, page)} lang={other} hrefLang={other} data-language={other}>
              {languageNames[other]}
            </a>
          )}
          <a href="/login">{t('sign_in')}</a>
        </header>
      </div>
      <main id="content">
        <div className="top">
          <div className="in hero">
            <div>
              <h1>{t('heading')}</h1>
              <p className="sub">{t('lead')}</p>
              <div className="cta">
                <a className="btn btn-lg on" href="/register">
                  {t('try')}
                </a>
                <a className="btn btn-lg ghost" href="/login">
                  {t('account')}
                </a>
              </div>
            </div>
            <Scene t={t} />
          </div>
          <div className="ticks" aria-hidden="true" />
        </div>
        <div className="in">
          <Steps t={t} />
          <Facts t={t} />
          <div className="end">
            <h2>{t('closing')}</h2>
            <a className="btn btn-lg on" href="/register">
              {t('try')}
            </a>
          </div>
        </div>
      </main>
      <footer className="in bottom">
        <a className="wordmark" href={linkTo('/', page)}>
          <Mark />
          Vpisnik
        </a>
        <a href={linkTo('/terms-and-conditions', page)}>{t('footer.terms')}</a>
        <a href={linkTo('/privacy-policy', page)}>{t('footer.privacy')}</a>
        <a href={linkTo('/data-processing-agreement', page)}>{t('footer.processing')}</a>
        <a href={page.contact_url}>{t('footer.contact')}</a>
      </footer>
    </>
  );
}

/** A decorative picture of a group's register with incoming applications; texts elsewhere have its content. */
function Scene({ t }: { t: T }) {
  return (
    <div className="scene" aria-hidden="true">
      <div className="reg card">
        <div className="reg-head">
          <b>{t('scene.group')}</b>
          <span className="dim">{t('scene.when')}</span>
          <Places taken={14} limit={16} />
        </div>
        <ul>
          <Row name="Špela Žnidaršič" text={t('scene.today', { time: '17:02' })} hot>
            <span className="fake">
              <Icon name="check" />
              {t('scene.approve')}
            </span>
          </Row>
          <Row name="Žan Šuštaršič" text={t('scene.today', { time: '8:55' })}>
            <Pill tone="pending" icon="clock" text={t('scene.pending')} />
          </Row>
          <Row name="Lana Žagar" text={t('scene.yesterday', { time: '22:40' })}>
            <Pill tone="approved" icon="check" text={t('scene.approved')} />
          </Row>
          <Row name="Neža Golob" text={t('scene.yesterday', { time: '21:07' })}>
            <Pill tone="approved" icon="check" text={t('scene.approved')} />
          </Row>
        </ul>
      </div>
      <div className="phone">
        <span className="seal">
          <Icon name="check" />
        </span>
        <b>{t('scene.sent')}</b>
        <p>{t('scene.sent_text')}</p>
      </div>
    </div>
  );
}

type RowProps = { name: string; text: string; hot?: boolean; children: ReactNode };

function Row({ name, text, hot, children }: RowProps) {
  return (
    <li className={hot ? 'hot' : undefined}>
      <Avatar name={name} />
      <span className="nm">
        <b>{name}</b>
        <span>{text}</span>
      </span>
      {children}
    </li>
  );
}

function Avatar({ name }: { name: string }) {
  return <span className="avatar">{name.split(' ').map((part) => part[0])}</span>;
}

function Pill({ tone, icon, text }: { tone: string; icon: IconName; text: string }) {
  return (
    <span className={`pill ${tone}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
}

function Steps({ t }: { t: T }) {
  return (
    <section>
      <h2 className="h2">{t('steps.heading')}</h2>
      <ol className="steps">
        <li>
          <div className="well" aria-hidden="true">
            <div className="bit">
              <Icon name="link" />
              {t('scene.link')}
              <span className="end-icon">
                <Icon name="copy" />
              </span>
            </div>
          </div>
          <h3>
            <span>1</span>
            {t('steps.publish')}
          </h3>
          <p>{t('steps.publish_text')}</p>
        </li>
        <li>
          <div className="well" aria-hidden="true">
            <div className="bit">
              Špela Žnidaršič
              <span className="cur" />
            </div>
            <div className="fake wide">{t('scene.submit')}</div>
          </div>
          <h3>
            <span>2</span>
            {t('steps.receive')}
          </h3>
          <p>{t('steps.receive_text')}</p>
        </li>
        <li>
          <div className="well" aria-hidden="true">
            <div className="bit">
              <Avatar name="Tim Kovačič" />
              Tim Kovačič
              <Pill tone="approved" icon="check" text={t('scene.approved')} />
            </div>
            <div className="bit">
              <Avatar name="Ajda Čuček" />
              Ajda Čuček
              <Pill tone="waitlisted" icon="hourglass" text={t('scene.waitlisted')} />
            </div>
          </div>
          <h3>
            <span>3</span>
            {t('steps.decide')}
          </h3>
          <p>{t('steps.decide_text')}</p>
        </li>
      </ol>
    </section>
  );
}

function Facts({ t }: { t: T }) {
  return (
    <section className="claims">
      <h2 className="h2">{t('facts.heading')}</h2>
      <dl>
        {(['places', 'questions', 'calendar', 'languages', 'team'] as const).map((fact) => (
          <div key={fact}>
            <dt>{t(`facts.${fact}`)}</dt>
            <dd>{t(`facts.${fact}_text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
