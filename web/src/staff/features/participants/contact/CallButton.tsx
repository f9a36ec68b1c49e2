import { IconPhone } from '@tabler/icons-react';
import { dialling } from '@vpisnik/contract/rules/limits';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './contact.module.css';

/** A telephone as a button that calls it, high enough for a thumb. */
export function CallButton({ phone, name }: { phone: string; name: string }) {
  const { t } = useI18n();
  return (
    <a
      className={classes.way}
      href={dialling(phone)}
      aria-label={t('modules.participant.contact.call', { name, phone })}
    >
      <IconPhone size={18} stroke={1.75} aria-hidden />
      <span className="num">{phone}</span>
    </a>
  );
}
