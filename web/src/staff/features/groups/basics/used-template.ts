import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import type { EmailType } from '@vpisnik/contract/rules/email-types';

/** Which template a type's mails are written by, as the server chooses it: the chosen one, else the default, else the system's. */
export function usedTemplate(
  templates: readonly TemplateSummary[],
  type: EmailType,
  chosen: string | null,
): TemplateSummary | undefined {
  const active = templates.filter((one) => one.email_type === type && one.active);
  return (
    active.find(({ id }) => id === chosen) ??
    active.find(({ is_default }) => is_default) ??
    active.find(({ system }) => system)
  );
}
