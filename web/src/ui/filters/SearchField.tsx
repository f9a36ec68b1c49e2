import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import classes from './ListToolbar.module.css';

type SearchFieldProps = {
  /** The search of the URL. */
  value: string;
  /** Called 250 ms after the last key, and at once when cleared. */
  onChange: (value: string) => void;
  /** Searched fields, as placeholder and accessible name: `Ime, e-pošta ali telefon`. */
  label: string;
};

const delay = 250;

/** Search as you type. */
export function SearchField({ value, onChange, label }: SearchFieldProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter({ warn: false });
  const change = useRef(onChange);
  change.current = onChange;
  // Back and forward change the URL without typing.
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return;
    let timer: ReturnType<typeof setTimeout>;
    const send = () => {
      // waits out a navigation, which a change of this page's address would cancel
      if (router?.state.status === 'pending') {
        timer = setTimeout(send, delay);
        return;
      }
      sent.current = typed;
      change.current(typed);
    };
    timer = setTimeout(send, delay);
    return () => clearTimeout(timer);
  }, [typed, router]);
  const clear = () => {
    sent.current = '';
    setTyped('');
    onChange('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      className={classes.search ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={typed && <CloseButton onClick={clear} aria-label={t('ui.list.clear_search')} />}
    />
  );
}
