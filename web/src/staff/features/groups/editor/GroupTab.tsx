import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';
import { FeesTab, Messages, Payments, Roster } from './parts.tsx';

const tabs = { fees: FeesTab, participants: Roster, payments: Payments, messages: Messages };

/** A tab about a group that stands, with calls of its own: its price, its roster, its payments, or messages to its people. */
export function GroupTab({ tab }: { tab: keyof typeof tabs }) {
  const { t } = useI18n();
  const { group } = useEditor();
  if (!group) return <p className={classes.notice}>{t('modules.group.editor.save_first')}</p>;
  const Tab = tabs[tab];
  return (
    <div className={classes.roster}>
      <Tab group={group} />
    </div>
  );
}
