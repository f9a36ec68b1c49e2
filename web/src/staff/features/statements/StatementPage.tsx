import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCopy,
  IconFileCheck,
  IconSearch,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatDateTime, formatMoney, formatPeriod } from '@vpisnik/contract/rules/format';
import { centsOf } from '@vpisnik/contract/rules/money';
import type { MatchedEntry, MatchProposal, StatementDetail } from '@vpisnik/contract/statements';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { focusHeading } from '../../../ui/focus-heading.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { FloatingBar } from '../../../ui/table/FloatingBar.tsx';
import { StepList } from '../imports/Steps.tsx';
import { Block } from './Block.tsx';
import { sumOf, writtenIban } from './entry-words.ts';
import { confirmId, ProbableLine, SureLine } from './MatchedLines.tsx';
import { statementQuery } from './queries.ts';
import { Report } from './Report.tsx';
import { AlikeLine, AsideLine, BookedLine } from './SettledLines.tsx';
import classes from './statements.module.css';
import { UndoImport } from './UndoImport.tsx';
import { useBooking } from './use-booking.ts';
import { WaitingLine } from './WaitingLine.tsx';

/** One import: which payments its transfers pay, confirmed by people, and what became of the money. */
export function StatementPage({ id }: { id: string }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(statementQuery(useApi(), id));
  return (
    <>
      <PageHeader
        title={t('modules.statement.import_title')}
        back={{ to: '/payments/statements', label: t('modules.statement.title') }}
        fact={data && <Stand statement={data} />}
        actions={data && data.undone_at === null && <UndoImport statement={data} />}
      />
      {data ? (
        <Whole statement={data} />
      ) : error ? (
        <QueryFailed error={error} onRetry={refetch} />
      ) : (
        <Pending rows={6} />
      )}
    </>
  );
}

/** Whether anything is booked already. */
function Stand({ statement }: { statement: StatementDetail }) {
  const { t } = useI18n();
  const { entry_count: all, waiting_count, paid, undone_at } = statement;
  const count = all - waiting_count;
  if (undone_at !== null || waiting_count === 0) return null;
  if (count > 0) return t('modules.statement.settled', { count, all });
  return centsOf(paid) === 0n ? t('modules.statement.nothing_yet') : null;
}

type Proposed = { entry: MatchedEntry; proposal: MatchProposal };

