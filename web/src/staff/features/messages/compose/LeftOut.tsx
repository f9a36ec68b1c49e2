import { Link } from '@tanstack/react-router';
import type { MessageAudience } from '@vpisnik/contract/messages';
import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { messageIncludes } from '@vpisnik/contract/rules/messages';
import { useId, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import { useMay } from '../../../permission/Permission.tsx';
import classes from './compose.module.css';

type MessageInclude = (typeof messageIncludes)[number];

type LeftOutProps = {
  audience: Pick<MessageAudience, 'left_out'>;
  included: readonly MessageInclude[];
  onInclude: (included: MessageInclude[]) => void;
};

/** Who gets no message, by reason, with what can be done about it; and who of them was included by hand. */
export function LeftOut({ audience: { left_out }, included, onInclude }: LeftOutProps) {
  const { t } = useI18n();
  const count = left_out.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      {count > 0 && (
        <>
          <h3 className={classes.why}>{t('modules.message.left_out.title', { count })}</h3>
          <ul className={classes.reasons}>
            {left_out.map((one) => (
              <Reason key={one.reason} {...one} onInclude={(reason) => onInclude([...included, reason])} />
            ))}
          </ul>
        </>
      )}
      {messageIncludes
        .filter((one) => included.includes(one))
        .map((one) => (
          <p key={one} className={classes.included}>
            <span>{t(`modules.message.included.${one}`)}</span>
            <button
              type="button"
              className={classes.link}
              aria-label={`${t('modules.message.left_out.leave_out')}: ${t(`modules.message.included.${one}`)}`}
              onClick={() => onInclude(included.filter((other) => other !== one))}
            >
              {t('modules.message.left_out.leave_out')}
            </button>
          </p>
        ))}
    </>
  );
}

type ReasonProps = MessageAudience['left_out'][number] & { onInclude: (reason: MessageInclude) => void };

function Reason({ reason, count, people, onInclude }: ReasonProps) {
  const { t, locale } = useI18n();
  const seesAll = useMay('participants.list');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const words = t(`modules.message.left_out.reasons.${reason}`);
  const toggle = t(isOpen ? 'modules.message.left_out.hide' : 'modules.message.left_out.show');
  const choosable = messageIncludes.find((one) => one === reason);
  return (
    <li>
      <b>{numberFormat(formatTag[locale]).format(count)}</b>
      <span>{words}</span>
      <span className={classes.acts}>
        {people.length > 0 && (
          <button
            type="button"
            className={classes.link}
            aria-label={`${toggle}: ${words}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {toggle}
          </button>
        )}
        {choosable && (
          <button
            type="button"
            className={classes.link}
            aria-label={`${t('modules.message.left_out.include')}: ${words}`}
            onClick={() => onInclude(choosable)}
          >
            {t('modules.message.left_out.include')}
          </button>
        )}
      </span>
      <div id={id} hidden={!isOpen} className={classes.named}>
        {isOpen && (
          <>
            {(reason === 'no_email' || reason === 'bounced') && (
              <p className={classes.small}>{t(`modules.message.left_out.help.${reason}`)}</p>
            )}
            <ul>
              {people.map(({ id: participant_id, name }) => (
                <li key={participant_id}>
                  {seesAll ? (
                    <Link to="/participants/$participant_id" params={{ participant_id }} target="_blank">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </li>
              ))}
            </ul>
            {people.length < count && (
              <p className={classes.small}>
                {t('modules.message.left_out.more', { count: count - people.length })}
              </p>
            )}
          </>
        )}
      </div>
    </li>
  );
}
