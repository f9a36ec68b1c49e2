import type { Operator } from '@vpisnik/contract/rules/public-pages';

/** A paragraph, or the items of a list. */
export type Block = string | readonly string[];

/** A legal document in one language; `{{operator}}`, `{{address}}`, `{{email}}` and `{{site}}` are filled in. */
export type LegalText = {
  title: string;
  description: string;
  intro: readonly string[];
  sections: readonly { heading: string; blocks: readonly Block[] }[];
};

/** A paragraph with the operator's data from the configuration. */
export function filled(text: string, operator: Operator, site: string): string {
  const values: Record<string, string> = {
    operator: operator.name,
    address: operator.address,
    email: operator.email,
    site,
  };
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
