import type { Organization } from '@vpisnik/contract/organizations';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useSessionStore } from '../../../lib/session/context.ts';
import { ConflictNotice } from '../../../ui/ConflictNotice.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { useFormWords } from '../../../ui/form-words.ts';
import { notify } from '../../../ui/notify.ts';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { LocaleSection } from './LocaleSection.tsx';
import { OrganizationSection } from './OrganizationSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { PublicPagesSection } from './PublicPagesSection.tsx';
import classes from './settings.module.css';
import { problemsOf, profileFields, type SettingsValues, saveSettings, valuesOf } from './settings-form.ts';

const ownFields = [
  'name',
  'languages',
  'default_language',
  'time_zone',
  'currency',
  'search_indexing',
  'embed_origins',
] as const;

/** Settings in cards over one state, saved by one bar; a card with calls of its own stands on the page below. */
export function SettingsForm({ organization }: { organization: Organization }) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const form = useEntityForm<SettingsValues, Organization>({
    initial: organization,
    valuesOf: (row) => valuesOf(row ?? organization),
    problemsOf: (values) => problemsOf(values, organization),
    send: (values, fields, base) => saveSettings(api, values, fields, base ?? organization),
  });
  const nameOf = (path: string) => {
    const [field, part] = path.split('.');
    const inProfile = profileFields.find((one) => field === 'profile' && one === part);
    if (inProfile) return t(`modules.settings.profile.${inProfile}`);
    if (field === 'profile') return t('modules.settings.profile.title');
    return t(`modules.settings.fields.${ownFields.find((one) => one === field) ?? 'name'}`);
  };
  const { summary, describe } = useFormWords(nameOf, ({ unit }, value) => {
    if (unit === 'profile')
      return Object.values(value as object)
        .filter(Boolean)
        .join(', ');
    if (unit !== 'languages' && unit !== 'default_language') return undefined;
    return [value]
      .flat()
      .map((one) => t(`layout.languages.${one === 'en' ? 'en' : 'sl'}`))
      .join(', ');
  });
  const head = useRef<{ focus: () => void }>(null);
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) head.current?.focus();
  }, [refusals]);

  const finish = async (saving: Promise<Organization | undefined>) => {
    if (!(await saving)) return;
    notify({ message: 'modules.settings.done.saved' });
    // The name, the languages and the zone are on every page.
    await store.reload();
  };
  const changed = form.changed.map(nameOf);
  return (
    <>
      <UnsavedGuard dirty={form.dirty} />
      <div className={classes.form}>
        <ConflictNotice
          fields={form.conflicts.map(describe)}
          busy={form.saving}
          onMine={() => finish(form.keepMine())}
          onTheirs={form.takeTheirs}
        />
        <ErrorSummary ref={head} errors={summary(form.problems)} />
        {form.failure !== null && (
          <p className={classes.failure} role="alert">
            {errorText(form.failure, t, 'errors.organization.save')}
          </p>
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
