import { Button, Textarea } from '@mantine/core';
import type { Installation } from '@vpisnik/contract/installation';
import { noticeText } from '@vpisnik/contract/rules/installation';
import { limits } from '@vpisnik/contract/rules/limits';
import { languages } from '@vpisnik/contract/rules/texts';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useControls, useFormWords } from '../../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { ErrorSummary } from '../../../../ui/form/saving/ErrorSummary.tsx';
import { FormFailure } from '../../../../ui/form/saving/FormFailure.tsx';
import { useSummaryFocus } from '../../../../ui/form/saving/summary-focus.ts';
import { UnsavedGuard } from '../../../../ui/form/saving/UnsavedGuard.tsx';
import { Banner } from '../../../../ui/notice/Banner.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from './installation.module.css';
import { useRememberInstallation } from './queries.ts';
import { type NoticeValues, problemsOf, saveNotice, valuesOf, wireOf } from './values.ts';

/** The notice on all screens in both languages, with how it will look. */
export function NoticeForm({ installation }: { installation: Installation }) {
  const { t } = useI18n();
  const api = useApi();
  const remember = useRememberInstallation();
  const form = useEntityForm<NoticeValues, Installation>({
    initial: installation,
    valuesOf,
    problemsOf,
    send: (values, _fields, row) => saveNotice(api, values, row),
  });
  // the switch beside the form makes versions too
  const receive = useEffectEvent((newest: Installation) => form.receive(newest));
  useEffect(() => receive(installation), [installation]);
  const { summary, describe } = useFormWords(form.values, (field) =>
    t(`modules.installation.fields.${field}`),
  );
  const { text } = useControls(form);
  const head = useSummaryFocus(form.refusals);
  const finish = async (saving: Promise<Installation | undefined>) => {
    const saved = await saving;
    if (!saved) return;
    remember(saved);
    notify({ message: 'modules.installation.saved', act: 'modules.installation.failed' });
  };
  return (
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.saving) void finish(form.save());
      }}
    >
      <UnsavedGuard dirty={form.dirty} />
      <ConflictNotice form={form} describe={describe} finish={finish} />
      <ErrorSummary ref={head} errors={summary(form.problems)} />
      {form.failure !== null && (
        <FormFailure>{errorText(form.failure, t, 'modules.installation.failed')}</FormFailure>
      )}
      {languages.map((language) => (
        <Textarea
          key={language}
          {...text(`notice.${language}`)}
          label={t(`layout.languages.${language}`)}
          description={t('modules.installation.count', {
            count: limits.notice - form.values.notice[language].length,
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          lang={language}
          rows={3}
        />
      ))}
      <Preview values={form.values} read_only={installation.read_only} />
      <div className={classes.foot}>
        <Button type="submit" variant="filled" {...waiting(form.saving)}>
          {t(form.saving ? 'ui.save_bar.saving' : 'modules.installation.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The notice as readers of each language will see it. */
function Preview({ values, read_only }: { values: NoticeValues; read_only: boolean }) {
  const { t } = useI18n();
  const { notice: texts } = wireOf(values);
  return (
    <section className={classes.preview} aria-label={t('modules.installation.preview.label')}>
      <h3>{t('modules.installation.preview.label')}</h3>
      {languages.map((language) => {
        const told = noticeText({ texts, read_only }, language);
        return (
          <div key={language}>
            <p>{t(`layout.languages.${language}`)}</p>
            {told ? (
              <Banner quiet>
                <span lang={told.language}>{told.text}</span>
              </Banner>
            ) : read_only ? (
              <Banner quiet>
                <span lang={language}>{t(`modules.installation.preview.read_only_${language}`)}</span>
              </Banner>
            ) : (
              <p className={classes.none}>{t('modules.installation.preview.none')}</p>
            )}
          </div>
        );
      })}
    </section>
  );
}
