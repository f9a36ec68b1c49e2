import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { Participant } from '@vpisnik/contract/participants';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { addressOf } from '../list/list-place.ts';
import { Status } from '../Status.tsx';
import classes from './panel.module.css';

/** Other enrolments of the same person; nothing when there are none. */
export function ElsewhereSection({ participant }: { participant: Participant }) {
  const { t, locale } = useI18n();
  const seesAll = useMay('participants.list');
  if (participant.elsewhere.length === 0) return null;
  return (
    <section>
      <h3>{t('modules.participant.detail.elsewhere')}</h3>
      <ul className={classes.list}>
        {participant.elsewhere.map((application) => {
          const { id, group_id, group_name } = application;
          const name = bestText(group_name, locale);
          return (
            <li key={id}>
              <Link {...addressOf(seesAll ? null : group_id, id)} lang={name.language}>
                {name.text}
              </Link>
              <Status application={application} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