/** Transfers by the act they need. */
function sorted(entries: readonly MatchedEntry[]) {
  const proposed = entries.flatMap((entry): Proposed[] =>
    entry.proposal ? [{ entry, proposal: entry.proposal }] : [],
  );
  const isWaiting = ({ aside, rest }: MatchedEntry) => aside === null && centsOf(rest) > 0n;
  return {
    sure: proposed.filter(({ proposal }) => proposal.certainty === 'sure'),
    probable: proposed.filter(({ proposal }) => proposal.certainty === 'probable'),
    none: entries.filter((entry) => isWaiting(entry) && entry.proposal === null),
    booked: entries.filter(({ aside, rest }) => aside === null && centsOf(rest) === 0n),
    aside: entries.filter(({ aside }) => aside !== null),
  };
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

function Whole({ statement }: { statement: StatementDetail }) {
  const { t } = useI18n();
  const acts = useBooking();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { sure, probable, none, booked, aside } = sorted(statement.entries);
  const chosen = sure.filter(({ entry }) => !left.has(entry.id));
  const steps = (['file', 'match', 'report'] as const).map((step) => t(`modules.statement.steps.${step}`));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const confirmOne = async (entry: MatchedEntry) => {
    const at = probable.findIndex((one) => one.entry.id === entry.id);
    const next = probable[at + 1] ?? probable[at - 1];
    if (!(await acts.confirm(statement.id, [entry]))) return;
    const button = next && document.getElementById(confirmId(next.entry.id));
    if (button) button.focus();
    else focusHeading();
  };
  const takeOne = async (key: string) => {
    if (await acts.take(statement.id, key)) focusHeading();
  };
  const confirmAll = async () => {
    if (
      await acts.confirm(
        statement.id,
        chosen.map(({ entry }) => entry),
      )
    )
      focusHeading();
  };
  return (
    <>
      {statement.undone_at === null && (
        <StepList
          label={t('modules.statement.steps.label')}
          names={steps}
          current={statement.waiting_count > 0 ? 2 : 3}
        />
      )}
      <div className={classes.page}>
        <FileCard statement={statement} />
        {sure.length > 0 && (
          <Block
            id="statement-sure"
            icon={<IconCircleCheck {...icon} className={classes.good ?? ''} />}
            title={t('modules.statement.sure.title')}
            text={t('modules.statement.sure.text')}
            rows={sure}
          >
            {({ entry, proposal }) => (
              <SureLine
                key={entry.id}
                {...{ entry, proposal, acts }}
                isChosen={!left.has(entry.id)}
                onChoose={(isChosen) => choose(entry.id, isChosen)}
              />
            )}
          </Block>
        )}
        {probable.length > 0 && (
          <Block
            id="statement-probable"
            icon={<IconAlertTriangle {...icon} className={classes.warn ?? ''} />}
            title={t('modules.statement.probable.title')}
            text={t('modules.statement.probable.text')}
            rows={probable}
          >
            {({ entry, proposal }) => (
              <ProbableLine
                key={entry.id}
                {...{ entry, proposal, acts }}
                onConfirm={() => void confirmOne(entry)}
              />
            )}
          </Block>
        )}
        {none.length > 0 && (
          <Block
            id="statement-none"
            icon={<IconSearch {...icon} />}
            title={t('modules.statement.none.title')}
            text={t('modules.statement.none.text')}
            rows={none}
          >
            {(entry) => <WaitingLine key={entry.id} entry={entry} acts={acts} onDone={focusHeading} />}
          </Block>
        )}
        {statement.alike.length > 0 && (
          <Block
            id="statement-alike"
            icon={<IconCopy {...icon} />}
            title={t('modules.statement.alike.title')}
            text={t('modules.statement.alike.text')}
            rows={statement.alike}
          >
            {(entry) => (
              <AlikeLine
                key={entry.key}
                entry={entry}
                busy={acts.busy}
                onTake={() => void takeOne(entry.key)}
              />
            )}
          </Block>
        )}
        <Report statement={statement} />
        {booked.length > 0 && (
          <Block id="statement-booked" title={t('modules.statement.booked.title')} rows={booked}>
            {(entry) => <BookedLine key={entry.id} entry={entry} />}
          </Block>
        )}
        {aside.length > 0 && (
          <Block id="statement-aside" title={t('modules.statement.aside.title')} rows={aside}>
            {(entry) => <AsideLine key={entry.id} entry={entry} acts={acts} />}
          </Block>
        )}
      </div>
      {sure.length > 0 && (
        <ConfirmBar
          chosen={chosen}
          all={statement.waiting_count}
          currency={statement.currency}
          busy={acts.busy}
          onConfirm={() => void confirmAll()}
        />
      )}
    </>
  );
}

function FileCard({ statement }: { statement: StatementDetail }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { known_at, known_count, reversal_count, pending_count, unread_count, undone_at } = statement;
  const at = (instant: string) => formatDateTime(instant, { locale, timeZone });
  return (
    <section className={classes.card}>
      <div className={classes.file}>
        <span>
          <IconFileCheck {...icon} />
          {statement.file_name}
        </span>
        <span>{writtenIban(statement.account)}</span>
        <span>{formatPeriod(statement.from_date, statement.to_date, locale)}</span>
        <b>
          {t('modules.statement.incoming', {
            count: statement.entry_count,
            total: formatMoney(statement.total, statement.currency, locale),
          })}
        </b>
        <Link to="/payments/statements">{t('modules.statement.file.another')}</Link>
      </div>
      {known_count > 0 && (
        <p className={classes.said}>
          {known_at === null
            ? t('modules.statement.repeated', { count: known_count })
            : t('modules.statement.known', { count: known_count, day: at(known_at) })}
        </p>
      )}
      {reversal_count > 0 && (
        <p className={classes.said}>{t('modules.statement.reversals', { count: reversal_count })}</p>
      )}
      {unread_count > 0 && (
        <p className={classes.said}>{t('modules.statement.unread', { count: unread_count })}</p>
      )}
      {pending_count > 0 && (
        <p className={classes.said}>{t('modules.statement.pending', { count: pending_count })}</p>
      )}
      {undone_at !== null && (
        <p className={classes.said}>
          {t('modules.statement.undone_file')} {t('modules.statement.undone_at', { at: at(undone_at) })}
        </p>
      )}
    </section>
  );
}

type ConfirmBarProps = {
  chosen: readonly Proposed[];
  all: number;
  currency: string;
  busy: boolean;
  onConfirm: () => void;
};

/** Confirms all that is ticked at once, or leaves it for another time: it is kept as it is. */
function ConfirmBar({ chosen, all, currency, busy, onConfirm }: ConfirmBarProps) {
  const { t, locale } = useI18n();
  const navigate = useNavigate();
  const count = chosen.length;
  const label = t('modules.statement.chosen', { count, all });
  return (
    <FloatingBar label={label}>
      <b>{label}</b>
      <span data-wide className={classes.sum}>
        {formatMoney(sumOf(chosen.map(({ entry }) => entry.amount)), currency, locale)}
      </span>
      <span className={classes.gap} />
      <Button data-wide onClick={() => void navigate({ to: '/payments/statements' })}>
        {t('modules.statement.later')}
      </Button>
      <Button
        data-on
        leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
        disabled={count === 0}
        {...waiting(busy, onConfirm)}
      >
        {t('modules.statement.confirm_all', { count })}
      </Button>
    </FloatingBar>
  );
}
