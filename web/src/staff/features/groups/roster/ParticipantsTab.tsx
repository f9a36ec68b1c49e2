import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';
import { Roster } from '../editor/parts.tsx';

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
