import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useMay } from '../../../permission/Permission.tsx';

/** The way to the import of participants, into one group or into several. */
export function ImportPeopleLink({ groupId }: { groupId?: string }) {
  const { t } = useI18n();
  if (!useMay('participants.manage')) return null;
  return (
    <Button
      leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => (
        <Link
          to="/imports/$kind"
          params={{ kind: 'participants' }}
          search={groupId ? { group: groupId } : {}}
          {...props}
        />
      )}
    >
      {t('layout.titles.import')}
    </Button>
  );
}
