import { locations } from '@vpisnik/contract/locations';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from '../catalogue/catalogue.module.css';

/** The way to a map, only where the link is one that a browser may follow. */
export function MapLink({ link, name }: { link: string | null; name: string }) {
  const { t } = useI18n();
  if (!link || !locations.create.body.shape.google_maps_link.safeParse(link).success) return null;
  return (
    <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer">
      {t('modules.location.open_map')}
      <span className="vh">{name && `, ${name}`}</span>
    </a>
  );
}
