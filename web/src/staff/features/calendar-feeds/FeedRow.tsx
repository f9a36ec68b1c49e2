import { Button, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CalendarFeed } from '@vpisnik/contract/calendar-feeds';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useEffect, useId, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { copyLink } from '../sharing/links.ts';
import classes from './feeds.module.css';

type FeedRowProps = {
  kind: CalendarFeed['kind'];
  groupId: string | null;
  /** The group's name. */
  name: string;
  feed: CalendarFeed | undefined;
  /** The address, as long as it is known: right after it was made. */
  url: string | undefined;
  onMade: (url: string) => Promise<unknown>;
  onRevoked: () => Promise<unknown>;
};

/** A calendar and its address: made, copied, renewed and revoked here. */
export function FeedRow({ kind, groupId, name, feed, url, onMade, onRevoked }: FeedRowProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const timeZone = useTimeZone();
  const id = useId();
  const [asked, ask] = useState<'renew' | 'revoke' | null>(null);
  const make = useMutation({
    mutationFn: () => api.calendar_feeds.create({ body: { kind, group_id: groupId, language: locale } }),
    onSuccess: ({ url: made }) => onMade(made),
    onSettled: () => ask(null),
  });
  const revoke = useMutation({
    mutationFn: () => api.calendar_feeds.remove({ params: { id: feed?.id ?? '' } }),
    onSuccess: () => {
      notify({ message: 'modules.calendar_feed.revoked' });
      section.current?.focus();
      return onRevoked();
    },
    onSettled: () => ask(null),
  });
  const section = useRef<HTMLElement>(null);
  const address = useRef<HTMLInputElement>(null);
  // the pressed button unmounts; focuses the new address, ready to copy
  useEffect(() => {
    if (url) address.current?.focus();
  }, [url]);
  const failed = make.error ?? revoke.error;
  const title = kind === 'group' ? name : t(`modules.calendar_feed.kinds.${kind}`);
  return (
    <section ref={section} tabIndex={-1} className={classes.feed} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>
        {t(`modules.calendar_feed.about.${kind}`)}
        {feed &&
          ` ${
            feed.fetched_at
              ? t('modules.calendar_feed.fetched', {
                  at: formatInstant(feed.fetched_at, { locale, timeZone }),
                })
              : t('modules.calendar_feed.not_fetched')
          }`}
      </p>
      {url && (
        <>
          <TextInput
            label={t('modules.calendar_feed.address')}
            description={t('modules.calendar_feed.once')}
            ref={address}
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.acts}>
            <Button
              variant="filled"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
              onClick={() => copyLink(url)}
            >
              {t('modules.calendar_feed.copy')}
            </Button>
            <Button
              component="a"
              href={url.replace(/^https?:/, 'webcal:')}
              leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden />}
            >
              {t('modules.calendar_feed.open')}
            </Button>
          </div>
        </>
      )}
      {failed && (
        <p className={classes.failed} role="alert">
          {errorText(failed, t, 'errors.general.server')}
        </p>
      )}
      <div className={classes.acts}>
        {feed ? (
          <>
            <Button onClick={() => ask('renew')}>{t('modules.calendar_feed.renew')}</Button>
            <Button color="error" variant="subtle" onClick={() => ask('revoke')}>
              {t('modules.calendar_feed.revoke')}
            </Button>
          </>
        ) : (
          <Button {...waiting(make.isPending, () => make.mutate())}>{t('modules.calendar_feed.make')}</Button>
        )}
      </div>
      <ConfirmDialog
        opened={asked !== null}
        title={t(
          asked === 'revoke' ? 'modules.calendar_feed.revoke_title' : 'modules.calendar_feed.renew_title',
          {
            name: title,
          },
        )}
        confirm={t(asked === 'revoke' ? 'modules.calendar_feed.revoke' : 'modules.calendar_feed.renew')}
        cancel={t('modules.calendar_feed.keep')}
        danger={asked === 'revoke'}
        busy={make.isPending || revoke.isPending}
        onConfirm={() => (asked === 'revoke' ? revoke.mutate() : make.mutate())}
        onCancel={() => ask(null)}
      >
        {t('modules.calendar_feed.ends')}
      </ConfirmDialog>
    </section>
  );
}
