import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import type { OrganizationFeeRules } from '@vpisnik/contract/fee-plans';
import { useApi } from '../../../lib/api.ts';
import { type Problem, useEntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useSession } from '../../../lib/session/context.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { CurrencySign } from '../../../ui/form/CurrencySign.tsx';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { controlId, errorAt, useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../ui/form/saving/ConflictNotice.tsx';
import { FormFailure } from '../../../ui/form/saving/FormFailure.tsx';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { WholeNumberField } from '../../../ui/form/WholeNumberField.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import classes from './fee-rules.module.css';
import { fieldsQuery } from './queries.ts';
import { fieldOf, problemsOf, type RulesBody, type RulesValues, units, valuesOf, wireOf } from './values.ts';

/** Codes that this form says in its own words. */
const own: Record<string, MessageKey> = {
  above_hundred: 'modules.fee_rules.problems.above_hundred',
  invalid_amount: 'modules.fee_rules.problems.invalid_number',
  amount_decimals: 'modules.fee_rules.problems.invalid_number',
  amount_positive: 'modules.fee_rules.problems.positive',
  amount_too_large: 'modules.fee_rules.problems.invalid_number',
};

type RulesFormProps = { rules: OrganizationFeeRules; onSaved: (rules: OrganizationFeeRules) => void };

