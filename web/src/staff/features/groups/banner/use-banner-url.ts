import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.ts';
import { useEditor } from '../editor/editor-context.ts';

/** Address of the chosen banner, saved or not; null without one. */
export function useBannerUrl(): string | null {
  const { values, group } = useEditor();
  const api = useApi();
  const id = values.banner_id;
  const isSaved = id !== null && id === group?.banner_id;
  const { data } = useQuery({
    ...api.files.get.options({ params: { id: id ?? '' } }),
    enabled: id !== null && !isSaved,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isSaved ? (group?.banner_url ?? null) : id === null ? null : (data?.url ?? null);
}
