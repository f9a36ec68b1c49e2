import { Button } from '@mantine/core';
import { IconTrashX } from '@tabler/icons-react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useMay } from '../../../permission/Permission.tsx';
import classes from './editor.module.css';

/** Says that the group was deleted while it was edited; with `groups.manage`, offers to save the form as a new group. */
export function GoneNotice({ onSave, saving }: { onSave: () => void; saving: boolean }) {
  const { t } = useI18n();
  const mayMake = useMay('groups.manage');
  return (
    <div className={classes.restored} role="alert">
      <IconTrashX size={18} stroke={1.75} aria-hidden />
      <p>{t(mayMake ? 'modules.group_tools.gone.text' : 'modules.group_tools.gone.text_only')}</p>
      {mayMake && (
        <div>
          <Button {...waiting(saving, onSave)}>{t('modules.group_tools.gone.save')}</Button>
        </div>
      )}
    </div>
  );
}
