import type { Organization } from '@vpisnik/contract/organizations';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useFormWords } from '../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../ui/form/saving/ConflictNotice.tsx';
import { ErrorSummary } from '../../../ui/form/saving/ErrorSummary.tsx';
import { FormFailure } from '../../../ui/form/saving/FormFailure.tsx';
import { SaveBar } from '../../../ui/form/saving/SaveBar.tsx';
import { useSummaryFocus } from '../../../ui/form/saving/summary-focus.ts';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { LocaleSection } from './LocaleSection.tsx';
import { OrganizationSection } from './OrganizationSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { PublicPagesSection } from './PublicPagesSection.tsx';
import classes from './settings.module.css';
import { fieldOf, problemsOf, profileFields, type SettingsValues, saveSettings, valuesOf } from './values.ts';

/** Settings in cards over one state, saved by one bar; a card with calls of its own stands on the page below. */
export function SettingsForm({ organization }: { organization: Organization }) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const form = useEntityForm<SettingsValues, Organization>({
    initial: organization,
    valuesOf: (row) => valuesOf(row ?? organization),
    problemsOf: (values) => problemsOf(values, organization),
    fieldOf,
    send: (values, fields, base) => saveSettings(api, values, fields, base ?? organization),
  });
  const nameOf = (field: keyof SettingsValues, part = '') => {
    if (field !== 'profile') return t(`modules.settings.fields.${field}`);
    return t(`modules.settings.profile.${profileFields.find((one) => one === part) ?? 'title'}`);
  };
  const { summary, describe } = useFormWords(form.values, nameOf, ({ unit }, value) => {
    if (unit !== 'languages' && unit !== 'default_language') return undefined;
    return [value]
      .flat()
      .map((one) => t(`layout.languages.${one === 'en' ? 'en' : 'sl'}`))
      .join(', ');
  });
  const head = useSummaryFocus(form.refusals);

  const finish = async (saving: Promise<Organization | undefined>) => {
    if (!(await saving)) return;
    notify({ message: 'modules.settings.done.saved', act: 'errors.organization.save' });
    // The name, the languages and the zone are on every page.
    await store.reload();
  };
  const changed = form.changed.map((field) => nameOf(field));
  return (
    <>
      <UnsavedGuard dirty={form.dirty} />
      <div className={classes.form}>
        <ConflictNotice form={form} describe={describe} finish={finish} />
        <ErrorSummary ref={head} errors={summary(form.problems)} />
        {form.failure !== null && (
          <FormFailure>{errorText(form.failure, t, 'errors.organization.save')}</FormFailure>
        )}
        <OrganizationSection form={form} />
        <ProfileSection form={form} />
        <LocaleSection form={form} />
        <PublicPagesSection form={form} organization={organization} />
      </div>
      <SaveBar
        dirty={form.dirty}
        saving={form.saving}
        changed={changed.join(', ')}
        onSave={() => finish(form.save())}
        onDiscard={form.discard}
      />
    </>
  );
}
