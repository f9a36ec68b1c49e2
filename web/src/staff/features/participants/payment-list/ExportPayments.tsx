import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ExportFormat, exportFormats, exportLimits } from '@vpisnik/contract/rules/exports';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { Tip } from '../../../../ui/Tip.tsx';
import { usePaper } from '../../slips/use-paper.ts';
import { rememberJob } from '../bulk/queries.ts';
import { bulkStore } from '../bulk/store.ts';
import { filtersOf, type PaymentsSearch } from './address.ts';

type ExportPaymentsProps = {
  search: PaymentsSearch;
  groupId: string | null;
  /** Undefined while loading. */
  count: number | undefined;
};

/** Exports all payments that match the filter of a list, as a file for spreadsheets; of a group also its payment data. */
export function ExportPayments({ search, groupId, count = 0 }: ExportPaymentsProps) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const { payment_exports, slips } = api;
  const paper = usePaper(() => slips.ofGroup({ params: { id: groupId ?? '' } }));
  const [isBusy, setBusy] = useState(false);
  const label = t('modules.payment_list.export.open');
  const run = async (format: ExportFormat) => {
    if (isBusy) return;
    const act = format === 'csv' ? 'errors.general.download_csv' : 'errors.general.download_xlsx';
    setBusy(true);
    try {
      const query = {
        ...filtersOf(search),
        ...(groupId !== null && { group_id: [groupId] }),
        ...(search.sort && { sort: search.sort }),
      };
      if (format === 'xlsx' && count > exportLimits.workbook) {
        const { sort, ...filter } = query;
        const job = await payment_exports.start({ body: { filter, ...(sort && { sort }) } });
        rememberJob(queryClient, api, job);
        bulkStore.watch(job.id);
        return;
      }
      const file = await payment_exports[format]({ query });
      saveFile(file, file.name);
      const message = t('modules.payment_list.export.done', { name: file.name });
      notify({ translate: false, message, act });
    } catch (error) {
      notifyFailure(error, t, act);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      {/* around the target, which tells the button to open the menu */}
      <Tip label={label}>
        <Menu.Target>
          <ActionIcon
            aria-label={label}
            disabled={count === 0 && groupId === null}
            {...waiting(isBusy || paper.isPending)}
          >
            <IconDownload size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
      </Tip>
      <Menu.Dropdown>
        {exportFormats.toReversed().map((format) => (
          <Menu.Item key={format} disabled={count === 0} onClick={() => void run(format)}>
            {t(`modules.payment_list.export.${format}`)}
          </Menu.Item>
        ))}
        {groupId !== null && (
          <Menu.Item onClick={paper.download}>{t('modules.slip.paper_of_group')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
