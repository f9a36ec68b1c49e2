import { useI18n } from '../../../../lib/text/i18n.ts';
import { FormSection } from '../../../../ui/form/FormSection.tsx';
import { BannerField } from '../banner/BannerField.tsx';
import { ColorField } from './ColorField.tsx';

/** The group's colour and its banner. */
export function LookSection() {
  const { t } = useI18n();
  return (
    <FormSection title={t('modules.group.sections.look')} description={t('modules.group.sections.look_hint')}>
      <ColorField />
      <BannerField />
    </FormSection>
  );
}
