import { Button, Group } from '@mantine/core';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import { readConfig } from '../../lib/config.ts';
import { useSession } from '../../lib/session/context.ts';
import { useDocumentTitle } from '../../lib/text/document-title.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { useTimeZone } from '../../lib/time/use-time-zone.ts';
import classes from './layout.module.css';
import { useSignOut } from './session/use-sign-out.tsx';

/** The only page that users of an inactive organisation see. */
export function DisabledPage() {
  const { t, locale } = useI18n();
  const { organization } = useSession();
  const timeZone = useTimeZone();
  const { name = '', delete_after } = organization ?? {};
  const deletesOn = delete_after && formatDay(inZone(delete_after, timeZone).day, locale);
  const { signOut } = useSignOut();
  const { contact_url } = readConfig();
  useDocumentTitle(t('layout.disabled.title'));
  return (
    <div className={classes.notice}>
      <h1>{t('layout.disabled.title')}</h1>
      <p>
        {deletesOn
          ? t('layout.disabled.deleted', { name, day: deletesOn })
          : t('layout.disabled.text', { name })}
      </p>
      <Group gap={8}>
        {contact_url && (
          <Button component="a" href={contact_url} variant="filled">
            {t('layout.disabled.contact')}
          </Button>
        )}
        <Button onClick={signOut}>{t('layout.default_authenticated.sign_out')}</Button>
      </Group>
    </div>
  );
}
