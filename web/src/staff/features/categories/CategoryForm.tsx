import type { Category } from '@vpisnik/contract/categories';
import type { Language } from '@vpisnik/contract/common';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { pickFields } from '../../../lib/form/values.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useFormWords } from '../../../ui/form/form-words.ts';
import { CatalogueForm } from '../catalogue/CatalogueForm.tsx';
import { TextsFields } from '../catalogue/TextsFields.tsx';
import { type CategoryValues, problemsOf, valuesOf } from './values.ts';

/** The form of a category. */
export function CategoryForm({ category }: { category: Category | null }) {
  const { t } = useI18n();
  const api = useApi();
  const { organization } = useSession();
  const form = useEntityForm<CategoryValues, Category>({
    initial: category,
    valuesOf: (row) => valuesOf(row, organization?.languages ?? ['sl']),
    problemsOf,
    send: (values, fields, base) => {
      if (!base) return api.categories.create({ body: values });
      const body = { ...pickFields(values, fields), version: base.version };
      return api.categories.update({ params: { id: base.id }, body });
    },
  });
  const [language, setLanguage] = useState<Language>(form.values.languages[0] ?? 'sl');
  const { summary, describe } = useFormWords(form.values, (field) => t(`modules.catalogue.${field}`));
  return (
    <CatalogueForm form={form} errors={summary(form.problems, setLanguage)} describe={describe}>
      <TextsFields
        form={form}
        language={language}
        onLanguage={setLanguage}
        nameLabel={t('modules.catalogue.name')}
      />
    </CatalogueForm>
  );
}
