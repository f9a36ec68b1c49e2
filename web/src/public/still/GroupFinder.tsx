import type { PublicOrganization } from '@vpisnik/contract/public';
import { weekdayName } from '@vpisnik/contract/rules/format';
import { allGroupsPath } from '@vpisnik/contract/rules/public-addresses';
import type { AllGroupsPage } from '@vpisnik/contract/rules/public-pages';
import { days } from '@vpisnik/contract/rules/schedule';
import { usePage } from '../page.tsx';
import type { StillTranslate } from './translate.ts';

type Props = {
  page: Pick<AllGroupsPage, 'organization' | 'for_children' | 'locations' | 'filters'>;
  t: StillTranslate;
};

/** Asks for age, day, place and free places, and sends them as a form does. */
export function GroupFinder({ page: { organization, for_children, locations, filters }, t }: Props) {
  const { language } = usePage();
  return (
    <search>
      <form className="finder card" action={actionOf(organization)}>
        <Kept />
        <AgeField age={filters.age} ofChild={for_children} t={t} />
        <div className="field">
          <label className="label" htmlFor="day">
            {t('all_groups.day')}
          </label>
          <select className="input" id="day" name="day" defaultValue={filters.day ?? ''}>
            <option value="">{t('all_groups.any_day')}</option>
            {days.map((day) => (
              <option key={day} value={day}>
                {weekdayName(day, language)}
              </option>
            ))}
          </select>
        </div>
        {locations.length > 1 && (
          <div className="field">
            <label className="label" htmlFor="location">
              {t('all_groups.place')}
            </label>
            <select
              className="input"
              id="location"
              name="location_id"
              defaultValue={filters.location_id ?? ''}
            >
              <option value="">{t('all_groups.any_place')}</option>
              {locations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <label className="agree">
          <input
            className="check"
            type="checkbox"
            name="free_places"
            value="true"
            defaultChecked={filters.free_places}
          />
          {t('all_groups.free')}
        </label>
        <button className="btn btn-primary" type="submit">
          {t('all_groups.show')}
        </button>
      </form>
    </search>
  );
}

type AskProps = { organization: PublicOrganization; ofChild: boolean; t: StillTranslate };

/** The first question alone, for the page that leads to all groups. */
export function AgeFinder({ organization, ofChild, t }: AskProps) {
  return (
    <search>
      <form className="ask" action={actionOf(organization)}>
        <Kept />
        <AgeField age={undefined} ofChild={ofChild} t={t} />
        <button className="btn" type="submit">
          {t('all_groups.show')}
        </button>
      </form>
    </search>
  );
}

/** What is found is in sight, also on a phone. */
const actionOf = (organization: PublicOrganization) => `${allGroupsPath(organization)}#found`;

type AgeFieldProps = { age: number | undefined; ofChild: boolean; t: StillTranslate };

/** Asks parents about their child, and everybody about the participant where adults are taught too. */
function AgeField({ age, ofChild, t }: AgeFieldProps) {
  return (
    <div className="field">
      <label className="label" htmlFor="age">
        {t(ofChild ? 'all_groups.age_child' : 'all_groups.age')}
      </label>
      <input
        className="input"
        id="age"
        name="age"
        type="number"
        inputMode="numeric"
        min={0}
        max={150}
        autoComplete="off"
        defaultValue={age}
      />
    </div>
  );
}

/** A chosen language and the frame, which a form would lose. */
function Kept() {
  const { explicit, language, embed } = usePage();
  return (
    <>
      {explicit && <input type="hidden" name="lang" value={language} />}
      {embed && <input type="hidden" name="embed" value="1" />}
    </>
  );
}
