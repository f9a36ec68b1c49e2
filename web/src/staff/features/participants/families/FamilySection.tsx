import { Button } from '@mantine/core';
import { IconUsers, IconUsersMinus, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FamilyChild, FamilySummary } from '@vpisnik/contract/families';
import type { Participant } from '@vpisnik/contract/participants';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { addressOf } from '../list/list-place.ts';
import { Status } from '../Status.tsx';
import classes from './families.module.css';
import { familyFact, familyTitle, idsOf, isChildOf } from './family-words.ts';
import { JoinSearch } from './JoinSearch.tsx';
import { familyOfQuery } from './queries.ts';
import { useJoining } from './use-joining.tsx';
import { useSeparating } from './use-separating.ts';

type SectionProps = { participant: Pick<Participant, 'id' | 'name'> };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** A participant's family, and who is probably in it; for those who decide about families. */
export function FamilySection({ participant }: SectionProps) {
  return useMay('families.manage') ? <Section participant={participant} /> : null;
}

function Section({ participant: { id } }: SectionProps) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(familyOfQuery(useApi(), id));
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // the button that was pressed is gone with what it decided
  const settle = () => {
    setAdding(false);
    heading.current?.focus({ preventScroll: true });
  };
  const joining = useJoining(id, settle);
  const family = data?.family;
  const mayChange = family?.hidden_count === 0 || family === null;
  return (
    <section className={classes.section}>
      <h3 ref={heading} tabIndex={-1}>
        {t('modules.family.title')}
      </h3>
      {!data && error && <PartFailed compact error={error} onRetry={refetch} />}
      {family && <Members family={family} id={id} />}
      {data && data.proposal.length > 0 && mayChange && <Proposal people={data.proposal} joining={joining} />}
      {mayChange &&
        (isAdding ? (
          <JoinSearch
            taken={[id, ...idsOf(family?.children ?? [])]}
            busy={joining.busy}
            onJoin={(ids) => void joining.join(ids)}
            onCancel={settle}
          />
        ) : (
          <div className={classes.acts}>
            <Button
              size="compact-sm"
              leftSection={<IconUsersPlus {...icon} />}
              onClick={() => setAdding(true)}
            >
              {t('modules.family.add')}
            </Button>
            {family && <Separate family={family} id={id} onDone={settle} />}
          </div>
        ))}
      {joining.dialog}
    </section>
  );
}

function Members({ family, id }: { family: FamilySummary; id: string }) {
  const { t } = useI18n();
  const isOwn = isChildOf(id);
  return (
    <>
      <p>
        <Link className={classes.whole} to="/families/$family_id" params={{ family_id: family.id }}>
          <IconUsers {...icon} />
          {familyTitle(family, t)}
        </Link>
        <span className={classes.small}>{familyFact(family, t)}</span>
      </p>
      <People people={family.children.filter((child) => !isOwn(child))} />
      {family.hidden_count > 0 && (
        <p className={classes.small}>
          {t('modules.family.hidden', { count: family.hidden_count })} {t('modules.family.hidden_hint')}
        </p>
      )}
    </>
  );
}

type SeparateProps = { family: FamilySummary; id: string; onDone: () => void };

/** Takes the child whose application is shown out of the family. */
function Separate({ family, id, onDone }: SeparateProps) {
  const { t } = useI18n();
  const { busy, separate } = useSeparating(family);
  const own = family.children.find(isChildOf(id));
  if (!own) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconUsersMinus {...icon} />}
      {...waiting(busy, async () => (await separate(own)) && onDone())}
    >
      {t('modules.family.separate')}
    </Button>
  );
}

/** People with their groups, each a way to that application. */
function People({ people }: { people: readonly FamilyChild[] }) {
  const { locale } = useI18n();
  const seesAll = useMay('participants.list');
  return (
    <ul className={classes.people}>
      {people.map(({ name, applications }) => (
        <li key={applications[0]?.id}>
          <b>{name}</b>
          <ul>
            {applications.map((application) => {
              const { id, group_id, group_name } = application;
              const group = bestText(group_name, locale);
              return (
                <li key={id}>
                  <Link {...addressOf(seesAll ? null : group_id, id)} lang={group.language}>
                    {group.text}
                    <span className="vh">, {name}</span>
                  </Link>
                  <Status application={application} />
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
}

type ProposalProps = { people: readonly FamilyChild[]; joining: ReturnType<typeof useJoining> };

function Proposal({ people, joining }: ProposalProps) {
  const { t } = useI18n();
  const names = people.map(({ name }) => name).join(', ');
  return (
    <div className={classes.proposal}>
      <p>
        <b>{t('modules.family.probably')}</b> {t('modules.family.same_address')}
      </p>
      <People people={people} />
      <div className={classes.acts}>
        <Button
          size="compact-sm"
          variant="filled"
          aria-label={t('modules.family.join_named', { names })}
          {...waiting(joining.busy, () => void joining.join(idsOf(people)))}
        >
          {t('modules.family.join')}
        </Button>
        <Button
          size="compact-sm"
          aria-label={t('modules.family.no_family_named', { names })}
          {...waiting(joining.busy, () => void joining.refuse(idsOf(people)))}
        >
          {t('modules.family.no_family')}
        </Button>
      </div>
    </div>
  );
}
