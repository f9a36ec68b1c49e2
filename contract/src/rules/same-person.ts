/** Words of applications by the same person; without a validator. */

/** Likenesses of two applications; `linked` are those that staff have linked before both came to one group. */
export const likenesses = ['linked', 'name', 'spelling', 'birth_date', 'email', 'phone'] as const;

/**
 * What becomes of a field in a merge: both say the same, one alone says something, one is to be chosen, or a tick that
 * one of them has not made is not made.
 */
export const settlings = ['same', 'only', 'choice', 'stricter'] as const;

/** Days within which a merge can be undone. */
export const MERGE_DAYS = 30;
