import { Switch } from '@mantine/core';
import type { MessageAudience } from '@vpisnik/contract/messages';
import type { FieldsOf } from '../../../../lib/form/entity-form.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { controlId } from '../../../../ui/form/form-words.ts';
import type { MessageValues } from '../values.ts';
import classes from './compose.module.css';

type ExtrasProps = { form: FieldsOf<MessageValues>; audience: MessageAudience | undefined };

/** Parts that a mail may have beside its words: what is still to be paid, and the facts of the group. */
export function Extras({ form: { values, change }, audience }: ExtrasProps) {
  const { t } = useI18n();
  return (
    <div className={classes.extras}>
      <Switch
        id={controlId('with_payments')}
        label={t('modules.message.fields.with_payments')}
        description={audience && t('modules.message.payments_hint', { count: audience.with_open_payments })}
        checked={values.with_payments}
        onChange={(event) => change({ with_payments: event.currentTarget.checked })}
      />
      <Switch
        id={controlId('with_group')}
        label={t('modules.message.fields.with_group')}
        description={t('modules.message.group_hint')}
        checked={values.with_group}
        onChange={(event) => change({ with_group: event.currentTarget.checked })}
      />
    </div>
  );
}
