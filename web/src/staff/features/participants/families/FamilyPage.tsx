import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Family, FamilyChild } from '@vpisnik/contract/families';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { focusHeading } from '../../../../ui/focus-heading.ts';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { SkeletonRows } from '../../../../ui/table/SkeletonRows.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { ChildCard } from './ChildCard.tsx';
import { FamilyContact } from './FamilyContact.tsx';
import { FamilyMails } from './FamilyMails.tsx';
import classes from './families.module.css';
import { familyFact, familyTitle } from './family-words.ts';
import { familyQuery } from './queries.ts';
import { useSeparating } from './use-separating.ts';

/** One family: its children with all their groups, the one contact, and the latest mails. */
export function FamilyPage({ id }: { id: string }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(familyQuery(useApi(), id));
  const isOfAll = useMay('participants.list');
  const back = isOfAll ? '/participants' : '/groups';
  return (
    <>
      <PageHeader
        title={data ? familyTitle(data, t) : t('modules.family.title')}
        back={{
          to: back,
          label: t(isOfAll ? 'modules.participant.participants' : 'modules.group.groups'),
        }}
        fact={data && familyFact(data, t)}
      />
      {data && !isGone(error) ? (
        <Whole family={data} back={back} />
      ) : error ? (
        <QueryFailed error={error} onRetry={refetch} />
      ) : (
        <div role="status" aria-label={t('ui.list.loading')}>
          <SkeletonRows rows={6} />
        </div>
      )}
    </>
  );
}

/** A family that ended since it was read. */
const isGone = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404;

type WholeProps = { family: Family; back: '/participants' | '/groups' };

function Whole({ family, back }: WholeProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { busy, separate } = useSeparating(family);
  const mayChange = family.hidden_count === 0;
  const take = async (child: FamilyChild) => {
    if (!(await separate(child))) return;
    // a family of one has ended; else the menu goes with its card
    if (family.children.length <= 2) void navigate({ to: back });
    else focusHeading();
  };
  return (
    <div className={classes.page}>
      <div className={classes.children}>
        {family.children.map((child) => (
          <ChildCard
            key={child.applications[0]?.id}
            child={child}
            onSeparate={mayChange && !busy ? () => void take(child) : undefined}
          />
        ))}
        {!mayChange && (
          <p className={classes.small}>
            {t('modules.family.hidden', { count: family.hidden_count })} {t('modules.family.hidden_hint')}
          </p>
        )}
      </div>
      <div className={classes.aside}>
        <FamilyContact family={family} mayChange={mayChange} />
        <FamilyMails mails={family.mails} />
      </div>
    </div>
  );
}
