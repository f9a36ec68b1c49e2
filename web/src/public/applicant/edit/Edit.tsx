import type { ApplicantEdit, ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { bestText } from '@vpisnik/contract/rules/texts';
import { idOf } from '../../apply/form/Field.tsx';
import { FixedField } from '../../apply/form/FixedField.tsx';
import { type FormProblem, inWords } from '../../apply/form/problems.ts';
import { linkTo } from '../../links.ts';
import { usePage } from '../../page.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Person } from '../Person.tsx';
import { applicationPath, useWords } from '../words.ts';
import { EditQuestion } from './EditQuestion.tsx';
import { Preferences } from './Preferences.tsx';

type Props = { page: ApplicantPage; edit: ApplicantEdit };

/** The form of one's own data; without a script a refusal comes as this page again, with what was typed. */
export function Edit({ page, edit }: Props) {
  const { t } = useWords();
  const here = usePage();
  const { name, group, reference } = page.application;
  const { entries, fields, own_phone, has_notes, siblings } = edit;
  const problems = useProblems(edit);
  const textOf = (control: string) => problems.find((problem) => problem.name === control)?.text;
  const given = (control: string) => entries.find(([key]) => key === control)?.[1];
  return (
    <main className="wrap single" id="content">
      <Person name={name} group={group.name} />
      <h1>{t('applicant.edit.heading')}</h1>
      <p className="say">
        {t('applicant.edit.say')} {siblings > 0 && t('applicant.edit.siblings', { count: siblings })}
      </p>
      {here.languages.length > 1 && (
        <noscript>
          <p className="say">{t('applicant.edit.language_loses')}</p>
        </noscript>
      )}
      <Refused edit={edit} problems={problems} />
      <form
        className="fields"
        method="post"
        action={linkTo(applicationPath(page, reference, 'edit'), here)}
        noValidate
        data-edit
      >
        <input type="hidden" name="nonce" value={page.nonces?.save ?? ''} />
        <input type="hidden" name="seen" value={edit.seen} />
        <input type="hidden" name="language" value={here.language} />
        <FixedField name="email" hint={t('applicant.edit.email_hint')} problem={textOf('email')} required>
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
        {own_phone && (
          <FixedField name="phone" problem={textOf('phone')}>
            {(control) => (
              <input
                {...control}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                defaultValue={given('phone')}
              />
            )}
          </FixedField>
        )}
        {fields.map((field) => (
          <EditQuestion
            key={field.id}
            field={field}
            entries={entries}
            problem={textOf(`answers.${field.id}`)}
          />
        ))}
        {has_notes && (
          <FixedField name="notes" problem={textOf('notes')}>
            {(control) => <textarea {...control} rows={3} defaultValue={given('notes')} />}
          </FixedField>
        )}
        <Preferences languages={edit.languages} given={given} />
        <div className="savebar">
          <b data-unsaved hidden>
            {t('applicant.edit.unsaved')}
          </b>
          <a className="btn" data-discard href={linkTo(applicationPath(page, reference), here)}>
            {t('applicant.edit.discard')}
          </a>
          <button type="submit" name="act" value="save" className="btn btn-on">
            {t(page.notice === 'not_saved' ? 'applicant.edit.retry' : 'applicant.edit.save')}
          </button>
        </div>
      </form>
    </main>
  );
}

/** What is wrong, above the form, with a link to each control. */
function Refused({ edit: { failure }, problems }: { edit: ApplicantEdit; problems: FormProblem[] }) {
  const { t } = useWords();
  if (problems.length === 0 && failure === null) return null;
  const why =
    failure === 'edit_conflict' ? t('applicant.edit.conflict') : failure && t('applicant.edit.failed');
  return (
    // biome-ignore lint/a11y/noAutofocus: the page comes back because of this
    <div className="summary" role="alert" tabIndex={-1} autoFocus>
      <h2>
        <Icon name="alert-circle" />
        {t('applicant.edit.not_saved')}
      </h2>
      {why && <p>{why}</p>}
      <ul>
        {problems.map(({ name, text }) => (
          <li key={name}>
            <a href={`#${idOf(name)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Problems in words: those of the public form as it says them, and those that only a correction has. */
function useProblems({ problems, fields }: ApplicantEdit): FormProblem[] {
  const { t, language } = useWords();
  const here = usePage();
  const labelOf = (path: string) => {
    const field = fields.find(({ id }) => path === `answers.${id}`);
    if (field) return bestText(field.name, language).text;
    return path === 'notes' || path === 'phone' ? here.t(`apply.${path}`) : path;
  };
  const own: Record<string, (problem: FieldError) => string> = {
    changed_meanwhile: ({ path }) => t('applicant.edit.changed_meanwhile', { label: labelOf(path) }),
    address_bounced: () => t('applicant.edit.address_bounced'),
    too_many: () => t('applicant.edit.too_many'),
  };
  const usual = inWords(problems, fields, here);
  return problems.flatMap((problem) => {
    const word = Object.hasOwn(own, problem.code) ? own[problem.code] : undefined;
    if (word) return [{ name: problem.path, text: word(problem) }];
    return usual.filter(({ name }) => problem.path === name || problem.path.startsWith(`${name}.`));
  });
}
