import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';
import { FeesTab, Roster } from './parts.tsx';

/** A tab about a group that stands, with calls of its own: its price, or its roster. */
export function GroupTab({ tab }: { tab: 'fees' | 'participants' }) {
  const { t } = useI18n();
  const { group } = useEditor();
  if (!group) return <p className={classes.notice}>{t('modules.group.editor.save_first')}</p>;
  return (
    <div className={classes.roster}>
      {tab === 'fees' ? <FeesTab group={group} /> : <Roster group={group} />}
    </div>
  );
}
