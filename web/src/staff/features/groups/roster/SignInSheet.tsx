import type { Group } from '@vpisnik/contract/groups';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DayHead } from './DayHead.tsx';
import { PresenceBox } from './PresenceBox.tsx';
import type { Meeting } from './PrintedRoster.tsx';
import classes from './roster-print.module.css';
import { Sheet } from './Sheet.tsx';

/** Lines at the end for people who come and are not on it. */
const spare = [1, 2, 3];

type SignInSheetProps = {
  group: Group;
  people: readonly ParticipantSummary[];
  asOf: string;
  boxes: number;
  /** Heads of the boxes; those beyond are written in by hand. */
  coming: readonly Meeting[];
};

/** A sheet that goes around: each participant signs in the box of the day. */
export function SignInSheet({ group, people, asOf, boxes, coming }: SignInSheetProps) {
  const { t } = useI18n();
  const columns = Array.from({ length: boxes }, (_, at) => at);
  const label = t('modules.group_tools.print.kinds.sign_in');
  return (
    <Sheet group={group} count={people.length} asOf={asOf} isLandscape>
      {
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        <section className={classes.scroll} aria-label={label} tabIndex={0}>
          <table className={classes.signed}>
            <caption className="vh">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{t('modules.group_tools.print.number')}</th>
                <th scope="col">{t('modules.participant.list.column_name')}</th>
                {columns.map((at) => (
                  <DayHead key={at} meeting={coming[at]} coming={coming} />
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person, at) => (
                <tr key={person.id}>
                  <td className="num">{at + 1}</td>
                  <th scope="row">{person.name}</th>
                  {columns.map((at) => (
                    <PresenceBox key={at} person={person} meeting={coming[at]} />
                  ))}
                </tr>
              ))}
              {spare.map((one) => (
                <tr key={one}>
                  <td className="num">{people.length + one}</td>
                  <td />
                  {columns.map((at) => (
                    <td key={at} className={classes.box} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      }
    </Sheet>
  );
}
