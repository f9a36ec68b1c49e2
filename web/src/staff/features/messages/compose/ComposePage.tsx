import { Button, Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Message } from '@vpisnik/contract/messages';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useEffect, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { controlId } from '../../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { ErrorSummary } from '../../../../ui/form/saving/ErrorSummary.tsx';
import { useSummaryFocus } from '../../../../ui/form/saving/summary-focus.ts';
import { UnsavedGuard } from '../../../../ui/form/saving/UnsavedGuard.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { audienceQuery, useRememberMessage } from '../queries.ts';
import { useBack } from '../use-back.ts';
import {
  audienceKey,
  bodyOf,
  comparable,
  fieldOf,
  type MessageValues,
  sendProblems,
  storeProblems,
  textProblems,
  valuesOf,
} from '../values.ts';
import { conflictText, fieldName, worded } from '../words.ts';
import { Attachments } from './Attachments.tsx';
import classes from './compose.module.css';
import { DeleteDraft } from './DeleteDraft.tsx';
import { Extras } from './Extras.tsx';
import { Kind } from './Kind.tsx';
import { Preview } from './Preview.tsx';
import { Recipients } from './Recipients.tsx';
import { SendBar } from './SendBar.tsx';
import { Sending } from './Sending.tsx';
import { Texts } from './Texts.tsx';
import { useAutosave } from './use-autosave.ts';
import { useTakeover } from './use-takeover.tsx';

/** A draft: to whom, what and when, beside the mail as each of them gets it. It is stored while it is written. */
export function ComposePage({ message }: { message: Message }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const timeZone = useTimeZone();
  const remember = useRememberMessage();
  const { organization } = useSession();
  const shown: readonly Language[] = organization?.languages ?? ['sl', 'en'];
  const back = useBack(message);
  const [takeOver, takeoverDialog] = useTakeover(remember);
  const form = useEntityForm<MessageValues, Message>({
    initial: message,
    valuesOf: (row) => valuesOf(row ?? message),
    comparable,
    fieldOf,
    problemsOf: storeProblems,
    send: (values, fields, base) =>
      takeOver((shown) =>
        api.messages.update({
          params: { id: message.id },
          body: { ...bodyOf(values, fields), ...shown, version: (base ?? message).version },
        }),
      ),
  });
  const { values, receive } = form;
  const row = form.row ?? message;
  const [language, setLanguage] = useState<Language>(shown[0] ?? 'sl');
  const [isAsked, setAsked] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  // a time that is typed and is none yet
  const [isTimeless, setTimeless] = useState(false);
  // the summary stands with the rendering that follows
  const [refusals, refuse] = useState(0);
  const head = useSummaryFocus(refusals);
  // a change beside the form: of its files
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row that is read
  useEffect(() => receive(message), [message]);

  const save = async () => {
    const saved = await form.save();
    if (saved) remember(saved);
    return saved;
  };
  useAutosave(form, save);
  const audience = useQuery(audienceQuery(api, row));
  const isCounting = audience.isPlaceholderData || audienceKey(values) !== audienceKey(valuesOf(row));

  const lacks = isAsked ? sendProblems(values, audience.data, { shown, isTimeless }) : [];
  const wrong = textProblems(values);
  const problems = [...form.problems, ...wrong, ...lacks]
    .filter((one, at, all) => all.findIndex(({ path }) => path === one.path) === at)
    .map((problem) => worded(problem, t));
  const fields = { ...form, problems };
  const errors = problems.map((problem) => ({
    id: controlId(problem.path),
    message: `${fieldName(problem.path, t)} – ${problem.message}`,
    reveal: () => {
      const of = shown.find((one) => problem.path.endsWith(`.${one}`));
      if (of) setLanguage(of);
    },
  }));
  /** Whether it may be sent; else says what it lacks. */
  const check = (mails: number | undefined): boolean => {
    setAsked(true);
    const now = form.latest();
    const found = [
      ...storeProblems(now),
      ...textProblems(now),
      ...sendProblems(now, mails === undefined ? audience.data : { mails }, { shown, isTimeless }),
    ];
    if (found.length === 0) return true;
    refuse((count) => count + 1);
    return false;
  };
  const saved = t('modules.message.saved', { when: formatDateTime(row.updated_at, { locale, timeZone }) });
  return (
    <>
      <UnsavedGuard dirty={form.dirty} />
      <PageHeader
        title={t('modules.message.new')}
        back={back}
        fact={
          <span role="status">
            {form.saving ? t('modules.message.saving') : form.dirty ? t('modules.message.unsaved') : saved}
          </span>
        }
        actions={
          <RowMenu name={t('modules.message.draft')}>
            <Menu.Item
              leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
              color="error"
              onClick={() => setDeleting(true)}
            >
              {t('modules.message.delete.confirm')}
            </Menu.Item>
          </RowMenu>
        }
      />
      <div className={classes.conflict}>
        <ConflictNotice
          form={form}
          describe={({ unit, mine, theirs }) => ({
            name: fieldName(unit, t),
            mine: conflictText(unit, mine, t),
            theirs: conflictText(unit, theirs, t),
          })}
          finish={async (saving) => {
            const settled = await saving;
            if (settled) remember(settled);
          }}
        />
      </div>
      {isAsked && <ErrorSummary ref={head} errors={errors} title={t('modules.message.lacks')} />}
      {form.failure !== null && (
        <p className={classes.failure} role="alert">
          {errorText(form.failure, t, 'modules.message.failed.save')}{' '}
          <Button size="compact-sm" onClick={() => void save()}>
            {t('ui.query.retry')}
          </Button>
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.form}>
          <Recipients form={fields} row={row} audience={audience} isCounting={isCounting} />
          <Kind form={fields} audience={audience.data} />
          <Texts
            {...{ shown, language }}
            form={fields}
            row={row}
            audience={audience.data}
            onLanguage={setLanguage}
          />
          <Extras form={fields} audience={audience.data} />
          <Attachments row={row} takeOver={takeOver} onChanged={remember} />
          <Sending form={fields} onTimeless={setTimeless} />
        </div>
        <Preview
          {...{ row, language }}
          values={values}
          hasFaults={wrong.length > 0}
          shared={audience.data?.shared_addresses ?? 0}
        />
        <SendBar
          {...{ row, values, check, save, isCounting, shown, isTimeless }}
          audience={audience.data}
          isDirty={form.isDirty}
          isSaving={form.saving}
          onChanged={receive}
        />
      </div>
      {takeoverDialog}
      <DeleteDraft message={row} opened={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}
