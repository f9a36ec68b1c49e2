/**
 * Until when applicants may correct an answer, as it is stored. Release 0.2.0 uses the same rows and shows no question with
 * a value that it doesn't know. So `until_end` is kept as `until_start`, the nearest that it knows, with a mark beside it.
 * Once 0.2.0 is out of use, the value can stand in its own place.
 */

import type { ApplicantEdit } from '@vpisnik/contract/rules/questions';
import { type SQL, sql } from 'drizzle-orm';

/** The values that are stored. */
export const storedEdits = ['until_approved', 'until_start', 'never'] as const satisfies ApplicantEdit[];
export type StoredEdit = {
  applicant_edit: (typeof storedEdits)[number];
  /** Absent in questions of groups that 0.2.0 has written. */
  applicant_edit_until_end?: boolean | undefined;
};

/** A setting as it is stored. */
export const storedEdit = (edit: ApplicantEdit): Required<StoredEdit> => ({
  applicant_edit: edit === 'until_end' ? 'until_start' : edit,
  applicant_edit_until_end: edit === 'until_end',
});

/** The setting that is stored. The mark counts beside `until_start` alone: 0.2.0, which knows none, may have chosen another value. */
export const editOf = ({ applicant_edit, applicant_edit_until_end }: StoredEdit): ApplicantEdit =>
  applicant_edit === 'until_start' && applicant_edit_until_end ? 'until_end' : applicant_edit;

/** As {@link editOf}, in SQL. */
export const editIn = (edit: SQL, untilEnd: SQL) =>
  sql<ApplicantEdit>`case when ${edit} = 'until_start' and ${untilEnd} then 'until_end' else ${edit} end`;
