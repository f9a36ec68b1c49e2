import type { Language } from '@vpisnik/contract/rules/texts';
import type { ApplicantScope } from '../../db/scope.ts';
import { isWithdrawable } from '../applicant-data/rules.ts';
import { ticks } from '../participants/answers.ts';
import type { ActAnswer, ApplicantForm } from './act.ts';
import { lockStanding, update } from './own.ts';

/** Withdraws one consent that no form asks for any more; the field `question` names it. A sensitive answer is deleted. */
export async function withdraw_consent(
  scope: ApplicantScope,
  id: string,
  form: ApplicantForm,
): Promise<ActAnswer> {
  const standing = await lockStanding(scope, id);
  if (!standing) return 'over';
  const { row } = standing;
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
