import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Family, FamilyChild } from '@vpisnik/contract/families';
import { isOver } from '@vpisnik/contract/rules/statuses';
import { useApi } from '../../../../lib/api.ts';
import { isGone } from '../../../../lib/gone.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { focusHeading } from '../../../../ui/focus-heading.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { useWriteMessage } from '../writing/use-write-message.ts';
import { ChildCard } from './ChildCard.tsx';
import { FamilyBalance } from './FamilyBalance.tsx';
import { FamilyContact } from './FamilyContact.tsx';
import { FamilyMails } from './FamilyMails.tsx';
import classes from './families.module.css';
import { familyFact, familyTitle, idsOf } from './family-words.ts';
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
        actions={data && <WriteToFamily family={data} />}
      />
      {/* a family that has ended since it was read is still in the cache */}
      {data && !isGone(error) ? (
        <Whole family={data} back={back} />
      ) : error ? (
        <QueryFailed error={error} onRetry={refetch} />
      ) : (
        <Pending rows={6} />
      )}
    </>
  );
}

/** Begins a message about all that the family's children attend or wait for. */
function WriteToFamily({ family: { children, contact } }: { family: Family }) {
  const { t } = useI18n();
  const mayWrite = useMay('participants.manage');
  const write = useWriteMessage();
  const open = children.flatMap(({ applications }) => applications.filter(({ status }) => !isOver(status)));
  if (!mayWrite || open.length === 0 || contact.emails.length === 0) return null;
  return (
    <Button
      variant="filled"
      leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
      onClick={() => void write({ ids: open.map(({ id }) => id) }, null)}
    >
      {t('modules.message.write')}
    </Button>
  );
}

type WholeProps = { family: Family; back: '/participants' | '/groups' };

function Whole({ family, back }: WholeProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { busy, separate } = useSeparating(family);
  const mayChange = family.hidden_count === 0;
  const seesPayments = useMay('payments.manage');
  const [first] = idsOf(family.children);
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
        {seesPayments && first !== undefined && <FamilyBalance participantId={first} />}
        <FamilyContact family={family} mayChange={mayChange} />
        <FamilyMails mails={family.mails} />
      </div>
    </div>
  );
}
