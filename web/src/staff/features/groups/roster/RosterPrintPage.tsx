import { Button, Checkbox, Radio, Group as Row } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Group, groupName } from '@vpisnik/contract/groups';
import { type ParticipantSummary, participantStatuses } from '@vpisnik/contract/participants';
import { addDays } from '@vpisnik/contract/rules/dates';
import { inZone } from '@vpisnik/contract/rules/format';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { numberOf, type WholeNumber } from '../../../../lib/form/whole-number.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { SkeletonRows } from '../../../../ui/notice/SkeletonRows.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { wholeRosterQuery } from '../../participants/queries.ts';
import { editedGroupQuery } from '../queries.ts';
import {
  comingStatuses,
  mostBoxes,
  type PaperKind,
  paperKinds,
  parsePrintSearch,
  signedBoxes,
} from './address.ts';
import { Badges } from './Badges.tsx';
import { PhoneList } from './PhoneList.tsx';
import { type Meeting, PrintedRoster } from './PrintedRoster.tsx';
import classes from './roster-print.module.css';
import { SignInSheet } from './SignInSheet.tsx';

/** As many as one call answers. */
const daysAhead = 61;

const route = getRouteApi('/_app/groups/$group_id_/roster');

/** A group's facts and participants for printing; statuses and boxes are in the address. */
export function RosterPrintPage() {
  const { group_id: id } = route.useParams();
  const { t, locale } = useI18n();
  const api = useApi();
  const { address, go } = useAddress(parsePrintSearch);
  const statuses = address.status ?? comingStatuses;
  const group = useQuery(editedGroupQuery(api, id));
  const people = useQuery(wholeRosterQuery(api, id, statuses));
  const { kind = 'roster' } = address;
  const boxes = address.boxes ?? (kind === 'sign_in' ? signedBoxes : 0);
  const hasBoxes = kind === 'roster' || kind === 'sign_in';
  const coming = useComing(group.data, hasBoxes && address.days !== 'empty' ? boxes : 0);
  const error = group.error ?? people.error;
  const toggle = (status: (typeof participantStatuses)[number]) => {
    const next = participantStatuses.filter((one) => statuses.includes(one) !== (one === status));
    if (next.length > 0) go({ status: next });
  };
  return (
    <>
      <div className={classes.screen}>
        <PageHeader
          title={t('modules.group_tools.print.title')}
          back={{
            to: '/groups/$group_id',
            params: { group_id: id },
            search: { tab: 'participants' },
            label: group.data ? groupName(group.data, locale) : t('modules.group.groups'),
          }}
          actions={
            <Button
              variant="filled"
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
              disabled={!group.data || !people.data}
            >
              {t('modules.group_tools.print.print')}
            </Button>
          }
        />
        <Radio.Group
          className={classes.kinds}
          label={t('modules.group_tools.print.kind')}
          value={kind}
          onChange={(one) =>
            go({ kind: one === 'roster' ? undefined : (one as PaperKind), boxes: undefined })
          }
        >
          <Row gap="6px 20px" mt={6}>
            {paperKinds.map((one) => (
              <Radio key={one} value={one} label={t(`modules.group_tools.print.kinds.${one}`)} />
            ))}
          </Row>
        </Radio.Group>
        <div className={classes.choices}>
          <fieldset>
            <legend>{t('modules.group_tools.print.statuses')}</legend>
            {participantStatuses.map((status) => (
              <Checkbox
                key={status}
                label={t(`modules.participant.status.${status}`)}
                checked={statuses.includes(status)}
                onChange={() => toggle(status)}
              />
            ))}
          </fieldset>
          {hasBoxes && (
            <Boxes key={kind} boxes={boxes} onChange={(next) => go({ boxes: next || undefined })} />
          )}
          {kind === 'sign_in' && (
            <Checkbox
              label={t('modules.group_tools.print.empty_days')}
              checked={address.days === 'empty'}
              onChange={(event) => go({ days: event.currentTarget.checked ? 'empty' : undefined })}
            />
          )}
        </div>
      </div>
      {error ? (
        <QueryFailed
          error={error}
          onRetry={() => {
            void group.refetch();
            void people.refetch();
          }}
        />
      ) : group.data && people.data ? (
        <Paper
          kind={kind}
          group={group.data}
          people={people.data.results}
          asOf={new Date(Math.min(group.dataUpdatedAt, people.dataUpdatedAt)).toISOString()}
          boxes={boxes}
          coming={coming}
        />
      ) : (
        <div role="status" aria-label={t('modules.group_tools.print.loading')}>
          <SkeletonRows />
        </div>
      )}
    </>
  );
}

type PaperProps = {
  kind: PaperKind;
  group: Group;
  people: readonly ParticipantSummary[];
  asOf: string;
  boxes: number;
  coming: readonly Meeting[];
};

function Paper({ kind, group, people, ...its }: PaperProps) {
  if (kind === 'phones') return <PhoneList group={group} people={people} asOf={its.asOf} />;
  if (kind === 'sign_in') return <SignInSheet group={group} people={people} {...its} />;
  if (kind === 'badges') return <Badges group={group} people={people} />;
  return <PrintedRoster group={group} people={people} {...its} />;
}

/**
 * When the group meets next, as often as there are boxes; the heads stay empty where that is not known. Before its first day
 * something may have been added.
 */
function useComing(group: Group | undefined, boxes: number): Meeting[] {
  const api = useApi();
  const today = inZone(new Date(), useTimeZone()).day;
  const next = addDays(today, daysAhead + 1);
  const first = group?.start_date ?? today;
  const starts = first > today ? [today, first > next ? first : next] : [today];
  const coming = useQueries({
    queries: starts.map((from) => ({
      ...api.sessions.list.options({
        query: { from, to: addDays(from, daysAhead), group_id: group?.id ?? '' },
      }),
      enabled: boxes > 0 && Boolean(group),
    })),
  });
  const at = ({ date, start_time }: Meeting) => `${date} ${start_time}`;
  // the later ones alone would be taken for the next
  return (coming.every(({ data }) => data) ? coming : [])
    .flatMap(({ data }) => data?.results ?? [])
    .filter(goesAhead)
    .toSorted((a, b) => at(a).localeCompare(at(b)))
    .slice(0, boxes);
}

/** Number of empty boxes per participant; keeps a refused number in the field. */
function Boxes({ boxes, onChange }: { boxes: number; onChange: (boxes: number) => void }) {
  const { t } = useI18n();
  const [refused, setRefused] = useState<WholeNumber>(null);
  const number = numberOf(refused);
  return (
    <WholeNumberField
      label={t('modules.group_tools.print.boxes')}
      description={t('modules.group_tools.print.boxes_hint')}
      value={refused ?? boxes}
      onChange={(value) => {
        const fits = value === null || (typeof value === 'number' && value >= 0 && value <= mostBoxes);
        setRefused(fits ? null : value);
        if (fits) onChange(numberOf(value) ?? 0);
      }}
      error={
        number !== null &&
        t(number < 0 ? 'errors.fields.too_small' : 'errors.fields.too_big', { min: 0, max: mostBoxes })
      }
    />
  );
}
