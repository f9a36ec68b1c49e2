import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../../lib/text/i18n.ts';
import tabs from '../../../../ui/tabs.module.css';
import { useMay } from '../../../permission/Permission.tsx';
import { type EditorTab, editorTabs, isManagersTab } from './address.ts';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';
import { fetchTab } from './parts.tsx';

/** On a phone the strip scrolls sideways, and an address may lead to its last tab. */
function bringIntoSight(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  if (!tab || !strip) return;
  const { left, width } = tab.getBoundingClientRect();
  const frame = strip.getBoundingClientRect();
  strip.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
}

/** The editor's tabs; each has its own address, and a mark if it has errors. */
export function EditorTabs({
  active,
  withErrors,
}: {
  active: EditorTab;
  withErrors: ReadonlySet<EditorTab>;
}) {
  const { t } = useI18n();
  const { group } = useEditor();
  const isManager = useMay('payments.manage');
  return (
    <nav className={`${tabs.tabs} ${classes.tabs}`} aria-label={t('modules.group.tabs.label')}>
      {editorTabs
        .filter((tab) => isManager || !isManagersTab(tab))
        .map((tab) => (
          <Link
            key={tab}
            onPointerEnter={() => fetchTab(tab)}
            onFocus={() => fetchTab(tab)}
            ref={tab === active ? bringIntoSight : undefined}
            from="/groups/$group_id"
            to="/groups/$group_id"
            search={tab === 'basics' ? {} : { tab }}
            replace
            resetScroll={false}
            activeOptions={{ includeSearch: true, exact: true }}
            activeProps={{}}
            aria-current={tab === active ? 'page' : undefined}
          >
            {t(`modules.group.tabs.${tab}`)}
            {tab === 'participants' && group && (
              <span className={tabs.count}>{group.participants_count}</span>
            )}
            {withErrors.has(tab) && (
              <>
                <IconAlertCircle size={15} stroke={2.25} className={classes.failed} aria-hidden />
                <span className="vh">{t('modules.group.tabs.has_errors')}</span>
              </>
            )}
          </Link>
        ))}
    </nav>
  );
}
