import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconDots, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { Tip } from '../../../../ui/Tip.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { ManageItems } from '../list/ParticipantRowMenu.tsx';
import { participantQuery } from '../queries.ts';
import { Jumps } from './Jumps.tsx';
import { ParticipantDetail } from './ParticipantDetail.tsx';
import classes from './panel.module.css';
import { useReviewKeys } from './use-review-keys.ts';

type ParticipantPanelProps = {
  id: string;
  previous: string | undefined;
  next: string | undefined;
  /** Where they stand in the list. */
  place: { position: number; count: number } | undefined;
  onGo: (id: string) => void;
  onClose: () => void;
};

const icon = { size: 18, stroke: 1.75 } as const;

/** One participant with the way to the one before and after. */
export function ParticipantPanel({ id, previous, next, place, onGo, onClose }: ParticipantPanelProps) {
  const { t } = useI18n();
  const participant = useQuery(participantQuery(useApi(), id));
  const mayManage = useMay('participants.manage');
  const { data } = participant;
  const goPrevious = previous === undefined ? undefined : () => onGo(previous);
  const goNext = next === undefined ? undefined : () => onGo(next);
  const head = useRef<HTMLDivElement>(null);
  const { error } = participant;
  const mergedInto = error instanceof ApiError ? error.problem?.merged_into : undefined;
  const go = useEffectEvent(onGo);
  // a link of before the merge leads on
  useEffect(() => {
    if (mergedInto) go(mergedInto);
  }, [mergedInto]);
  useReviewKeys({ onPrevious: goPrevious, onNext: goNext }, head);
  // the tip of a button would take Escape for itself
  const closeWithTips = (event: KeyboardEvent<HTMLElement>) =>
    closeOnOwnEscape(() => {
      event.stopPropagation();
      onClose();
    })(event);
  return (
    <>
      <div className={classes.head} ref={head} onKeyDownCapture={closeWithTips}>
        <div className={classes.title}>
          <h2 tabIndex={-1} data-autofocus>
            {data?.name ?? t('modules.participant.detail.title')}
          </h2>
          {place && <span className={classes.place}>{t('modules.participant.detail.place', place)}</span>}
          <Tool name={t('modules.participant.detail.previous')} onClick={goPrevious}>
            <IconChevronUp {...icon} />
          </Tool>
          <Tool name={t('modules.participant.detail.next')} onClick={goNext}>
            <IconChevronDown {...icon} />
          </Tool>
          {mayManage && data && (
            <Menu>
              <Menu.Target>
                <ActionIcon aria-label={t('modules.participant.actions.more')}>
                  <IconDots {...icon} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <ManageItems participant={data} />
              </Menu.Dropdown>
            </Menu>
          )}
          <Tool name={t('modules.participant.detail.close')} onClick={onClose}>
            <IconX {...icon} />
          </Tool>
        </div>
        {data && <Jumps key={data.id} participant={data} />}
      </div>
      {data ? (
        <ParticipantDetail key={data.id} participant={data} onNext={goNext} />
      ) : participant.isError && !mergedInto ? (
        <div className={classes.failed}>
          <PartFailed error={participant.error} onRetry={participant.refetch} />
        </div>
      ) : (
        <Pending rows={4} />
      )}
    </>
  );
}

type ToolProps = { name: string; onClick: (() => void) | undefined; children: ReactNode };

/** Tool button; without `onClick` it is disabled but keeps its place and focus. */
function Tool({ name, onClick, children }: ToolProps) {
  return (
    <Tip label={name}>
      <ActionIcon
        aria-label={name}
        onClick={() => onClick?.()}
        {...(!onClick && { 'aria-disabled': true, 'data-disabled': true })}
      >
        {children}
      </ActionIcon>
    </Tip>
  );
}
