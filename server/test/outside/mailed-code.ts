/** The code of the link in a mail about an account. */
export function codeIn(mail: { text: string } | undefined): string {
  return /#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
