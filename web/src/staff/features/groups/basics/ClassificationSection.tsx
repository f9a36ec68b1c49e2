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
import { controlId } from '../editor/problem-text.ts';

type Choice = { id: string; label: string; active: boolean };
type Kept = { id: string | null; label: string | null | undefined };

/**
 * Category, location and leaders. What is inactive is offered only where the group has it already; what was chosen and
 * is gone meanwhile stays, marked, until something else is chosen.
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
    // Somebody who may not read the list still sees the name of what is chosen.
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
    // who may not be chosen any more has left; without the list, nobody can be told from the others
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
    id: controlId(field),
    value: values[field],
    error: errorAt(field),
    disabled: isLocked(field),
    searchable: true,
    nothingFoundMessage: t('modules.group.select.nothing'),
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
        id={controlId('leader_ids')}
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
        nothingFoundMessage={t('modules.group.select.nothing')}
      />
    </FormSection>
  );
}

/** What everything that could be chosen since the editor was opened is called, also when it can't be any more. */
function useSeenNames(): (id: string) => string | undefined {
  const { locale } = useI18n();
  const { categories, locations, leaders } = useEditor().references;
  const seen = useRef(new Map<string, string>());
  for (const { id, name } of categories) seen.current.set(id, bestText(name, locale).text);
  for (const { id, name } of [...locations, ...leaders]) seen.current.set(id, name);
  return (id) => seen.current.get(id);
}

/** Where a category comes from, or from whom; in a tab of its own, so that what is typed here stays. */
function NoCategory() {
  const { t } = useI18n();
  const { references } = useEditor();
  const mayAdd = useMay('categories.manage');
  if (!mayAdd) return t('modules.group.hints.no_category_ask');
  return (
    <>
      {t('modules.group.hints.no_category')}{' '}
      {/* of this tab it inherits for whom a platform administrator acts */}
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
