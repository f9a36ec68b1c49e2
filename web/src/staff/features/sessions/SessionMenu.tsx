import { useQuery } from '@tanstack/react-query';
import type { Session } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { type MenuButton, OpenedMenu } from '../../../ui/table/MenuOnDemand.tsx';
import { SkeletonRows } from '../../../ui/table/SkeletonRows.tsx';
import { locationsQuery } from './queries.ts';
import { SessionItems } from './SessionItems.tsx';
import { useTaskSheet } from './TaskSheet.tsx';

type SessionMenuProps = { session: Session; button: MenuButton };

/** The open menu of a session in a calendar, with the sheet of what was chosen. */
export function SessionMenu({ session, button }: SessionMenuProps) {
  const { t } = useI18n();
  const api = useApi();
  const group = useQuery(api.groups.get.options({ params: { id: session.group_id } }));
  const locations = useQuery(locationsQuery(api));
  const failed = [group, locations].filter(({ isError, data }) => isError && !data);
  const { setTask, sheet } = useTaskSheet(
    group.data && locations.data ? { group: group.data, locations: locations.data.results } : null,
    failed[0] ? (
      <QueryFailed
        error={failed[0].error}
        onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    ) : (
      <div role="status" aria-label={t('ui.list.loading')}>
        <SkeletonRows />
      </div>
    ),
  );
  return (
    <>
      <OpenedMenu button={button} position="bottom-end">
        <SessionItems session={session} onTask={setTask} />
      </OpenedMenu>
      {sheet}
    </>
  );
}
