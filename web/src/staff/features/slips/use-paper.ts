import { useMutation } from '@tanstack/react-query';
import { ApiError, type SentFile } from '@vpisnik/contract/kit';
import { saveFile } from '../../../lib/save-file.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';

/** Downloads payment data on paper. */
export function usePaper(fetchPaper: () => Promise<SentFile>) {
  const { t } = useI18n();
  const { mutate, isPending } = useMutation({
    mutationFn: fetchPaper,
    onSuccess: (file) => {
      saveFile(file, file.name);
      notify({ message: 'modules.slip.paper_done', act: 'modules.slip.paper_failed' });
    },
    onError: (error) => {
      const isNothingOpen = error instanceof ApiError && error.code === 'conflict';
      if (isNothingOpen) notify({ message: 'modules.slip.none_open', color: 'warning' });
      else notifyFailure(error, t, 'modules.slip.paper_failed');
    },
  });
  return { download: () => mutate(), isPending };
}
