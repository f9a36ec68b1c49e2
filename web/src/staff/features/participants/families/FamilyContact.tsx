import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { Family } from '@vpisnik/contract/families';
import { dialling, mailtoOf } from '@vpisnik/contract/rules/limits';
import { type ReactNode, useId, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import classes from './families.module.css';

const EditContact = onDemand(async () => (await import('./EditContact.tsx')).EditContact);

/** The contact of a family; where its members differ, all that they say. */
export function FamilyContact({ family, mayChange }: { family: Family; mayChange: boolean }) {
  const { t } = useI18n();
  const [isEdited, setEdited] = useState(false);
  const title = useId();
  const { names, emails, phones } = family.contact;
  const differs = [names, emails, phones].some(({ length }) => length > 1);
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.label}>
        {t('modules.family.contact')}
      </h2>
      {names.length + emails.length + phones.length === 0 && (
        <p className={classes.small}>{t('modules.family.contact_none')}</p>
      )}
      <dl className={classes.pairs}>
        {names.length > 0 && (
          <Pair title={t('modules.participant.fields.name')}>
            {names.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </Pair>
        )}
        {emails.length > 0 && (
          <Pair title={t('modules.participant.fields.email')}>
            {emails.map((email) => (
              <a key={email} href={mailtoOf(email)}>
                {email}
              </a>
            ))}
          </Pair>
        )}
        {phones.length > 0 && (
          <Pair title={t('modules.participant.fields.phone')}>
            {phones.map((phone) => (
              <a key={phone} href={dialling(phone)} className="num">
                {phone}
              </a>
            ))}
          </Pair>
        )}
      </dl>
      {differs && <p className={classes.small}>{t('modules.family.differ')}</p>}
      {mayChange && (
        <Button
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          onClick={() => setEdited(true)}
        >
          {t('modules.family.edit')}
        </Button>
      )}
      {isEdited && <EditContact family={family} onClose={() => setEdited(false)} />}
    </section>
  );
}

function Pair({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
