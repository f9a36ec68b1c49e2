/** The rule for new passwords, part by part, so that a form can show which parts are met. */
export const passwordRule = {
  password_length: (password: string) => [...password].length >= 8,
  password_uppercase: (password: string) => /\p{Lu}/u.test(password),
  password_lowercase: (password: string) => /\p{Ll}/u.test(password),
  password_digit: (password: string) => /\p{Nd}/u.test(password),
  password_symbol: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const;

export type PasswordProblem = keyof typeof passwordRule;

/** The parts of the rule that a password doesn't meet. */
export function passwordProblems(password: string): PasswordProblem[] {
  const parts = Object.entries(passwordRule) as [PasswordProblem, (password: string) => boolean][];
  return parts.filter(([, isMet]) => !isMet(password)).map(([part]) => part);
}
