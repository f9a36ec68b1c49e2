import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Input } from '@vpisnik/contract/kit';
import type { SessionAudience } from '@vpisnik/contract/session-notices';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';

/**
 * Whom a change concerns: a group's people, those of all groups that meet between two days, or those whose dates other
 * holidays or school breaks would change.
 */
export type Concerned = Pick<
  NonNullable<Input<typeof contract.session_notices.audience>['query']>,
  'group_id' | 'from' | 'to' | 'public_holidays' | 'school_breaks'
>;

export type PeopleChoiceProps = {
  about: Concerned;
  email_type?: 'session_changed' | 'group_cancelled';
  checked: boolean;
  /** Ticked by itself once it is known that there are people, but not that a group is cancelled: it may be over. */
  onChange: (checked: boolean) => void;
};

/** The choice to tell people, with how many they are; a sentence where there is nobody to tell. */
export function PeopleChoice({
  about,
  email_type = 'session_changed',
  checked,
  onChange,
}: PeopleChoiceProps) {
  const { t } = useI18n();
  const api = useApi();
  const audience = useQuery({
    ...api.session_notices.audience.options({ query: { ...about, email_type } }),
    staleTime: 0,
  });
  const known = audience.data;
  const isAnybody = known !== undefined && known.participants + known.leaders > 0;
  const proposed = useRef(false);
  useEffect(() => {
    if (!isAnybody || proposed.current || email_type !== 'session_changed') return;
    proposed.current = true;
    onChange(true);
  }, [isAnybody, email_type, onChange]);
  if (known && !isAnybody)
    return (
      <p role="status">
        {t(known.turned_off > 0 ? 'modules.session_notice.turned_off' : 'modules.session_notice.nobody')}
      </p>
    );
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      disabled={!known && !audience.isError}
      label={t(`modules.session_notice.tell.${email_type}`)}
      description={<Counts audience={known} what={t(`modules.session_notice.what.${email_type}`)} />}
    />
  );
}

/** How many people are told, and whom no mail can reach. */
function Counts({ audience, what }: { audience: SessionAudience | undefined; what: string }) {
  const { t } = useI18n();
  if (!audience) return what;
  const { participants, leaders, without_email } = audience;
  return (
    <>
      {[
        t('modules.session_notice.participants', { count: participants }),
        t('modules.session_notice.leaders', { count: leaders }),
        ...(without_email > 0 ? [t('modules.session_notice.without_email', { number: without_email })] : []),
      ].join(', ')}
      {`. ${what}`}
    </>
  );
}
