import type { FamilyChild, FamilySummary } from '@vpisnik/contract/families';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Translate } from '../../../../lib/text/translate.ts';

type T = Translate<MessageKey>;

/** What a family is called: by its contact, else by a child. */
export function familyTitle({ contact, children }: FamilySummary, t: T): string {
  const [name = contact.emails[0]] = contact.names;
  return name ?? t('modules.family.of', { name: children[0]?.name ?? '' });
}

/** How many there are: `Starš ali skrbnik, 3 otroci v 4 skupinah`; without a guardian `2 osebi v 3 skupinah`. */
export function familyFact({ contact, children }: FamilySummary, t: T): string {
  const groups = new Set(
    children.flatMap(({ applications }) => applications.map(({ group_id }) => group_id)),
  );
  const isGuardian = contact.names.length > 0;
  const people = t(isGuardian ? 'modules.family.children' : 'modules.family.people', {
    count: children.length,
  });
  const who = `${people} ${t('modules.participant.list.fact_groups', { count: groups.size })}`;
  return isGuardian ? t('modules.family.guardian', { who }) : who;
}

/** Whether a child is the one of an application. */
export const isChildOf = (id: string) => (child: FamilyChild) =>
  child.applications.some((application) => application.id === id);

/** All applications of children; each is named in a call, since those joined by hand may share no address with the others. */
export const idsOf = (children: readonly FamilyChild[]): string[] =>
  children.flatMap(({ applications }) => applications.map(({ id }) => id));
