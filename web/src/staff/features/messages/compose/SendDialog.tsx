import type { MessageAudience } from '@vpisnik/contract/messages';
import { numberFormat } from '@vpisnik/contract/rules/formatters';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { fallbackOf, isComplete, type MessageValues, titleOf } from '../values.ts';
import classes from './compose.module.css';

type SendDialogProps = {
  opened: boolean;
  values: MessageValues;
  audience: MessageAudience | undefined;
  /** It goes to another number than was shown before. */
  hasChanged: boolean;
  shown: readonly Language[];
  /** When it leaves, in words. */
  when: string;
  isPlanned: boolean;
  act: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before a message is sent: how many mails, in which languages, when, and who gets none. */
export function SendDialog(props: SendDialogProps) {
  const { values, audience, hasChanged, shown, when, isPlanned, act, ...dialog } = props;
  const { t, locale } = useI18n();
  const count = audience?.mails ?? 0;
  const number = (of: number) => numberFormat(formatTag[locale]).format(of);
  const left = audience?.left_out.reduce((sum, one) => sum + one.count, 0) ?? 0;
  const subject = titleOf(values, locale);
  return (
    <ConfirmDialog
      {...dialog}
      title={t(isPlanned ? 'modules.message.ask.plan' : 'modules.message.ask.send', { count })}
      confirm={act}
    >
      {hasChanged && (
        <p className={classes.changed} role="alert">
          {t('modules.message.ask.changed')}
        </p>
      )}
      <p>{t(isPlanned ? 'modules.message.ask.later' : 'modules.message.ask.now', { subject, when })}</p>
      {audience && (
        <ul className={classes.reasons} data-boxed>
          {shown
            .filter((one) => audience.languages[one] > 0)
            .map((one) => {
              const other = isComplete(values, one) ? undefined : fallbackOf(values, one, shown);
              const readers = audience.languages[one];
              return (
                <li key={one}>
                  <b>{number(readers)}</b>
                  <span>
                    {t(`modules.message.ask.${other ? 'instead' : 'in'}.${one}`, { count: readers })}
                  </span>
                </li>
              );
            })}
          {left > 0 && (
            <li>
              <b>{number(left)}</b>
              <span>{t('modules.message.ask.left_out', { count: left })}</span>
            </li>
          )}
        </ul>
      )}
      {values.kind && <p>{t(`modules.message.kinds.${values.kind}.ask`)}</p>}
    </ConfirmDialog>
  );
}
