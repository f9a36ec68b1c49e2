import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { use, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { Tip } from '../../../../ui/Tip.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import type { ParticipantsSearch } from '../address.ts';
import { type Chosen, filterOf } from '../choosing/chosen.ts';
import { wireOf } from '../choosing/wire.ts';
import { ListPlace } from '../list/list-place.ts';

const ExportDialog = onDemand(async () => (await import('./ExportDialog.tsx')).ExportDialog);

type ExportAllProps = {
  search: ParticipantsSearch;
  /** Ids of the columns on the screen. */
  columns: readonly string[];
  last: { total?: number | undefined; as_of?: string | undefined } | undefined;
};

/** Exports all that match the filter of a list. */
export function ExportAll({ search, columns, last }: ExportAllProps) {
  const { t } = useI18n();
  const groupId = use(ListPlace);
  const may = useMay('participants.manage');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { total = 0, as_of } = last ?? {};
  if (!may) return null;
  const label = t('modules.participant.list.export');
  return (
    <>
      <Tip label={label}>
        <ActionIcon
          aria-label={label}
          disabled={total === 0 || as_of === undefined}
          onClick={() => setChosen({ kind: 'all', except: new Set(), total, asOf: as_of ?? '' })}
        >
          <IconDownload size={18} stroke={1.75} />
        </ActionIcon>
      </Tip>
      {chosen && (
        <ExportDialog
          selection={wireOf(chosen, filterOf(search, groupId))}
          count={total}
          search={search}
          groupId={groupId}
          columns={columns}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
