import { Button, Select, Switch } from '@mantine/core';
import { IconBeach, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ClosureDay } from '@vpisnik/contract/closures';
import type { Organization } from '@vpisnik/contract/organizations';
import { formatDay } from '@vpisnik/contract/rules/format';
import { type ComponentProps, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { useCloseAsking } from '../../../ui/form/saving/use-close-asking.tsx';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { type Choice, ChoiceQuestion } from './ChoiceQuestion.tsx';
import { ClosureForm } from './ClosureForm.tsx';
import { ClosureList } from './ClosureList.tsx';
import classes from './closures.module.css';
import { closuresQuery, useRefreshClosures } from './queries.ts';

/** Days without sessions: the chosen holidays and school breaks, and days that the organisation adds. */
export function ClosureSection({ organization }: { organization: Organization }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const { day: today } = useNow(useTimeZone());
  const [current, setCurrent] = useState(organization);
  const [asked, ask] = useState<Choice | null>(null);
  const [edited, edit] = useState<ClosureDay | 'new' | null>(null);
  const closures = useQuery(closuresQuery(api, today));
  const refresh = useRefreshClosures();
  return (
    <div className={classes.card}>
      <SettingsSection
        anchor="closures"
        title={t('modules.closure.title')}
        description={t('modules.closure.text')}
        icon={IconBeach}
      >
        <div className={classes.choices}>
          <Switch
            label={t('modules.closure.holidays')}
            description={t('modules.closure.holidays_hint')}
            checked={current.public_holidays}
            onChange={(event) => ask({ public_holidays: event.currentTarget.checked })}
          />
          <Select
            label={t('modules.closure.breaks')}
            description={[
              t('modules.closure.breaks_hint'),
              // the ministry sets the breaks year by year, so dates after this one are unknown rather than free
              current.school_breaks !== 'none' &&
                closures.data &&
                t('modules.closure.breaks_known', {
                  date: formatDay(closures.data.breaks_known_until, locale),
                }),
            ]
              .filter(Boolean)
              .join(' ')}
            data={(['none', 'west', 'east'] as const).map((value) => ({
              value,
              label: t(`modules.closure.regions.${value}`),
            }))}
            value={current.school_breaks}
            allowDeselect={false}
            onChange={(value) => {
              const school_breaks = value === 'east' || value === 'west' ? value : 'none';
              if (school_breaks !== current.school_breaks) ask({ school_breaks });
            }}
          />
        </div>
        <div className={classes.head}>
          <h3>{t('modules.closure.coming')}</h3>
          <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => edit('new')}>
            {t('modules.closure.add')}
          </Button>
        </div>
        {closures.isError && !closures.data ? (
          <PartFailed error={closures.error} onRetry={closures.refetch} />
        ) : (
          <ClosureList closures={closures.data?.results} onEdit={edit} onChanged={refresh} />
        )}
      </SettingsSection>
      {asked && (
        <ChoiceQuestion
          organization={current}
          asked={asked}
          onClose={() => ask(null)}
          onSaved={async (saved) => {
            setCurrent(saved);
            await Promise.all([refresh(), store.reload()]);
          }}
        />
      )}
      {edited && (
        <ClosureSheet
          closure={edited === 'new' ? null : edited}
          languages={organization.languages}
          onSaved={async () => {
            edit(null);
            await refresh();
          }}
          onClose={() => edit(null)}
        />
      )}
    </div>
  );
}

/** The sheet of closed days; asks before Escape or a tap beside it discards changes. */
function ClosureSheet({ onClose, ...props }: Omit<ComponentProps<typeof ClosureForm>, 'onDirty'>) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  const title = t(props.closure === null ? 'modules.closure.new_title' : 'modules.closure.edit_title');
  return (
    <Sheet title={title} onClose={closing.ask}>
      <ClosureForm {...props} onDirty={closing.setDirty} onClose={closing.ask} />
      {closing.dialog}
    </Sheet>
  );
}
