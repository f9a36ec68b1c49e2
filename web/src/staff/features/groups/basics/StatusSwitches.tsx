import { Switch } from '@mantine/core';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useMay } from '../../../permission/Permission.tsx';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';
import { type StatusChange, useGroupStatus } from '../use-group-status.ts';

/** Publication and applications: two switches that act at once, outside the form. */
export function StatusSwitches() {
  const { t } = useI18n();
  const { group, form, refuse } = useEditor();
  const { change, busy } = useGroupStatus();
  const mayManage = useMay('groups.manage');
  if (!group) return <p className={classes.hint}>{t('modules.group.switches.after_save')}</p>;
  // a switch that were disabled meanwhile would lose the focus
  const set = (status: StatusChange) =>
    busy || change(group, status, { onDone: form.receive, onIncomplete: refuse });
  const hint = (text: string) => (mayManage ? `${text} ${t('modules.group.switches.at_once')}` : text);
  return (
    <div className={classes.switches}>
      <Switch
        label={t('modules.group.switches.active')}
        // Mantine's label would include the description, which screen readers announce separately.
        aria-label={t('modules.group.switches.active')}
        description={hint(t('modules.group.switches.active_hint'))}
        checked={group.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
        disabled={!mayManage}
      />
      <Switch
        label={t('modules.group.switches.accept')}
        aria-label={t('modules.group.switches.accept')}
        description={hint(t('modules.group.switches.accept_hint'))}
        checked={group.accept_applications}
        onChange={(event) => set({ accept_applications: event.currentTarget.checked })}
        disabled={!mayManage}
      />
    </div>
  );
}
