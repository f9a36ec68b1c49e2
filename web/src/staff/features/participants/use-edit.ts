import type { FieldError } from '@vpisnik/contract/errors';
import { type Participant, participants } from '@vpisnik/contract/participants';
import { useRef, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { notify } from '../../../ui/notify.ts';
import { type Person, personBody } from './PersonFields.tsx';
import { problemsOf, problemText, refusedFields } from './person-form.ts';
import { type AnswerValue, changedAnswers, type Question, valuesOf } from './questions.ts';
import { type SaveConflict, useSaveParticipant } from './use-save.ts';

type Values = Person & { notes: string; answers: Record<string, AnswerValue> };

const formOf = ({ name, email, phone, language, notes, answers }: Participant): Values => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  language,
  notes,
  answers: valuesOf(answers),
});

/** What differs from the participant as it was, as it travels; answers that the form no longer asks for stay out. */
function changeOf(base: Participant, values: Values, questions: readonly Question[]) {
  const person = { ...personBody(values), name: values.name.trim(), notes: values.notes.trim() };
  const changed = (Object.keys(person) as (keyof typeof person)[]).filter(
    (field) => person[field] !== base[field],
  );
  const asked = Object.fromEntries(
    Object.entries(values.answers).filter(([id]) => questions.some((question) => question.id === id)),
  );
  const answers = changedAnswers(valuesOf(base.answers), asked);
  return {
    ...Object.fromEntries(changed.map((field) => [field, person[field]])),
    ...(Object.keys(answers).length > 0 && { answers }),
  };
}

/** The state of the form that corrects a participant. */
export function useEdit(participant: Participant, questions: readonly Question[], onDone: () => void) {
  const { t } = useI18n();
  const { save, saving } = useSaveParticipant();
  // As it was when the form was opened; what others save meanwhile shows when ours is saved.
  const [base, setBase] = useState(participant);
  const [values, setValues] = useState(() => formOf(participant));
  const [isSubmitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<FieldError[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const dates = useRef(new Map<string, string>());

  const body = changeOf(base, values, questions);
  const dirty = Object.keys(body).length > 0;
  const live = isSubmitted ? problemsOf(participants.update.body, { ...body, version: base.version }) : [];
  const problems = [...live, ...refused.filter(({ path }) => !live.some((one) => one.path === path))];

  const send = async (onto: Participant) => {
    setFailure(null);
    setConflict(null);
    try {
      const answer = await save(onto, body);
      if ('conflict' in answer) {
        setConflict(answer.conflict);
        return;
      }
      notify({ message: 'modules.participant.done.saved', values: { name: answer.participant.name } });
      onDone();
    } catch (error) {
      const fields = refusedFields(error);
      setRefused(fields);
      if (fields.length === 0) setFailure(errorText(error, t, 'errors.participant.save'));
      setRefusals((count) => count + 1);
    }
  };
  const submit = () => {
    setSubmitted(true);
    const typedWrong = [...dates.current.keys()].map((path) => ({ path, code: 'invalid_date' }));
    setRefused(typedWrong);
    const found = problemsOf(participants.update.body, { ...body, version: base.version });
    if (found.length + typedWrong.length > 0) setRefusals((count) => count + 1);
    else if (dirty) void send(base);
    else onDone();
  };
  return {
    values,
    dirty,
    saving,
    problems,
    failure,
    refusals,
    conflict,
    submit,
    errorAt: (path: string) => {
      const problem = problems.find((one) => one.path === path);
      return problem && problemText(problem, t);
    },
    change: (changed: Partial<Values>) => {
      setValues((now) => ({ ...now, ...changed }));
      setRefused((now) => now.filter(({ path }) => !((path.split('.', 1)[0] ?? '') in changed)));
    },
    sayDateError: (path: string, message: string | null) => {
      if (message === null) dates.current.delete(path);
      else dates.current.set(path, message);
    },
    keepMine: () => conflict && void send(conflict.current),
    takeTheirs: () => {
      if (!conflict) return;
      const theirs = formOf(conflict.current);
      const taken = Object.fromEntries(
        conflict.fields.map((field) => [field, theirs[field as keyof Values]]),
      );
      setValues((now) => ({ ...now, ...taken }));
      setBase(conflict.current);
      setConflict(null);
    },
  };
}
