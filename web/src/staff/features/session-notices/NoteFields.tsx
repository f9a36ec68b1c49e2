import { TextInput } from '@mantine/core';
import type { Language, Texts } from '@vpisnik/contract/common';
import { limits } from '@vpisnik/contract/rules/limits';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Optional } from '../../../ui/form/Optional.tsx';

type NoteFieldsProps = { languages: readonly Language[]; note: Texts; onChange: (note: Texts) => void };

/** What staff say about a change to those who are told, in each language of the group. */
export function NoteFields({ languages, note, onChange }: NoteFieldsProps) {
  const { t } = useI18n();
  const label = t('modules.session_notice.note');
  return languages.map((language) => (
    <TextInput
      key={language}
      label={
        <>
          {languages.length > 1 ? `${label} (${t(`layout.languages_within.${language}`)})` : label}
          <Optional />
        </>
      }
      lang={language}
      mt={12}
      maxLength={limits.name}
      value={note[language] ?? ''}
      onChange={(event) => onChange({ ...note, [language]: event.currentTarget.value })}
    />
  ));
}
