import { Radio } from '@mantine/core';
import type { MessageAudience } from '@vpisnik/contract/messages';
import { messageKinds } from '@vpisnik/contract/rules/messages';
import type { FieldsOf } from '../../../../lib/form/entity-form.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { controlId } from '../../../../ui/form/form-words.ts';
import type { MessageValues } from '../values.ts';
import classes from './compose.module.css';

type KindProps = { form: FieldsOf<MessageValues>; audience: MessageAudience | undefined };

/** Whether a message is about the enrolment or news; chosen by its writer, never for them. */
export function Kind({ form, audience }: KindProps) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  const declined = audience?.left_out.find(({ reason }) => reason === 'declined_news')?.count ?? 0;
  return (
    <section className={classes.part} aria-labelledby="message-kind">
      <h2 id="message-kind">{t('modules.message.fields.kind')}</h2>
      <Radio.Group
        aria-labelledby="message-kind"
        value={values.kind ?? ''}
        error={problems.find(({ path }) => path === 'kind')?.message}
        onChange={(value) => change({ kind: messageKinds.find((one) => one === value) ?? null })}
      >
        <div className={classes.options}>
          {messageKinds.map((one, at) => (
            <Radio
              key={one}
              {...(at === 0 && { id: controlId('kind') })}
              value={one}
              label={t(`modules.message.kinds.${one}.label`)}
              description={t(`modules.message.kinds.${one}.text`)}
            />
          ))}
        </div>
      </Radio.Group>
      {values.kind === 'news' && declined > 0 && (
        <p className={classes.small}>{t('modules.message.kinds.declined', { count: declined })}</p>
      )}
    </section>
  );
}
