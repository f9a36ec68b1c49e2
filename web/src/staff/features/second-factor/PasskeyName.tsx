import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';

type PasskeyNameProps = {
  input: RefObject<HTMLInputElement | null>;
  /** Present name; default: this device's system. */
  present?: string;
  isMissing: boolean;
  /** It is what its dialog is about, and has the focus first. */
  isFirst?: boolean;
};

/** Field for a passkey's name, which tells several apart. */
export function PasskeyName({ input, present = systemName(), isMissing, isFirst }: PasskeyNameProps) {
  const { t } = useI18n();
  return (
    <TextInput
      ref={input}
      name="passkey_name"
      data-autofocus={isFirst}
      label={t('modules.second_factor.add_passkey.name')}
      description={t('modules.second_factor.add_passkey.name_hint')}
      autoComplete="off"
      maxLength={100}
      defaultValue={present}
      error={isMissing && t('errors.fields.required')}
    />
  );
}

// the first that fits
const systems: [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

const systemName = () => systems.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? '';
