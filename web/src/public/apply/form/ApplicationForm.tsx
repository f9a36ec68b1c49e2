import type { PublicGroupPage } from '@vpisnik/contract/public';
import {
  answerName,
  asksOwnPhone,
  type FixedField as FixedName,
} from '@vpisnik/contract/rules/application-form';
import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ages } from '../../groups/facts.ts';
import { linkTo } from '../../links.ts';
import { usePage } from '../../page.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { useApplication } from '../useApplication.ts';
import { asksBirth } from './age.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { idOf } from './Field.tsx';
import { FixedField } from './FixedField.tsx';
import { inWords } from './problems.ts';
import { Question } from './Question.tsx';

type Props = {
  page: ApplyPage;
  group: PublicGroupPage;
  form: RefObject<HTMLFormElement | null>;
  application: ReturnType<typeof useApplication>;
  /** Fetches the questions as they are now; absent in a preview, which sends nothing. */
  renew?: (() => Promise<void>) | undefined;
};

/** The application form; sent by script, or natively by the browser without it. */
export function ApplicationForm({ page, group, form, application, renew }: Props) {
  const here = usePage();
  const { t, language } = here;
  const { beginning, errors, failure, sending, drafted, age, queue, renewed } = application;
  const { entries, origin, round, key } = beginning;
  const problems = inWords(errors, group.fields, here);
  const textOf = (name: string) => problems.find((problem) => problem.name === name)?.text;
  const given = (name: string) => entries.find(([key]) => key === name)?.[1];
  const summary = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // focuses the first field of a new form: one for another participant, or an emptied one
    if (origin === 'another' || (origin === 'empty' && round > 0)) first.current?.focus();
  }, [origin, round]);

  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!renewed) return;
    const control = renewed[0] && document.getElementById(idOf(answerName({ id: renewed[0] })));
    (control || button.current)?.focus();
  }, [renewed]);

  const submitted = async (sent: Promise<string | undefined>) => {
    if ((await sent) === 'invalid') requestAnimationFrame(() => summary.current?.focus());
  };
  const suitable = ages(group, here);
  const warning =
    age === null || !suitable
      ? null
      : t('apply.age_warning', { ages: suitable, age: t('apply.age_years', { count: age }) });

  const hasSensitive = group.fields.some(({ sensitive }) => sensitive);
  const draft = drafted && (
    <p className="draft">
      <Icon name="device-floppy" />
      <span>
        {t(origin === 'draft' ? 'draft.restored' : 'draft.kept')}
        {origin === 'draft' && hasSensitive && ` ${t('draft.restored_sensitive')}`}
      </span>
      <button type="button" aria-label={t('draft.discard_name')} onClick={application.discard}>
        {t('draft.discard')}
      </button>
    </p>
  );

  const { notes, ...basics }: Record<FixedName, ReactNode> = {
    name: (
      <FixedField name="name" problem={textOf('name')} required>
        {(control) => <input ref={first} {...control} autoComplete="name" defaultValue={given('name')} />}
      </FixedField>
    ),
    email: (
      <FixedField name="email" hint={t('apply.email_hint')} problem={textOf('email')} required>
        {(control) => (
          <input
            {...control}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={given('email')}
          />
        )}
      </FixedField>
    ),
    phone: asksOwnPhone(group.fields) && (
      <FixedField name="phone" problem={textOf('phone')}>
        {(control) => (
          <input {...control} type="tel" inputMode="tel" autoComplete="tel" defaultValue={given('phone')} />
        )}
      </FixedField>
    ),
    notes: (
      <FixedField name="notes" problem={textOf('notes')}>
        {(control) => <textarea {...control} rows={3} defaultValue={given('notes')} />}
      </FixedField>
    ),
  };

  return (
    <div className="body" id="form">
      {problems.length > 0 && <ErrorSummary ref={summary} problems={problems} />}
      {origin === 'posted' && failure && <FailureNotice failure={failure} />}
      {queue && !failure && (
        <p className="notice">
          <Icon name="hourglass" />
          {t(
            group.places !== null && group.taken >= group.places
              ? 'apply.queue_notice'
              : 'apply.queue_notice_fair',
          )}
        </p>
      )}
      {origin === 'another' && (
        <p className="notice">
          <Icon name="user-check" />
          {t('apply.kept')}
        </p>
      )}
      {origin === 'draft' && draft}
      <form
        key={round}
        ref={form}
        method="post"
        // without script a refusal comes as a new page, which scrolls to the form's errors
        action="#form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submitted(application.submit());
        }}
        onInput={application.changed}
      >
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="idempotency_key" value={key} />
        <input type="hidden" name="opened_at" value={given('opened_at') || here.now} />
        <input type="hidden" name="privacy_version" value={group.privacy_version} />
        <input type="hidden" name="accept_waitlist" value={queue ? 'true' : 'false'} />
        <div className="trap" aria-hidden="true">
          <label htmlFor={idOf('website')}>{t('apply.website')}</label>
          {/* autofill must skip it, or a visitor's form would pass for a robot's */}
          <input
            id={idOf('website')}
            name="website"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-bwignore
            data-form-type="other"
            data-lpignore="true"
          />
        </div>
        <section className="part">
          <h2>{t('apply.basics')}</h2>
          {Object.entries(basics).map(([name, control]) => (
            <Fragment key={name}>{control}</Fragment>
          ))}
        </section>
        <section className="part">
          {group.fields.length > 0 && <h2>{t('apply.questions')}</h2>}
          {group.fields.map((field) => (
            <Question
              key={field.id}
              field={field}
              entries={entries}
              problem={textOf(answerName(field))}
              restored={origin === 'draft'}
              warning={asksBirth(field) ? warning : null}
              onPicked={application.changed}
            />
          ))}
          {notes}
        </section>
        <div className="send">
          {failure && (
            <FailureNotice
              failure={failure}
              retry={origin === 'posted' ? undefined : () => void submitted(application.submit())}
              renew={renew}
            />
          )}
          <p className="renewed" role="status">
            {renewed && t('failures.renewed')}
          </p>
          <button
            ref={button}
            className="btn btn-primary btn-lg"
            type="submit"
            aria-disabled={sending || undefined}
          >
            {sending ? t('apply.sending') : t(queue ? 'apply.submit_queue' : 'apply.submit')}
          </button>
          <p>
            {t('apply.controller', { organization: page.organization.name })}{' '}
            <a href={linkTo('/privacy-policy', { ...here, embed: false })} target="_blank" rel="noreferrer">
              {t('apply.notice')}
            </a>
          </p>
          {origin !== 'draft' && draft}
        </div>
      </form>
    </div>
  );
}
