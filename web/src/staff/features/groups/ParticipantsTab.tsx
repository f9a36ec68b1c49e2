import { type ComponentType, lazy, Suspense } from 'react';
import { useI18n } from '../../../lib/i18n.ts';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';

type RosterProps = { groupId: string };

const [load] = Object.values(
  import.meta.glob<{ GroupRoster: ComponentType<RosterProps> }>('../participants/GroupRoster.tsx'),
);
const Roster = load && lazy(async () => ({ default: (await load()).GroupRoster }));

/** The group's own roster. */
export function ParticipantsTab() {
  const { t } = useI18n();
  const { group } = useEditor();
  if (!group) return <p className={classes.notice}>{t('modules.group.editor.save_first')}</p>;
  if (!Roster) return <p className={classes.notice}>{t('modules.group.editor.roster_missing')}</p>;
  return (
    <div className={classes.roster}>
      <Suspense fallback={<SkeletonRows />}>
        <Roster groupId={group.id} />
      </Suspense>
    </div>
  );
}
