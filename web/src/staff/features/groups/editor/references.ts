import { useQuery } from '@tanstack/react-query';
import type { Category } from '@vpisnik/contract/categories';
import type { FormField } from '@vpisnik/contract/form-fields';
import type { Location } from '@vpisnik/contract/locations';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import type { Leader } from '@vpisnik/contract/users';
import { useApi } from '../../../../lib/api.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { referenceQueries } from '../queries.ts';

/** Lists that a group refers to. Empty where the role may not read one; the form then shows the group's own names. */
export type References = {
  categories: Category[];
  locations: Location[];
  leaders: Leader[];
  formFields: FormField[];
  templates: TemplateSummary[];
};

/** Fetches the lists that a group refers to; undefined until all are loaded. */
export function useReferences(): {
  references: References | undefined;
  error: Error | null;
  retry: () => void;
} {
  const api = useApi();
  // a first one is added in another tab, and chosen when this one is looked at again
  const categories = useQuery({ ...referenceQueries.categories(api), refetchOnWindowFocus: 'always' });
  const locations = useQuery(referenceQueries.locations(api));
  const formFields = useQuery(referenceQueries.formFields(api));
  const leaders = useQuery({ ...referenceQueries.leaders(api), enabled: useMay('leaders.read') });
  const templates = useQuery({ ...referenceQueries.templates(api), enabled: useMay('templates.read') });
  const all = [categories, locations, formFields, leaders, templates];
  const retry = () => {
    for (const one of all) if (one.isError) void one.refetch();
  };
  // a failed refetch is no error while older data is there: it would unmount the editor with its unsaved changes
  const error = all.find((one) => one.error && !one.data)?.error ?? null;
  if (
    !categories.data ||
    !locations.data ||
    !formFields.data ||
    leaders.isLoading ||
    templates.isLoading ||
    error
  )
    return { references: undefined, error, retry };
  return {
    references: {
      categories: categories.data.results,
      locations: locations.data.results,
      formFields: formFields.data.results,
      leaders: leaders.data?.results ?? [],
      templates: templates.data?.results ?? [],
    },
    error: null,
    retry,
  };
}