/** The organisation's discounts: a family's children, its weekly sessions, members, and paying at once. */
export function RulesForm({ rules, onSaved }: RulesFormProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const form = useEntityForm<RulesValues, OrganizationFeeRules>({
    initial: rules,
    valuesOf: (row) => valuesOf(row ?? rules, locale),
    fieldOf,
    problemsOf: (values) =>
      problemsOf(values, locale).map((problem): Problem => {
        const words = own[problem.code];
        return words ? { ...problem, message: t(words) } : problem;
      }),
    send: (values, _fields, base) =>
      api.fee_rules.update({
        body: { ...(wireOf(values, locale) as RulesBody), version: base?.version ?? 0 },
      }),
  });
  const { values, change, problems } = form;
  const { describe } = useFormWords(values, (field) => t(`modules.fee_rules.fields.${field}`));
  const finish = async (saving: Promise<OrganizationFeeRules | undefined>) => {
    const saved = await saving;
    if (!saved) return;
    notify({ message: 'modules.fee_rules.saved' });
    onSaved(saved);
  };
  return (
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.saving) void finish(form.save());
      }}
    >
      <UnsavedGuard dirty={form.dirty} />
      <ConflictNotice form={form} describe={describe} finish={finish} />
      {form.failure !== null && <FormFailure>{errorText(form.failure, t, 'errors.fees.rules')}</FormFailure>}
      <Reduction form={form} field="family" />
      <fieldset className={classes.steps}>
        <legend>{t('modules.fee_rules.fields.family_sessions')}</legend>
        <p className={classes.hint}>{t('modules.fee_rules.sessions_hint')}</p>
        {values.family_sessions.map((one, at) => {
          const path = `family_sessions.${at}`;
          const put = (part: Partial<typeof one>) =>
            change((now) => ({
              family_sessions: now.family_sessions.map((step, place) =>
                place === at ? { ...step, ...part } : step,
              ),
            }));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step's place is what it is
            <div key={`${at} of ${values.family_sessions.length}`} className={classes.step}>
              <WholeNumberField
                id={controlId(`${path}.sessions`)}
                label={t('modules.fee_rules.sessions_from')}
                value={one.sessions}
                onChange={(sessions) => put({ sessions })}
                error={errorAt(problems, `${path}.sessions`, t)}
              />
              <TextInput
                id={controlId(`${path}.percent`)}
                label={t('modules.fee_rules.discount')}
                value={one.percent}
                onChange={(event) => put({ percent: event.currentTarget.value })}
                error={errorAt(problems, `${path}.percent`, t)}
                inputMode="decimal"
                autoComplete="off"
                className="num"
                rightSection="%"
              />
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={t('modules.fee_rules.step_remove', { number: at + 1 })}
                onClick={() =>
                  change((now) => ({
                    family_sessions: now.family_sessions.filter((_, place) => place !== at),
                  }))
                }
              >
                <IconTrash size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() =>
            change((now) => ({ family_sessions: [...now.family_sessions, { sessions: null, percent: '' }] }))
          }
        >
          {t('modules.fee_rules.step_add')}
        </Button>
      </fieldset>
      <Reduction form={form} field="member" />
      {values.member_unit !== 'none' && <Membership form={form} />}
      <AtOnce form={form} />
      {form.dirty && (
        <div className={classes.foot}>
          <Button {...waiting(form.saving, form.discard)}>{t('modules.fee_rules.discard')}</Button>
          <Button type="submit" variant="filled" {...waiting(form.saving)}>
            {form.saving ? t('ui.save_bar.saving') : t('modules.fee_rules.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

type Form = Parameters<typeof useControls<RulesValues>>[0];

/** A discount in per cent or in money, or none. */
function Reduction({ form, field }: { form: Form; field: 'family' | 'member' }) {
  const { t } = useI18n();
  const { organization } = useSession();
  const { text } = useControls(form);
  const name = `${field}_unit` as const;
  const unit = form.values[name];
  return (
    <FieldPair>
      <Select
        id={controlId(name)}
        label={t(`modules.fee_rules.fields.${name}`)}
        description={t(`modules.fee_rules.hints.${field}`)}
        data={units.map((value) => ({ value, label: t(`modules.fee_rules.units.${value}`) }))}
        value={unit}
        allowDeselect={false}
        onChange={(value) => form.change({ [name]: units.find((one) => one === value) ?? 'none' })}
      />
      {unit !== 'none' && (
        <TextInput
          {...text(field)}
          className={`${classes.value} num`}
          label={t('modules.fee_rules.discount')}
          aria-label={t(`modules.fee_rules.fields.${field}`)}
          inputMode="decimal"
          autoComplete="off"
          rightSection={
            unit === 'percent' ? '%' : <CurrencySign currency={organization?.currency ?? 'EUR'} />
          }
          rightSectionWidth={52}
        />
      )}
    </FieldPair>
  );
}

const tick = 'true';

/** The question and the answer that say who is a member. */
function Membership({ form }: { form: Form }) {
  const { t, locale } = useI18n();
  const { data } = useQuery(fieldsQuery(useApi()));
  const asked = (data?.results ?? []).filter(({ type }) =>
    ['single_choice', 'multiple_choice', 'checkbox'].includes(type),
  );
  const { member_field_id, member_answer } = form.values;
  const field = asked.find(({ id }) => id === member_field_id);
  const answers =
    field?.type === 'checkbox'
      ? [{ value: tick, label: t('modules.fee_rules.ticked') }]
      : (field?.options ?? []).map(({ value, name }) => ({ value, label: bestText(name, locale).text }));
  return (
    <FieldPair>
      <Select
        id={controlId('member_field_id')}
        label={t('modules.fee_rules.fields.member_field_id')}
        data={asked.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }))}
        value={member_field_id}
        searchable
        nothingFoundMessage={t('modules.fee_rules.no_field')}
        error={errorAt(form.problems, 'member_field_id', t)}
        onChange={(id) => {
          const chosen = asked.find((one) => one.id === id);
          form.change({ member_field_id: id, member_answer: chosen?.type === 'checkbox' ? tick : '' });
        }}
      />
      <Select
        id={controlId('member_answer')}
        label={t('modules.fee_rules.fields.member_answer')}
        data={answers}
        value={member_answer || null}
        disabled={!field}
        error={errorAt(form.problems, 'member_answer', t)}
        onChange={(value) => form.change({ member_answer: value ?? '' })}
      />
    </FieldPair>
  );
}

function AtOnce({ form }: { form: Form }) {
  const { t } = useI18n();
  const { text } = useControls(form);
  return (
    <FieldPair>
      <TextInput
        {...text('at_once')}
        label={t('modules.fee_rules.fields.at_once')}
        description={t('modules.fee_rules.hints.at_once')}
        inputMode="decimal"
        autoComplete="off"
        className="num"
        rightSection="%"
      />
    </FieldPair>
  );
}
