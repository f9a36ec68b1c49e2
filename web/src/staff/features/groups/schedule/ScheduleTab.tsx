import { useI18n } from '../../../../lib/text/i18n.ts';
import { FormSection } from '../../../../ui/form/FormSection.tsx';
import { SubscribeButton } from '../../calendar-feeds/SubscribeButton.tsx';
import { ComingSessions } from '../../sessions/ComingSessions.tsx';
import { TermsSection } from '../basics/TermsSection.tsx';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';

/** When the group meets: every week, and on single dates. */
export function ScheduleTab({ isOpen }: { isOpen: boolean }) {
  const { t, locale } = useI18n();
  const { group, references, isLocked } = useEditor();
  return (
    <>
      <TermsSection />
      {group && isOpen && (
        <FormSection
          title={t('modules.schedule.dates')}
          description={
            <>
              {t(isLocked('schedule') ? 'modules.schedule.dates_read' : 'modules.schedule.dates_hint')}
              <span className={classes.subscribe}>
                <SubscribeButton
                  of={{
                    group_id: group.id,
                    name: group.name[locale] ?? group.name.sl ?? group.name.en ?? '',
                  }}
                />
                {t('modules.calendar_feed.subscribe')}
              </span>
            </>
          }
        >
          <ComingSessions group={group} locations={references.locations} isLocked={isLocked('schedule')} />
        </FormSection>
      )}
    </>
  );
}
