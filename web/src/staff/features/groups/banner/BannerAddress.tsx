import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './banner.module.css';

type Props = {
  id: string;
  url: string;
  error: string | undefined;
  onChange: (url: string) => void;
  onFetch: (url: string) => void;
};

/** A picture that is on the web, by its address; the server fetches it when asked to. */
export function BannerAddress({ id, url, error, onChange, onFetch }: Props) {
  const { t } = useI18n();
  const [missing, setMissing] = useState(false);
  const fetch = () => {
    const given = url.trim();
    setMissing(given === '');
    if (given) onFetch(given);
  };
  return (
    <div className={classes.address}>
      <TextInput
        id={id}
        type="url"
        inputMode="url"
        autoComplete="off"
        label={t('modules.group_banner.url')}
        placeholder="https://"
        value={url}
        error={missing ? t('errors.fields.required') : error}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setMissing(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter here fetches the picture instead of saving the group
          event.preventDefault();
          fetch();
        }}
      />
      <Button onClick={fetch}>{t('modules.group_banner.fetch')}</Button>
    </div>
  );
}
