import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core';
import { IconCopy, IconExternalLink, IconWorld } from '@tabler/icons-react';
import type { Organization } from '@vpisnik/contract/organizations';
import { useState } from 'react';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { copyEmbedCode, copyLink, embedCode, programmesLink } from '../sharing/links.ts';
import classes from './settings.module.css';
import type { SettingsValues } from './values.ts';

type PublicPagesSectionProps = { form: FieldsOf<SettingsValues>; organization: Organization };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Address of the public pages, their listing by search engines, and the sites that may embed them. */
export function PublicPagesSection({ form, organization }: PublicPagesSectionProps) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  const [siteWidth, setSiteWidth] = useState(0);
  const measure = (site: HTMLElement | null) => {
    if (site) setSiteWidth(site.offsetWidth);
  };
  const link = programmesLink(organization);
  const code = embedCode(link, organization.name);
  return (
    <SettingsSection
      anchor="public-pages"
      title={t('modules.settings.public_pages.title')}
      description={t('modules.settings.public_pages.text')}
      icon={IconWorld}
    >
      <div className={classes.fields}>
        <div>
          <div className={classes.label}>{t('modules.settings.public_pages.address')}</div>
          <div className={classes.code}>{link}</div>
          <Group gap={8} mt={8}>
            <Button leftSection={<IconCopy {...icon} />} onClick={() => copyLink(link)}>
              {t('modules.settings.public_pages.copy_address')}
            </Button>
            <Button
              component="a"
              href={link}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink {...icon} />}
            >
              {t('modules.settings.public_pages.open')}
            </Button>
          </Group>
        </div>
        <TextInput
          id={controlId('label')}
          label={t('modules.settings.fields.label')}
          description={t('modules.settings.public_pages.label_hint')}
          leftSection={
            <span ref={measure} className={classes.site}>
              {window.location.host}/
            </span>
          }
          // the field's padding is as wide, which it could not be of itself
          leftSectionWidth={siteWidth + 2}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={values.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
          error={errorAt(problems, 'label', t)}
        />
        {values.label !== organization.label && (
          <p className={classes.warning} role="status">
            {t('modules.settings.public_pages.label_warning', { address: `/${organization.label}` })}
          </p>
        )}
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
          rows={2}
          spellCheck={false}
          value={values.embed_origins}
          onChange={(event) => change({ embed_origins: event.currentTarget.value })}
          error={errorAt(problems, 'embed_origins', t)}
        />
        {values.embed_origins.trim() && (
          <div>
            <div className={classes.label}>{t('modules.settings.public_pages.snippet')}</div>
            <div className={classes.code}>{code}</div>
            <Group gap={8} mt={8}>
              <Button leftSection={<IconCopy {...icon} />} onClick={() => copyEmbedCode(code)}>
                {t('modules.settings.public_pages.copy_snippet')}
              </Button>
            </Group>
          </div>
        )}
      </div>
    </SettingsSection>
  );
}
