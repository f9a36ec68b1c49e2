import { ActionIcon } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { Tip } from '../../../../ui/Tip.tsx';

const RecentJobs = onDemand(async () => (await import('../bulk/RecentJobs.tsx')).RecentJobs);

/** Opens what was done to many lately, to look at it or to take it back. */
export function RecentWork() {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const label = t('modules.payment_list.recent');
  return (
    <>
      <Tip label={label}>
        <ActionIcon aria-label={label} onClick={() => setOpen(true)}>
          <IconHistory size={18} stroke={1.75} />
        </ActionIcon>
      </Tip>
      {isOpen && <RecentJobs onClose={() => setOpen(false)} />}
    </>
  );
}
