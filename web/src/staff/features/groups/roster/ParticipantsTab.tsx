import { lazy, Suspense } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { SkeletonRows } from '../../../../ui/table/SkeletonRows.tsx';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';

// Much code for one tab of four.
const Roster = lazy(async () => ({
  default: (await import('../../participants/list/GroupRoster.tsx')).GroupRoster,
}));

/** The group's own roster. */
export function ParticipantsTab() {
  const { t } = useI18n();
  const { group } = useEditor();
  if (!group) return <p className={classes.notice}>{t('modules.group.editor.save_first')}</p>;
  return (
    <div className={classes.roster}>
      <Suspense
        fallback={
          <div role="status" aria-label={t('ui.list.loading')}>
            <SkeletonRows />
          </div>
        }
      >
        <Roster group={group} />
      </Suspense>
    </div>
  );
}
