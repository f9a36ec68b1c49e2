import { Menu } from '@mantine/core';
import { IconArrowMerge, IconAsterisk, IconLock } from '@tabler/icons-react';
import { bestText } from '@vpisnik/contract/common';
import { type FormField, fieldTypes } from '@vpisnik/contract/form-fields';
import { useMemo, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { CataloguePage } from '../catalogue/CataloguePage.tsx';
import { ActiveCell, GroupsCell, LanguagesCell, NameCell } from '../catalogue/Cells.tsx';
import type { Catalogue } from '../catalogue/queries.ts';
import { RowActions } from '../catalogue/RowActions.tsx';
import { FormFieldForm } from './FormFieldForm.tsx';
import classes from './form-fields.module.css';
import { MergeDialog } from './MergeDialog.tsx';

/** Questions that the groups of the organisation may ask. */
export function FormFieldsPage() {
  const { t } = useI18n();
  const api = useApi();
  const [merging, setMerging] = useState<FormField | null>(null);
  const catalogue = useMemo(
    (): Catalogue<FormField> => ({
      noun: 'form_field',
      calls: api.form_fields,
      nameOf: (row, locale) => bestText(row.name, locale).text,
      menuItems: (row) => (
        <Menu.Item
          leftSection={<IconArrowMerge size={18} stroke={1.75} aria-hidden />}
          onClick={() => setMerging(row)}
        >
          {t('modules.form_field.merge.item')}
        </Menu.Item>
      ),
    }),
    [api, t],
  );
  return (
    <>
      <CataloguePage
        catalogue={catalogue}
        title={t('layout.titles.form_fields')}
        columns={useColumns()}
        form={(row) => <FormFieldForm field={row} />}
      />
      {merging && <MergeDialog field={merging} onClose={() => setMerging(null)} />}
    </>
  );
}

const cells = {
  name: (row: FormField) => <NameCell row={row} />,
  type: (row: FormField) => <TypeCell field={row} />,
  marks: (row: FormField) => <MarksCell field={row} />,
  languages: (row: FormField) => <LanguagesCell languages={row.languages} />,
  groups: (row: FormField) => <GroupsCell row={row} />,
  state: (row: FormField) => <ActiveCell row={row} />,
  actions: (row: FormField) => <RowActions row={row} />,
};

function TypeCell({ field }: { field: FormField }) {
  const { t } = useI18n();
  const type = fieldTypes.find((one) => one === field.type);
  return type ? t(`modules.form_field.types.${type}`) : field.type;
}

function MarksCell({ field: { required, sensitive } }: { field: FormField }) {
  const { t } = useI18n();
  return (
    <div className={classes.marks}>
      {required && (
        <StatusPill tint="inactive" icon={IconAsterisk} plain>
          {t('modules.form_field.list.required')}
        </StatusPill>
      )}
      {sensitive && (
        <StatusPill tint="inactive" icon={IconLock} plain>
          {t('modules.form_field.list.sensitive')}
        </StatusPill>
      )}
    </div>
  );
}

function useColumns(): Column<FormField>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.form_field.list.column_name'),
        cell: cells.name,
        width: '30%',
        phone: 'name',
      },
      { id: 'type', header: t('modules.form_field.fields.type'), cell: cells.type },
      { id: 'marks', header: t('modules.form_field.list.column_marks'), cell: cells.marks, phone: 'none' },
      {
        id: 'languages',
        header: t('modules.catalogue.languages'),
        cell: cells.languages,
        from: 'lg',
        phone: 'none',
      },
      { id: 'state', header: t('modules.catalogue.state'), cell: cells.state, phone: 'corner' },
      { id: 'groups', header: t('modules.form_field.list.column_groups'), cell: cells.groups },
      {
        id: 'actions',
        header: t('modules.catalogue.actions'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'end',
      },
    ],
    [t],
  );
}
