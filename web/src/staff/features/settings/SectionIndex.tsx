import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { settingsSections } from '../../routing/settings-sections.ts';
import classes from './settings.module.css';

/** The sections of the page as links; an address with `#` is followed once the page has its data. */
export function SectionIndex() {
  const { t } = useI18n();
  const { hash } = useLocation();
  useEffect(() => show(hash), [hash]);
  return (
    <nav className={classes.index} aria-label={t('modules.settings.index')}>
      {settingsSections().map(({ id, title }) => (
        <Link
          key={id}
          to="/settings"
          hash={id}
          activeOptions={{ includeHash: true }}
          replace
          onClick={() => show(id)}
        >
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}

/** Brings a section into view with the focus; also the one that the address names already. */
function show(id: string): void {
  const section = id ? document.getElementById(id) : null;
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}
