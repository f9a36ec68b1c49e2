import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import type { FormField, MergePlan } from '@vpisnik/contract/form-fields';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { useRefreshCatalogue } from '../catalogue/queries.ts';
import classes from './form-fields.module.css';

/** Replaces this field by another one; first shows the effects or the obstacles. */
export function MergeDialog({ field, onClose }: { field: FormField; onClose: () => void }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const refresh = useRefreshCatalogue(api.form_fields);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { type } = field;
  const list = useQuery(wholeQuery(api.form_fields.list, { type: type as 'text' }));
  const others = (list.data?.results ?? []).filter(({ id }) => id !== field.id);
  const into = others.find(({ id }) => id === chosen);
  const plan = useQuery({
    ...api.form_fields.planMerge.options({ params: { id: field.id }, query: { into: chosen ?? '' } }),
    enabled: chosen !== null,
    staleTime: 0,
  });
  const name = bestText(field.name, locale).text;
  const isClear = plan.isSuccess && !plan.isFetching && plan.data.obstacles.length === 0;

  const merge = async () => {
    if (!into) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { into: into.id, version: field.version, into_version: into.version };
      await api.form_fields.merge({ params: { id: field.id }, body });
      await refresh();
      notify({ message: 'modules.form_field.done.merged' });
      onClose();
    } catch (error) {
      setFailure(errorText(error, t, 'errors.form_field.save'));
      // one of the two may have changed: refetches both
      await refresh();
      void plan.refetch();
    }
    setBusy(false);
  };
  return (
    <ConfirmDialog
      opened
      title={t('modules.form_field.merge.title', { name })}
      confirm={t('modules.form_field.merge.confirm')}
      danger
      busy={busy}
      blocked={!isClear}
      onConfirm={merge}
      onCancel={onClose}
    >
      <div className={classes.merge}>
        <p>{t('modules.form_field.merge.text', { name })}</p>
        <Select
          label={t('modules.form_field.merge.into')}
          description={t('modules.form_field.merge.into_hint')}
          placeholder={t('modules.form_field.merge.choose')}
          searchable
          nothingFoundMessage={t('modules.form_field.merge.none')}
          data={others.map((one) => ({
            value: one.id,
            label: `${bestText(one.name, locale).text} (${one.label})`,
          }))}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setFailure(null);
          }}
        />
        <div role="status">{plan.data && chosen && <Plan plan={plan.data} />}</div>
        {(list.isError || plan.isError) && (
          <p className={classes.error}>{errorText(list.error ?? plan.error, t, 'errors.general.query')}</p>
        )}
        {failure && (
          <p className={classes.error} role="alert">
            {failure}
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}

function Plan({ plan }: { plan: MergePlan }) {
  const { t, locale } = useI18n();
  const { groups_count, both_count, added_options, becomes_sensitive, obstacles } = plan;
  if (obstacles.length > 0)
    return (
      <ul className={classes.obstacles}>
        {obstacles.map(({ code, about }) => {
          const languages = about.map((one) =>
            one === 'sl' || one === 'en' ? t(`layout.languages_within.${one}`) : one,
          );
          return (
            <li key={code}>
              {t(`modules.form_field.merge.obstacles.${code}`, { about: languages.join(', ') })}
            </li>
          );
        })}
      </ul>
    );
  const options = added_options.map((option) => bestText(option.name, locale).text).join(', ');
  return (
    <ul className={classes.plan}>
      {groups_count + both_count === 0 && <li>{t('modules.form_field.merge.unused')}</li>}
      {groups_count > 0 && <li>{t('modules.form_field.merge.groups', { count: groups_count })}</li>}
      {both_count > 0 && <li>{t('modules.form_field.merge.both', { count: both_count })}</li>}
      {options && <li>{t('modules.form_field.merge.options', { options })}</li>}
      {becomes_sensitive && <li>{t('modules.form_field.merge.sensitive')}</li>}
    </ul>
  );
}
