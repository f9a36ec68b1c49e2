import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { EntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import type { Conflict } from '../../../lib/form/merge.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { SheetForm } from '../../../ui/form/FormSheet.tsx';
import { ConflictNotice } from '../../../ui/form/saving/ConflictNotice.tsx';
import type { SummaryError } from '../../../ui/form/saving/ErrorSummary.tsx';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { useCatalogueAddress } from './address.ts';
import { type CatalogueRow, rememberRow, useCatalogue, useRefreshCatalogue } from './queries.ts';

type CatalogueFormProps<Values, Row> = {
  form: EntityForm<Values, Row>;
  errors: readonly SummaryError[];
  /** A conflict in words. */
  describe: (conflict: Conflict) => { name: string; mine: string; theirs: string };
  children: ReactNode;
};

/** The frame of every catalogue form: errors, conflict, save, and the question before unsaved changes are left. */
export function CatalogueForm<Values extends object, Row extends CatalogueRow>(
  props: CatalogueFormProps<Values, Row>,
) {
  const { form, errors, describe, children } = props;
  const { t } = useI18n();
  const { noun, calls } = useCatalogue<Row>();
  const { go } = useCatalogueAddress();
  const refresh = useRefreshCatalogue(calls);
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState<Row>();

  const finish = async (saving: Promise<Row | undefined>) => setSaved(await saving);
  const close = () => go({ edit: undefined });
  // Only when nothing is unsaved any more for the guard as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved
  useEffect(() => {
    if (!saved) return;
    rememberRow(queryClient, calls, saved);
    void refresh();
    const message: MessageKey = `modules.${noun}.done.saved`;
    notify({ message, act: `errors.${noun}.save` });
    void close();
  }, [saved]);

  return (
    <>
      <UnsavedGuard
        dirty={form.dirty && !saved}
        subject={({ pathname, search }) => `${pathname} ${'edit' in search ? search.edit : ''}`}
      />
      <SheetForm
        errors={errors}
        {...(errors.some(({ reveal }) => reveal) && { errorTitle: t('errors.general.form') })}
        refusals={form.refusals}
        failure={form.failure ? errorText(form.failure, t, `errors.${noun}.save`) : null}
        saving={form.saving}
        submit={t(form.isNew ? `modules.${noun}.editor.create` : `modules.${noun}.editor.save`)}
        notice={<ConflictNotice form={form} describe={describe} finish={finish} />}
        onSubmit={() => finish(form.save())}
        onClose={close}
      >
        {children}
      </SheetForm>
    </>
  );
}
