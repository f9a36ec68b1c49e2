import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { SkeletonRows } from '../../../../ui/table/SkeletonRows.tsx';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';

// much code for one tab of five
const Roster = onDemand(
  async () => (await import('../../participants/list/GroupRoster.tsx')).GroupRoster,
  RosterPending,
);

/** The group's own roster. */
export function ParticipantsTab() {
  const { t } = useI18n();
  const { group } = useEditor();
  if (!group) return <p className={classes.notice}>{t('modules.group.editor.save_first')}</p>;
  return (
    <div className={classes.roster}>
      <Roster group={group} />
    </div>
  );
}

function RosterPending() {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t('ui.list.loading')}>
      <SkeletonRows />
    </div>
  );
}
