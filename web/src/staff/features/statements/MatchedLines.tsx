import { Button, Checkbox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MatchedEntry, MatchProposal } from '@vpisnik/contract/statements';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { EntryLine } from './EntryLine.tsx';
import { namedOf, reasonText } from './entry-words.ts';
import { PaidLine } from './PaidLine.tsx';
import { PaymentSearch } from './PaymentSearch.tsx';
import classes from './statements.module.css';
import type { BookingActs } from './use-booking.ts';

type LineProps = { entry: MatchedEntry; proposal: MatchProposal; acts: BookingActs };

/** A transfer whose reference and amount are those of a payment; ticked unless it is unticked. */
export function SureLine({
  entry,
  proposal,
  acts,
  isChosen,
  onChoose,
}: LineProps & { isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const words = useI18n();
  const [isOther, setIsOther] = useState(false);
  // one whose payment is doubted must not be booked along with the others
  const choose = (isSure: boolean) => {
    setIsOther(!isSure && isOther);
    onChoose(isSure);
  };
  const look = (elsewhere: boolean) => {
    setIsOther(elsewhere);
    onChoose(!elsewhere);
  };
  return (
    <EntryLine
      entry={entry}
      isReferred
      lead={
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it
        <label className={classes.tick}>
          <span className="vh">{words.t('modules.statement.sure.choose', namedOf(entry, words))}</span>
          <Checkbox checked={isChosen} onChange={(event) => choose(event.currentTarget.checked)} />
        </label>
      }
      acts={
        <>
          {isOther && <NoPayment entry={entry} acts={acts} />}
          <OtherButton entry={entry} isOther={isOther} onToggle={look} />
        </>
      }
    >
      <Proposed {...{ entry, proposal, acts, isOther }} />
    </EntryLine>
  );
}

/** A transfer that is confirmed by itself; Enter on its button goes on to the next. */
export function ProbableLine({ entry, proposal, acts, onConfirm }: LineProps & { onConfirm: () => void }) {
  const words = useI18n();
  const { t } = words;
  const [isOther, setIsOther] = useState(false);
  const isPart = proposal.reason === 'part';
  const names = proposal.payments.map(({ participant_name }) => participant_name).join(' ');
  return (
    <EntryLine
      entry={entry}
      reason={reasonText(entry, proposal, words)}
      isReferred={['part', 'rest', 'too_much', 'booked'].includes(proposal.reason)}
      alike={proposal.reason === 'name' || proposal.reason === 'several' ? names : ''}
      acts={
        <>
          {isOther ? (
            <NoPayment entry={entry} acts={acts} />
          ) : (
            <Button
              id={confirmId(entry.id)}
              leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
              aria-label={t(
                isPart ? 'modules.statement.confirm_part_named' : 'modules.statement.confirm_named',
                namedOf(entry, words),
              )}
              {...waiting(acts.busy, onConfirm)}
            >
              {t(isPart ? 'modules.statement.confirm_part' : 'modules.statement.confirm')}
            </Button>
          )}
          <OtherButton entry={entry} isOther={isOther} onToggle={setIsOther} />
        </>
      }
    >
      <Proposed {...{ entry, proposal, acts, isOther }} />
    </EntryLine>
  );
}

/** The id of the button that confirms a transfer. */
export const confirmId = (entryId: string): string => `confirm-${entryId}`;

function Proposed({ entry, proposal, acts, isOther }: LineProps & { isOther: boolean }) {
  if (isOther)
    return (
      <PaymentSearch
        entry={entry}
        busy={acts.busy}
        autoFocus
        onPay={(payment) => void acts.pay(entry, payment)}
      />
    );
  const alike = proposal.reason === 'name' || proposal.reason === 'several' ? entry.payer_name : '';
  return proposal.payments.map((payment) => (
    <PaidLine key={payment.payment_id} payment={payment} currency={entry.currency} alike={alike} />
  ));
}

/** For a transfer that was matched by mistake. */
function NoPayment({ entry, acts }: { entry: MatchedEntry; acts: BookingActs }) {
  const words = useI18n();
  return (
    <Button
      variant="subtle"
      aria-label={words.t('modules.statement.not_a_payment_named', namedOf(entry, words))}
      {...waiting(acts.busy, () => void acts.setAside(entry, 'other'))}
    >
      {words.t('modules.statement.not_a_payment')}
    </Button>
  );
}

type OtherProps = { entry: MatchedEntry; isOther: boolean; onToggle: (isOther: boolean) => void };

function OtherButton({ entry, isOther, onToggle }: OtherProps) {
  const words = useI18n();
  return (
    <Button
      variant="subtle"
      aria-expanded={isOther}
      aria-label={words.t('modules.statement.other_named', namedOf(entry, words))}
      onClick={() => onToggle(!isOther)}
    >
      {words.t('modules.statement.other')}
    </Button>
  );
}
