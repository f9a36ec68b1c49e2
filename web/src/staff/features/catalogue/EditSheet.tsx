import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { useCatalogueAddress } from './address.ts';
import classes from './catalogue.module.css';
import { type CatalogueRow, catalogueRowQuery, useCatalogue } from './queries.ts';

type EditSheetProps<Row> = { id: string; form: (row: Row | null) => ReactNode };

/** The sheet with a row's form; `new` makes a row. Closing it is a navigation, so unsaved changes are asked about. */
export function EditSheet<Row extends CatalogueRow>({ id, form }: EditSheetProps<Row>) {
  const { t, locale } = useI18n();
  const { noun, calls, nameOf } = useCatalogue<Row>();
  const { go } = useCatalogueAddress();
  const isNew = id === 'new';
  const query = useQuery({ ...catalogueRowQuery(calls, id), enabled: !isNew });
  const close = () => go({ edit: undefined });
  const title = query.data ? nameOf(query.data, locale) : t(`modules.${noun}.editor.edit_title`);
  return (
    <Sheet title={isNew ? t(`modules.${noun}.editor.new_title`) : title} onClose={close}>
      {isNew ? (
        form(null)
      ) : query.data ? (
        form(query.data)
      ) : (
        <div className={classes.instead}>
          {query.isError ? (
            <PartFailed
              error={query.error}
              onRetry={query.refetch}
              gone={{
                text: t(`modules.${noun}.editor.not_found`),
                action: <Button onClick={close}>{t('modules.catalogue.back')}</Button>,
              }}
            />
          ) : (
            <Pending rows={4} />
          )}
        </div>
      )}
    </Sheet>
  );
}
