import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Message } from '@vpisnik/contract/messages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { MailText } from '../../../../ui/marks/MailText.tsx';
import { MailPreview } from '../../notification-templates/preview/MailPreview.tsx';
import { previewQuery } from '../queries.ts';

/** What a message says in a language, as the mail to its first recipient has it; as it was written where that can't be had. */
export function Words({ message, language }: { message: Message; language: Language }) {
  const { t } = useI18n();
  const scheme = useComputedColorScheme();
  const { data } = useQuery(previewQuery(useApi(), message, { language, recipient: 0 }));
  const written = message.texts[language];
  if (!written) return null;
  return (
    <div>
      <h3>{t(`layout.languages.${language}`)}</h3>
      {data ? (
        <MailPreview mail={data} language={language} view="desk" dark={scheme === 'dark'} />
      ) : (
        <MailText subject={written.subject} text={written.body} language={language} />
      )}
    </div>
  );
}
