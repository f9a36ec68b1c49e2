import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notifyFailure } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import type { ActivitySearch } from './address.ts';

/** Exports the filtered log as a file for spreadsheets. */
export function ExportButton({ filters }: { filters: ActivitySearch }) {
  const { t } = useI18n();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveCsv(await api.activity.export({ query: filters }), t('modules.activity.file'));
    } catch (error) {
      notifyFailure(error, t, 'errors.general.download_csv');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />} {...waiting(busy, download)}>
      {t('modules.activity.export')}
    </Button>
  );
}
