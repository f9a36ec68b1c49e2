import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { InfoDialog } from '../../../../ui/dialog/InfoDialog.tsx';
import { MailText } from '../../../../ui/marks/MailText.tsx';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { useEditor } from '../editor/editor-context.ts';
import classes from './emails.module.css';

/** Characters of a mail that are shown before all of it is asked for. */
const FIRST = 180;

/** What a group's mails by a template say: subject and first words, with a made-up participant; the whole on demand. */
export function EmailResult({ template }: { template: TemplateSummary }) {
  const { t } = useI18n();
  const { group, language } = useEditor();
  const [isWhole, setWhole] = useState(false);
  const call = useApi().template_previews.show;
  const status = template.email_type === 'application_status_update' ? 'approved' : 'pending';
  const input = {
    params: { id: template.id },
    body: { language, status, group_id: group?.id ?? null },
  } as const;
  const query = useQuery({
    ...call.options(input),
    // what the group and the template say may have been saved meanwhile
    queryKey: [...call.key(input), group?.version, template.version],
    staleTime: 0,
    retry: false,
  });
  const title = t(`modules.group.emails.${template.email_type}`);
  if (query.isError)
    return (
      <div className={classes.result}>
        <PartFailed compact error={query.error} onRetry={query.refetch} />
      </div>
    );
  if (!query.data)
    return (
      <div className={classes.result} role="status" aria-label={t('layout.pending')}>
        <p className={classes.waiting} />
      </div>
    );
  const { subject, text, participant_name, group_name } = query.data;
  const whole = t('modules.group_emails.whole');
  const example = { participant: participant_name, group: group_name };
  return (
    <div className={classes.result}>
      <p className={classes.small}>{t('modules.group_emails.result', example)}</p>
      <div lang={language}>
        <p className={classes.subject}>{subject}</p>
        <p className={classes.words}>{firstWords(text)}</p>
      </div>
      <Button size="compact-sm" aria-label={`${whole}: ${title}`} onClick={() => setWhole(true)}>
        {whole}
      </Button>
      {isWhole && (
        <InfoDialog title={title} size={640} onClose={() => setWhole(false)}>
          <MailText subject={subject} text={text} language={language} />
        </InfoDialog>
      )}
    </div>
  );
}

/** The beginning of a text without its empty lines, up to the end of a word. */
function firstWords(text: string): string {
  const lines = text.trim().replace(/\s*\n\s*/g, '\n');
  return lines.length <= FIRST ? lines : `${lines.slice(0, FIRST + 1).replace(/\s\S*$/, '')} …`;
}
