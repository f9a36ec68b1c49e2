import { useI18n } from '../../../../lib/text/i18n.ts';
import { whenNear } from '../../../../ui/dialog/on-demand.tsx';
import { FormSection } from '../../../../ui/form/FormSection.tsx';
import banner from '../banner/banner.module.css';
import { ColorField } from './ColorField.tsx';

/** Holds the field's place. */
const BannerPending = () => <div className={banner.pending} />;

const BannerField = whenNear(
  async () => (await import('../banner/BannerField.tsx')).BannerField,
  BannerPending,
);

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
