import { useQueryClient } from '@tanstack/react-query';
import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { useApi } from '../../../../lib/api.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { rememberJob } from './queries.ts';
import { bulkStore } from './store.ts';

/** Downloads the file that a job has made, which is then no longer watched; one that can't be had is told, and stays. */
export function useFetchFile() {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  return async ({ id }: Pick<BulkJob, 'id'>): Promise<void> => {
    try {
      const file = await api.exports.file({ params: { id } });
      saveFile(file, file.name);
      bulkStore.close(id);
      notify({ message: 'modules.export.done', values: { name: file.name } });
    } catch (error) {
      notifyFailure(error, t, 'errors.general.download_xlsx');
      // perhaps its time is over
      const job = await api.bulk_jobs.get({ params: { id } }).catch(() => undefined);
      if (job) rememberJob(queryClient, api, job);
    }
  };
}
