import { applicantStateOf } from '@vpisnik/contract/rules/applicant-page';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { ApplicantScope } from '../../db/scope.ts';
import { isWithdrawable } from '../applicant-data/rules.ts';
import { ticks } from '../participants/answers.ts';
import { selectQuestions } from '../participants/questions.ts';
import type { ActAnswer, ApplicantForm } from './acts.ts';
import { lockOwn, selectTerm, update } from './own.ts';

/** Withdraws one consent that no form asks for any more; the field `question` names it. A sensitive answer is deleted. */
export async function withdraw_consent(
  scope: ApplicantScope,
  id: string,
  form: ApplicantForm,
): Promise<ActAnswer> {
  const row = (await lockOwn(scope)).find((one) => one.id === id);
  if (!row) return 'over';
  const questions = await selectQuestions(scope, row.group_id);
  const term = await selectTerm(scope, row.group_id);
  const standing = { state: applicantStateOf(row, new Date()), questions, term };
  const given = row.answers.find(({ field_id }) => field_id === form.get('question'));
  if (!given || !isWithdrawable(given, standing)) return 'unchanged';
  const text = ticks[row.language as Language].no;
  const answers = row.answers.flatMap((answer) => {
    if (answer !== given) return [answer];
    return given.sensitive ? [] : [{ ...given, value: false, text }];
  });
  await update(scope, id, { answers });
  return 'consent_withdrawn';
}
