import type { Category } from '@vpisnik/contract/categories';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { ShareLink } from '../sharing/ShareLink.tsx';
import classes from '../sharing/sharing.module.css';
import { categoryLink } from './category-link.ts';

type ShareCategoryProps = { category: Category; organizationId: string; onClose: () => void };

/** The link to an active category's public page in the ways it is passed on. */
export function ShareCategory({ category, organizationId, onClose }: ShareCategoryProps) {
  const { t } = useI18n();
  return (
    <Sheet title={t('modules.category.share.title')} onClose={onClose}>
      <div className={classes.sheet}>
        <ShareLink
          link={categoryLink(organizationId, category.id)}
          published
          fileName={category.label}
          words={{
            link: t('modules.category.share.link'),
            hint: t('modules.category.share.hint'),
            code: t('modules.category.share.code'),
          }}
        />
      </div>
    </Sheet>
  );
}
