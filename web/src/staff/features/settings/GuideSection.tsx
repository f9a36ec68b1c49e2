import { Button, Group } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';

/** The way back to the first-run guide. */
export function GuideSection() {
  const { t } = useI18n();
  return (
    <SettingsSection
      title={t('modules.setup.settings.title')}
      description={t('modules.setup.settings.text')}
      icon={IconRoute}
    >
      <Group>
        <Button component={Link} to="/setup">
          {t('modules.setup.settings.open')}
        </Button>
      </Group>
    </SettingsSection>
  );
}
