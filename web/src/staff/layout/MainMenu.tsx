import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '../../lib/session/context.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { menuFor } from '../routing/menu.ts';
import { metaOf } from '../routing/meta.ts';
import { useMenuBadges } from './badges.ts';
import classes from './layout.module.css';
import { menuIcons } from './menu-icons.tsx';

/** The menu of the signed-in layout, with the items that the current role may open. */
export function MainMenu({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useI18n();
  const { role, organization } = useSession();
  const badges = useMenuBadges();
  const within = useLocation({ select: ({ pathname }) => metaOf(pathname)?.within });
  if (!role) return null;
  return (
    <nav className={classes.nav} aria-label={t('layout.default_authenticated.main_menu')}>
      {menuFor(role, organization !== null).map(({ section, items }) => (
        <div key={section}>
          {section === 'organization' && <h2>{t('layout.default_authenticated.organization')}</h2>}
          <ul>
            {items.map(({ path, title, icon }) => {
              const Icon = menuIcons[icon];
              const count = badges[path] ?? 0;
              return (
                <li key={path}>
                  <Link
                    to={path}
                    {...(path === within && { 'aria-current': 'page' })}
                    {...(onNavigate && { onClick: onNavigate })}
                  >
                    <Icon size={18} stroke={1.75} aria-hidden />
                    {t(title)}
                    {count > 0 && (
                      <span className={classes.count}>
                        <span aria-hidden>{count}</span>
                        <span className="vh">
                          {t('layout.default_authenticated.new_applications', { count })}
                        </span>
                      </span>
                    )}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
