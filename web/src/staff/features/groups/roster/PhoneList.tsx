import type { Group } from '@vpisnik/contract/groups';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { contactOf } from '../../participants/contact/contact.ts';
import classes from './roster-print.module.css';
import { Sheet } from './Sheet.tsx';

type PhoneListProps = { group: Group; people: readonly ParticipantSummary[]; asOf: string };

/** Whom to call about each participant, in large digits. */
export function PhoneList({ group, people, asOf }: PhoneListProps) {
  const { t } = useI18n();
  const label = t('modules.group_tools.print.kinds.phones');
  return (
    <Sheet group={group} count={people.length} asOf={asOf}>
      {
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        <section className={classes.scroll} aria-label={label} tabIndex={0}>
          <table className={classes.phones}>
            <caption className="vh">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{t('modules.group_tools.print.number')}</th>
                <th scope="col">{t('modules.participant.list.column_name')}</th>
                <th scope="col">{t('modules.participant.list.column_guardian')}</th>
                <th scope="col">{t('modules.participant.list.column_contact')}</th>
                <th scope="col">{t('modules.group_tools.print.own_phone')}</th>
              </tr>
            </thead>
            <tbody>
              {people.map((person, at) => {
                const { guardian, phone, ownPhone } = contactOf(person);
                return (
                  <tr key={person.id}>
                    <td className="num">{at + 1}</td>
                    <th scope="row">{person.name}</th>
                    <td>{guardian}</td>
                    <td className={`${classes.digits} num`}>{phone}</td>
                    <td className="num">{ownPhone}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      }
    </Sheet>
  );
}
