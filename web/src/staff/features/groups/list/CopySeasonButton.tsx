import { Button } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Permission } from '../../../permission/Permission.tsx';

// Opened once a year, from a list that is opened every day.
const CopySeason = lazy(async () => ({ default: (await import('./CopySeason.tsx')).CopySeason }));

/** The way to the groups of the next season. */
export function CopySeasonButton() {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <Permission role="groups.manage" action="hide">
      <Button
        leftSection={<IconCopyPlus size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('modules.group_tools.seasons.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <CopySeason onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Permission>
  );
}
