import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { weekdayName } from '@vpisnik/contract/rules/format';
import { type Day, days } from '@vpisnik/contract/rules/schedule';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Tip } from '../../../../ui/Tip.tsx';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';
import { nextKey } from '../editor/values.ts';

/** Copies a slot, or all of its day, to other days. */
export function CopySlot({ at }: { at: number }) {
  const { t, locale } = useI18n();
  const { form, values } = useEditor();
  const [opened, setOpened] = useState(false);
  const [chosen, choose] = useState<readonly Day[]>([]);
  const [whole, setWhole] = useState(true);
  const slot = values.schedule[at];
  if (!slot) return null;
  const ofDay = values.schedule.filter((one) => one.day === slot.day);
  const copied = whole ? ofDay : [slot];
  const day = weekdayName(slot.day, locale);
  const copy = () => {
    const fresh = chosen.flatMap((to) =>
      copied
        .filter(
          ({ start_time }) => !values.schedule.some((one) => one.day === to && one.start_time === start_time),
        )
        .map((one) => ({ ...one, day: to, key: nextKey() })),
    );
    form.change(({ schedule }) => ({ schedule: [...schedule, ...fresh] }));
    setOpened(false);
    choose([]);
  };
  const label = t('modules.schedule.copy', { day, time: slot.start_time });
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-end">
      {/* around the target, which places the choice beside the button and tells it whether it is open */}
      <Tip label={t('modules.schedule.copy_short')}>
        <Popover.Target>
          <ActionIcon aria-label={label} onClick={() => setOpened((now) => !now)}>
            <IconCopy size={18} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Tip>
      <Popover.Dropdown aria-label={label}>
        <fieldset className={classes.copyDays}>
          <legend>{t('modules.schedule.copy_to')}</legend>
          {days
            .filter((one) => one !== slot.day)
            .map((one) => (
              <Checkbox
                key={one}
                label={weekdayName(one, locale)}
                checked={chosen.includes(one)}
                onChange={() =>
                  choose((now) => (now.includes(one) ? now.filter((other) => other !== one) : [...now, one]))
                }
              />
            ))}
        </fieldset>
        {ofDay.length > 1 && (
          <Checkbox
            mt={12}
            label={t('modules.schedule.copy_whole', { count: ofDay.length })}
            checked={whole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
        )}
        <Button mt={12} variant="filled" disabled={chosen.length === 0} onClick={copy}>
          {t('modules.schedule.copy_done')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
