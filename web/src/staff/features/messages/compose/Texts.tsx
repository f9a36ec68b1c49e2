import type { Message, MessageAudience } from '@vpisnik/contract/messages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useRef, useState } from 'react';
import type { FieldsOf } from '../../../../lib/form/entity-form.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { controlId } from '../../../../ui/form/form-words.ts';
import { LanguageTabs } from '../../../../ui/form/LanguageTabs.tsx';
import { insertPlaceholder, NotationTools } from '../../notification-templates/Notation.tsx';
import { PlaceholderField } from '../../notification-templates/PlaceholderField.tsx';
import { fallbackOf, isComplete, type MessageValues, missingOf } from '../values.ts';
import classes from './compose.module.css';

type TextsProps = {
  form: FieldsOf<MessageValues>;
  row: Message;
  audience: MessageAudience | undefined;
  shown: readonly Language[];
  language: Language;
  onLanguage: (language: Language) => void;
};

/** Subject and words in each language, with how many read it. */
export function Texts({ form, row, audience, shown, language, onLanguage }: TextsProps) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  // where a placeholder goes: the text that was edited last
  const target = useRef<'subject' | 'body'>('body');
  const [into, setInto] = useState<'subject' | 'body'>('body');
  const readers = (of: Language) => audience?.languages[of];
  const states = shown.map((one) => {
    const missing = missingOf(values, one);
    // nobody reads it
    const isLeft = missing.length === 2 && readers(one) === 0;
    return {
      language: one,
      count: readers(one),
      failed: problems.some(({ path }) => path.endsWith(`.${one}`)),
      ...(missing[0] &&
        !isLeft && {
          missing: t(`modules.message.missing.${missing.length === 2 ? 'words' : missing[0]}`),
        }),
    };
  });
  const set = (part: 'subject' | 'body', text: string) =>
    change((now) => ({ [part]: { ...now[part], [language]: text } }));
  const field = (part: 'subject' | 'body') => ({
    id: controlId(`${part}.${language}`),
    label: t(`modules.message.fields.${part}`),
    lang: language,
    value: values[part][language] ?? '',
    error: problems.find(({ path }) => path === `${part}.${language}`)?.message,
    onFocus: () => {
      target.current = part;
      setInto(part);
    },
    onChange: (event: { currentTarget: { value: string } }) => set(part, event.currentTarget.value),
  });
  return (
    <section className={classes.part} aria-labelledby="message-texts">
      <h2 id="message-texts">{t('modules.message.content')}</h2>
      <LanguageTabs languages={states} active={language} onChange={onLanguage}>
        <div key={language} className={classes.texts}>
          <PlaceholderField {...field('subject')} placeholders={row.placeholders} />
          <PlaceholderField
            {...field('body')}
            placeholders={[...row.placeholders, ...row.text_placeholders]}
            lines={[7, 24]}
          />
          <NotationTools
            placeholders={row.placeholders}
            textPlaceholders={row.text_placeholders}
            field={t(`modules.message.fields.${into}`)}
            isLong={into === 'body'}
            onInsert={(name) => {
              const part = target.current;
              insertPlaceholder(controlId(`${part}.${language}`), {
                name,
                text: values[part][language] ?? '',
                change: (text) => set(part, text),
              });
            }}
          />
        </div>
      </LanguageTabs>
      {shown.map((one) => {
        const count = readers(one) ?? 0;
        const other = fallbackOf(values, one, shown);
        return (
          count > 0 &&
          other &&
          !isComplete(values, one) && (
            <p key={one} className={classes.small}>
              {t(`modules.message.fallback.${one}`)} {t('modules.message.fallback.count', { count })}
            </p>
          )
        );
      })}
    </section>
  );
}
