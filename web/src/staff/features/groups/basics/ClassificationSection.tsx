import { MultiSelect, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import { limits } from '@vpisnik/contract/rules/limits';
import { useRef } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FieldPair, FormSection } from '../../../../ui/form/FormSection.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';

type Choice = { id: string; label: string; active: boolean };
type Kept = { id: string | null; label: string | null | undefined };

/**
 * Category, location and leaders. Offers an inactive one only where the group has it already; a chosen one that has been
 * deleted meanwhile stays, marked, until another is chosen.
 */
export function ClassificationSection() {
  const { t, locale } = useI18n();
  const { form, values, group, references, errorAt, isLocked } = useEditor();
  const mayReadLeaders = useMay('leaders.read');

  const nameOf = useSeenNames();

  const options = (all: Choice[], kept: Kept, chosen: string | null) => {
    const offered = all.filter((one) => one.active || one.id === kept.id || one.id === chosen);
    const isGone = chosen !== null && chosen !== kept.id && !offered.some((one) => one.id === chosen);
    const goneName = isGone && nameOf(chosen);
    // Without permission for the list, the chosen one still shows its name.
    const unknown = kept.id && !offered.some((one) => one.id === kept.id);
    return [
      ...offered.map(({ id, label, active }) => ({
        value: id,
        label: active ? label : t('modules.group.hints.inactive', { name: label }),
      })),
      ...(unknown && kept.id ? [{ value: kept.id, label: kept.label ?? kept.id }] : []),
      ...(isGone
        ? [
            {
              value: chosen,
              label: goneName
                ? t('modules.group.hints.gone', { name: goneName })
                : t('modules.group.hints.gone_choice'),
            },
          ]
        : []),
    ];
  };
  const categories = options(
    references.categories.map(({ id, name, active }) => ({ id, active, label: bestText(name, locale).text })),
    { id: group?.category_id ?? null, label: group && bestText(group.category_name, locale).text },
    values.category_id,
  );
  const locations = options(
    references.locations.map(({ id, name, active }) => ({ id, active, label: name })),
    { id: group?.location_id ?? null, label: group?.location_name },
    values.location_id,
  );
  const others = (group?.leaders ?? []).filter((one) => !references.leaders.some(({ id }) => id === one.id));
  const leaders = [
    ...references.leaders,
    // leaders of the group that the list no longer offers are inactive; without the list that is unknown
    ...others.map(({ id, name }) => ({
      id,
      name: mayReadLeaders ? t('modules.group.hints.inactive', { name }) : name,
    })),
  ].map(({ id, name }) => ({ value: id, label: name }));
  const unnamed = values.leader_ids
    .filter((id) => !leaders.some(({ value }) => value === id))
    .map((id) => {
      const name = nameOf(id);
      const label = name
        ? t('modules.group.hints.inactive', { name })
        : t('modules.group.hints.unknown_leader');
      return { value: id, label };
    });
  const leaderError = values.leader_ids
    .map((_, at) => errorAt(`leader_ids.${at}`))
    .find((message) => message !== undefined);
  const select = (field: 'category_id' | 'location_id') => ({
    id: groupControlId(field),
    value: values[field],
    error: errorAt(field),
    disabled: isLocked(field),
    searchable: true,
    nothingFoundMessage: t('ui.list.nothing'),
  });
  return (
    <FormSection title={t('modules.group.sections.classification')}>
      <FieldPair>
        <Select
          {...select('category_id')}
          label={t('modules.group.fields.category_id')}
          placeholder={t('modules.group.select.category')}
          description={categories.length === 0 && <NoCategory />}
          data={categories}
          onChange={(id) => form.change({ category_id: id })}
        />
        <Select
          {...select('location_id')}
          label={
            <>
              {t('modules.group.fields.location_id')}
              <Optional />
            </>
          }
          placeholder={t('modules.group.select.no_location')}
          data={locations}
          onChange={(id) => form.change({ location_id: id })}
          clearable={!isLocked('location_id')}
          clearButtonProps={{ 'aria-label': t('modules.group.select.no_location') }}
        />
      </FieldPair>
      <MultiSelect
        id={groupControlId('leader_ids')}
        label={
          <>
            {t('modules.group.fields.leader_ids')}
            <Optional />
          </>
        }
        placeholder={values.leader_ids.length === 0 ? t('modules.group.select.leaders') : ''}
        data={[...leaders, ...unnamed]}
        value={values.leader_ids}
        onChange={(ids) => form.change({ leader_ids: ids })}
        error={leaderError ?? errorAt('leader_ids')}
        disabled={isLocked('leader_ids')}
        maxValues={limits.leaders}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('ui.list.nothing')}
      />
    </FormSection>
  );
}

/** Names of all options seen since the editor was opened, by id, also of those deleted since. */
function useSeenNames(): (id: string) => string | undefined {
  const { locale } = useI18n();
  const { categories, locations, leaders } = useEditor().references;
  const seen = useRef(new Map<string, string>());
  for (const { id, name } of categories) seen.current.set(id, bestText(name, locale).text);
  for (const { id, name } of [...locations, ...leaders]) seen.current.set(id, name);
  return (id) => seen.current.get(id);
}

/** Hint without an active category: a link to add one, in a new tab so that the form stays, or advice to ask for one. */
function NoCategory() {
  const { t } = useI18n();
  const { references } = useEditor();
  const mayAdd = useMay('categories.manage');
  if (!mayAdd) return t('modules.group.hints.no_category_ask');
  return (
    <>
      {t('modules.group.hints.no_category')}{' '}
      {/* `opener` hands on this tab's session storage: the organisation that a platform ADMIN acts for */}
      <Link
        to="/categories"
        search={references.categories.length === 0 ? { edit: 'new' } : {}}
        target="_blank"
        rel="opener"
      >
        {t('modules.group.hints.to_categories')}
      </Link>
    </>
  );
}
