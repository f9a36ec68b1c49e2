import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { MailText } from '../../../../ui/marks/MailText.tsx';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import classes from './payments.module.css';

type ReminderPreviewProps = {
  participantId: string;
  /** Of which payments; none: of what the server would choose. */
  paymentIds?: string[];
};

/** The reminder that a participant would get now, shown on demand, with a way to the template that words it. */
export function ReminderPreview({ participantId, paymentIds = [] }: ReminderPreviewProps) {
  const { t } = useI18n();
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div className={classes.reminder}>
      <Button
        size="compact-sm"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'modules.payment.remind.hide' : 'modules.payment.remind.show')}
      </Button>
      {isShown && (
        <div id={id}>
          <Reminder participantId={participantId} paymentIds={paymentIds} />
        </div>
      )}
    </div>
  );
}

function Reminder({ participantId, paymentIds }: Required<ReminderPreviewProps>) {
  const { t } = useI18n();
  const mayWord = useMay('templates.manage');
  const { data, error, refetch } = useQuery({
    ...useApi().payments.reminder.options({
      params: { id: participantId },
      body: { payment_ids: paymentIds },
    }),
    // payments and the template may be others by now
    ...{ staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  if (error) return <PartFailed compact error={error} act="errors.general.preview" onRetry={refetch} />;
  if (!data) return <div className={classes.reminderWaits} role="status" aria-label={t('layout.pending')} />;
  const { subject, text, language, to_address, template_id } = data;
  return (
    <>
      <p className={classes.small}>{t('modules.payment.remind.to', { address: to_address })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by its keys */}
      <section className={classes.reminderText} aria-label={t('modules.payment.remind.mail')} tabIndex={0}>
        <MailText subject={subject} text={text} language={language} />
      </section>
      {mayWord && template_id && (
        <Link to="/notifications/$template_id" params={{ template_id }}>
          {t('modules.payment.remind.template')}
        </Link>
      )}
    </>
  );
}
