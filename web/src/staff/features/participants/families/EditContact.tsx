import { TextInput } from '@mantine/core';
import type { Family } from '@vpisnik/contract/families';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useEffect, useRef, useState } from 'react';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { Sheet, SheetForm } from '../../../../ui/form/FormSheet.tsx';
import { useControls, useFormWords } from '../../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import classes from './families.module.css';
import { useFamilyCalls } from './queries.ts';
import { type ContactValues, clashOf, problemsOf, saidOf, valuesOf, wireOf } from './values.ts';

type EditContactProps = { family: Family; onClose: () => void };

/** Changes the contact of a family for all its applications at once. */
export function EditContact({ family, onClose }: EditContactProps) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t('modules.family.edit_title')} onClose={closing.ask}>
      <ContactForm family={family} onDirty={closing.setDirty} onClose={closing.ask} onSaved={onClose} />
      {closing.dialog}
    </Sheet>
  );
}

type ContactFormProps = EditContactProps & { onDirty: (dirty: boolean) => void; onSaved: () => void };

function ContactForm({ family: opened, onDirty, onClose, onSaved }: ContactFormProps) {
  const { t, locale } = useI18n();
  const { setContact } = useFamilyCalls();
  const [clash, setClash] = useState<string | null>(null);
  const form = useEntityForm<ContactValues, Family>({
    initial: opened,
    valuesOf,
    problemsOf: (values, { row }) => problemsOf(values, row ?? opened),
    send: async (values, fields, base) => {
      setClash(null);
      const family = base ?? opened;
      try {
        return await setContact(family.id, wireOf(values, fields, family));
      } catch (error) {
        const its = clashOf(refusedFields(error), family);
        if (its)
          setClash(
            t('modules.family.clash', { name: its.name, group: bestText(its.group_name, locale).text }),
          );
        throw error;
      }
    },
  });
  const family = form.row ?? opened;
  const problems = form.problems.map((one) =>
    one.code === 'not_asked' ? { ...one, message: t('modules.family.name_not_asked') } : one,
  );
  const controls = useControls({ ...form, problems });
  const { summary, describe } = useFormWords<ContactValues>(form.values, (field) =>
    t(field === 'name' ? 'modules.family.name' : `modules.participant.fields.${field}`),
  );
  const told = useRef(onDirty);
  told.current = onDirty;
  useEffect(() => told.current(form.dirty), [form.dirty]);
  const finish = async (saving: Promise<Family | undefined>) => {
    if (!(await saving)) return;
    notify({ message: 'modules.family.done.saved', act: 'modules.family.failed.save' });
    onSaved();
  };
  const differing = (field: keyof ContactValues) => {
    const said = saidOf(family, field);
    return said.length > 1 && t('modules.family.differ_hint', { values: said.join(', ') });
  };
  const count = family.children.reduce((sum, { applications }) => sum + applications.length, 0);
  return (
    <SheetForm
      errors={summary(problems.filter(({ path }) => path in form.values))}
      refusals={form.refusals}
      failure={clash ?? (form.failure ? errorText(form.failure, t, 'modules.family.failed.save') : null)}
      saving={form.saving}
      submit={t('modules.family.save')}
      notice={<ConflictNotice form={form} describe={describe} finish={finish} />}
      onSubmit={() => {
        if (form.dirty) void finish(form.save());
        else onSaved();
      }}
      onClose={onClose}
    >
      <p className={classes.small}>{t('modules.family.edit_hint', { count })}</p>
      <FirstField>
        {family.takes_name && (
          <TextInput
            {...controls.text('name')}
            label={t('modules.family.name')}
            description={differing('name') || t('modules.family.name_hint')}
            autoComplete="off"
          />
        )}
        <TextInput
          {...controls.text('email')}
          type="email"
          label={t('modules.participant.fields.email')}
          description={differing('email')}
          autoComplete="off"
        />
        <TextInput
          {...controls.text('phone')}
          type="tel"
          label={t('modules.participant.fields.phone')}
          description={differing('phone')}
          autoComplete="off"
        />
      </FirstField>
    </SheetForm>
  );
}
