import { Switch, Textarea } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import type { FieldsOf } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { controlId, errorAt } from '../../../ui/form-words.ts';
import { SettingsSection } from '../../../ui/SettingsSection.tsx';
import classes from './settings.module.css';
import type { SettingsValues } from './settings-form.ts';

/** Whether search engines list the public pages, and which sites may show them in a frame. */
export function PublicPagesSection({ form }: { form: FieldsOf<SettingsValues> }) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  return (
    <SettingsSection
      title={t('modules.settings.public_pages.title')}
      description={t('modules.settings.public_pages.text')}
      icon={IconWorld}
    >
      <div className={classes.fields}>
        <Switch
          id={controlId('search_indexing')}
          label={t('modules.settings.fields.search_indexing')}
          description={t('modules.settings.public_pages.search_hint')}
          checked={values.search_indexing}
          onChange={(event) => change({ search_indexing: event.currentTarget.checked })}
        />
        <Textarea
          id={controlId('embed_origins')}
          label={t('modules.settings.fields.embed_origins')}
          description={t('modules.settings.public_pages.embed_hint')}
          placeholder="https://www.primer.si"
          autosize
          minRows={2}
          spellCheck={false}
          value={values.embed_origins}
          onChange={(event) => change({ embed_origins: event.currentTarget.value })}
          error={errorAt(problems, 'embed_origins', t)}
        />
      </div>
    </SettingsSection>
  );
}
