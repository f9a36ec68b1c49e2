import { IconCheck, IconLock, IconMinus, IconStar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Template, TemplateSummary } from '@vpisnik/contract/notification-templates';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { InfoDialog } from '../../../ui/dialog/InfoDialog.tsx';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import classes from './templates.module.css';

/** Whether a template is the system's, used by default, active. */
export function TemplateState({ template }: { template: TemplateSummary }) {
  const { t } = useI18n();
  const { system, active, is_default } = template;
  if (system)
    return (
      <StatusPill tint="inactive" icon={IconLock} plain>
        {t('modules.notification_template.system')}
      </StatusPill>
    );
  if (!active)
    return (
      <StatusPill tint="inactive" icon={IconMinus}>
        {t('modules.notification_template.inactive')}
      </StatusPill>
    );
  return (
    <span className={classes.states}>
      <StatusPill tint="approved" icon={IconCheck}>
        {t('modules.notification_template.active')}
      </StatusPill>
      {is_default && (
        <StatusPill tint="waitlisted" icon={IconStar}>
          {t('modules.notification_template.default')}
        </StatusPill>
      )}
    </span>
  );
}

/** State, what the mail is sent for, and which groups chose the template. */
export function TemplateFact({ template }: { template: Template }) {
  const { t, locale } = useI18n();
  const [isOpened, setOpened] = useState(false);
  const { groups, groups_count: count } = template;
  return (
    <span className={classes.fact}>
      <TemplateState template={template} />
      <span>{t(`modules.notification_template.sent.${template.email_type}`)}</span>
      {count > 0 && (
        <button type="button" className={classes.again} onClick={() => setOpened(true)}>
          {t('modules.notification_template.used', { count })}
        </button>
      )}
      {isOpened && (
        <InfoDialog
          title={t('modules.notification_template.used', { count })}
          size={480}
          onClose={() => setOpened(false)}
        >
          <p className={classes.small}>{t('modules.notification_template.used_hint')}</p>
          <ul className={classes.uses}>
            {groups.map(({ id, name }) => (
              <li key={id}>
                <Link to="/groups/$group_id" params={{ group_id: id }}>
                  {bestText(name, locale).text}
                </Link>
              </li>
            ))}
          </ul>
        </InfoDialog>
      )}
    </span>
  );
}
