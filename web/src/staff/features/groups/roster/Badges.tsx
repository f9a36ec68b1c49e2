import { type Group, groupName } from '@vpisnik/contract/groups';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { usePageMargins } from '../../../../ui/page-margins.ts';
import classes from './badges.module.css';

type BadgesProps = { group: Group; people: readonly ParticipantSummary[] };

/** Names to cut out and wear, ten on a page. */
export function Badges({ group, people }: BadgesProps) {
  const { t, locale } = useI18n();
  const { organization } = useSession();
  const name = groupName(group, locale);
  usePageMargins({
    group: name,
    isLandscape: false,
  });
  if (people.length === 0) return <p>{t('modules.group_tools.print.empty')}</p>;
  return (
    <ul className={classes.badges} aria-label={t('modules.group_tools.print.kinds.badges')}>
      {people.map((person) => (
        <li key={person.id}>
          <span>{organization?.name}</span>
          <b>{person.name}</b>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
