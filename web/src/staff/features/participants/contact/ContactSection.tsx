import { Button } from '@mantine/core';
import { IconAlertTriangle, IconMail } from '@tabler/icons-react';
import type { Participant } from '@vpisnik/contract/participants';
import { mailtoOf } from '@vpisnik/contract/rules/limits';
import { useId } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { useParticipantDialogs } from '../Dialogs.tsx';
import { CallButton } from './CallButton.tsx';
import classes from './contact.module.css';
import { contactOf } from './contact.ts';

/** Contact of a participant: the guardian's name where there is one, telephone and e-mail, and whether mail arrives there. */
export function ContactSection({ participant }: { participant: Participant }) {
  const { t } = useI18n();
  const { id, name, email, address_bounced } = participant;
  const contact = contactOf(participant);
  const open = useParticipantDialogs();
  const mayCorrect = useMay('participants.manage');
  const warning = useId();
  const isReachable = contact.phone !== null || email !== null;
  return (
    <section aria-label={t('modules.participant.contact.title')}>
      {contact.guardian && (
        <p className={classes.guardian}>
          <b>{contact.guardian}</b> <span>{t('modules.participant.contact.guardian')}</span>
        </p>
      )}
      {!isReachable && <p className={classes.none}>{t('modules.participant.contact.none')}</p>}
      <div className={classes.ways}>
        {contact.phone && <CallButton phone={contact.phone} name={contact.name} />}
        {email && (
          <a
            className={classes.way}
            href={mailtoOf(email)}
            aria-label={t('modules.participant.contact.write', { name: contact.name, email })}
            aria-describedby={address_bounced ? warning : undefined}
          >
            <IconMail size={18} stroke={1.75} aria-hidden />
            <span>{email}</span>
          </a>
        )}
      </div>
      {address_bounced && (
        <div className={classes.bounced}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <p id={warning}>{t('modules.participant.contact.bounced')}</p>
          {mayCorrect && (
            <Button size="compact-sm" onClick={() => open({ kind: 'edit', id, name })}>
              {t('modules.participant.contact.correct')}
            </Button>
          )}
        </div>
      )}
      {contact.ownPhone && (
        <p className={classes.own}>
          {t('modules.participant.contact.own')} <CallButton phone={contact.ownPhone} name={name} />
        </p>
      )}
    </section>
  );
}
