import { Radio } from '@mantine/core';
import { inZone } from '@vpisnik/contract/rules/format';
import { messageReplies } from '@vpisnik/contract/rules/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldsOf } from '../../../../lib/form/entity-form.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useNow } from '../../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { instantOf } from '../../../../lib/time/zone.ts';
import { DateField } from '../../../../ui/date/DateField.tsx';
import { formatShort } from '../../../../ui/date/date.ts';
import { parseTime, TimeField } from '../../../../ui/date/TimeField.tsx';
import { controlId } from '../../../../ui/form/form-words.ts';
import type { MessageValues } from '../values.ts';
import classes from './compose.module.css';

type SendingProps = {
  form: FieldsOf<MessageValues>;
  /** Told whether a time was chosen that is none yet. */
  onTimeless: (isTimeless: boolean) => void;
};

/** The hour at which a message is planned unless another is typed. */
const usualTime = '17:00';

/** When a message leaves, from whom, and where answers go. */
export function Sending({ form, onTimeless }: SendingProps) {
  const { t, locale } = useI18n();
  const { organization, user } = useSession();
  const { values, change, problems } = form;
  const address = {
    organization: organization?.contact_email ?? organization?.owner_email ?? '',
    // the sender, and not the author
    sender: user?.email ?? '',
  };
  return (
    <section className={classes.part} aria-labelledby="message-sending">
      <h2 id="message-sending">{t('modules.message.sending')}</h2>
      <SendTime
        value={values.send_at}
        problem={problems.find(({ path }) => path === 'send_at')?.message}
        onChange={(send_at, isTimeless) => {
          change({ send_at });
          onTimeless(isTimeless);
        }}
        {...{ t, locale }}
      />
      <Radio.Group
        label={t('modules.message.fields.reply_to')}
        description={t('modules.message.from', { name: organization?.name ?? '' })}
        value={values.reply_to}
        onChange={(value) =>
          change({ reply_to: messageReplies.find((one) => one === value) ?? values.reply_to })
        }
      >
        <div className={classes.options}>
          {messageReplies.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`modules.message.reply.${one}`)}
              description={address[one]}
            />
          ))}
        </div>
      </Radio.Group>
    </section>
  );
}

type SendTimeProps = Pick<ReturnType<typeof useI18n>, 't' | 'locale'> & {
  value: string | null;
  problem: string | undefined;
  onChange: (send_at: string | null, isTimeless: boolean) => void;
};

/** Now, or at a day and time of the organisation's zone. */
function SendTime({ value, problem, onChange, t, locale }: SendTimeProps) {
  const timeZone = useTimeZone();
  const now = useNow(timeZone);
  const given = value === null ? null : inZone(value, timeZone);
  const [isLater, setLater] = useState(given !== null);
  const [day, setDay] = useState<string | null>(given?.day ?? null);
  const [time, setTime] = useState(given?.time ?? usualTime);
  const told = (later: boolean, day: string | null, time: string) => {
    const at = day !== null && parseTime(time) !== null ? instantOf(day, time, timeZone) : null;
    setLater(later);
    setDay(day);
    setTime(time);
    onChange(later ? at : null, later && at === null);
  };
  // it was changed elsewhere: by another person, or taken back
  const follow = useEffectEvent((at: string | null) => {
    const own = isLater && day !== null && parseTime(time) !== null ? instantOf(day, time, timeZone) : null;
    if (at === null ? own === null : own !== null && Date.parse(own) === Date.parse(at)) return;
    const local = at === null ? null : inZone(at, timeZone);
    setLater(local !== null);
    if (local) {
      setDay(local.day);
      setTime(local.time);
    }
    onChange(at, false);
  });
  useEffect(() => follow(value), [value]);
  const noTime = parseTime(time) === null ? t('modules.message.when.no_time') : null;
  const days = day === null ? null : (Date.parse(day) - Date.parse(now.day)) / 86_400_000;
  return (
    <>
      <Radio.Group
        label={t('modules.message.when.label')}
        value={isLater ? 'later' : 'now'}
        onChange={(choice) => told(choice === 'later', day, time)}
      >
        <div className={classes.options}>
          <Radio
            id={isLater ? undefined : controlId('send_at')}
            value="now"
            label={t('modules.message.when.now')}
          />
          <Radio value="later" label={t('modules.message.when.later')} />
        </div>
      </Radio.Group>
      {isLater && (
        <div className={classes.time}>
          <DateField
            id={controlId('send_at')}
            name="send_day"
            label={t('modules.message.when.day')}
            value={day}
            minDate={formatShort(now.day, locale)}
            error={noTime ?? problem}
            onChange={(next) => told(true, next, time)}
            beside={
              <TimeField
                className={classes.hour}
                aria-label={t('modules.message.when.time')}
                value={time}
                error={noTime}
                // the field of the day shows it, so that both boxes stay on one line
                errorProps={{ className: 'vh' }}
                onChange={(next) => told(true, day, next)}
              />
            }
            {...{ t, locale }}
          />
          {days !== null && days >= 0 && (
            <p className={classes.ahead}>
              {new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')}
            </p>
          )}
        </div>
      )}
    </>
  );
}
