import { IconMail } from '@tabler/icons-react';
import type { Participant } from '@vpisnik/contract/participants';
import { mailtoOf } from '@vpisnik/contract/rules/limits';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { CallButton } from './CallButton.tsx';
import classes from './contact.module.css';
import { contactOf } from './contact.ts';

/** Contact of a participant: the guardian's name where there is one, telephone and e-mail. */
export function ContactSection({ participant }: { participant: Participant }) {
  const { t } = useI18n();
  const { name, email } = participant;
  const contact = contactOf(participant);
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
          >
            <IconMail size={18} stroke={1.75} aria-hidden />
            <span>{email}</span>
          </a>
        )}
      </div>
      {contact.ownPhone && (
        <p className={classes.own}>
          {t('modules.participant.contact.own')} <CallButton phone={contact.ownPhone} name={name} />
        </p>
      )}
    </section>
  );
}
