import { Button, SegmentedControl, Select, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Template } from '@vpisnik/contract/notification-templates';
import { type ParticipantStatus, participantStatuses } from '@vpisnik/contract/participants';
import { type EmailVariant, ownActs } from '@vpisnik/contract/rules/email-types';
import { bestText, type Language } from '@vpisnik/contract/rules/texts';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { wholeQuery } from '../../../../lib/pages-query.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { foundQuery, type PreviewBody, previewQuery } from '../queries.ts';
import shared from '../templates.module.css';
import { languagesOf } from '../values.ts';
import { variantChoices, variedType } from '../words.ts';
import { mailWith } from './edited.ts';
import { MailPreview, type MailView, mailViews } from './MailPreview.tsx';
import classes from './preview.module.css';

type TemplatePreviewProps = {
  template: Template;
  language: Language;
  onLanguage: (language: Language) => void;
  /** As they are being edited; null while a text can't be sent. */
  edited: Pick<PreviewBody, 'translations' | 'sections'> | null;
  /** The path of the text that is being edited or was edited last; null before one is. */
  part: string | null;
};

/**
 * The mail that a template makes, in every way that it may be seen, by the renderer that sends it. Turns to a mail that says
 * the text that is being edited.
 */
export function TemplatePreview({ template, language, onLanguage, edited, part }: TemplatePreviewProps) {
  const { t } = useI18n();
  const api = useApi();
  const tellsStatus = Object.keys(template.original.sl.next_steps).length > 0;
  const [status, setStatus] = useState<ParticipantStatus>('approved');
  const varied = variedType(template.email_type);
  const [variant, setVariant] = useState<EmailVariant | 'first'>('first');
  const [with_name, setWithName] = useState(true);
  const [view, setView] = useState<MailView>('phone');
  const [dark, setDark] = useState(false);
  const [about, setAbout] = useState<Pick<PreviewBody, 'group_id' | 'participant_id'>>({});
  const [followed, setFollowed] = useState<string | null>(null);
  if (part !== followed) {
    setFollowed(part);
    const shown = mailWith(part ?? '');
    if (shown.status) setStatus(shown.status);
    if (shown.variant) setVariant(shown.variant);
    if (shown.with_name !== undefined) setWithName(shown.with_name);
  }
  const [last, setLast] = useState(edited);
  if (edited && edited !== last) setLast(edited);
  const [typed] = useDebouncedValue(last, 250);
  const body: PreviewBody = {
    ...typed,
    ...about,
    language,
    status,
    with_name,
    variant: variant === 'first' ? null : variant,
  };
  const mail = useQuery(previewQuery(api, template.id, body));
  // what is being typed at this moment, too
  const test = useTest(template.id, { ...body, ...last });
  return (
    <section className={classes.preview} aria-label={t('modules.notification_template.preview.title')}>
      <div className={classes.controls}>
        {tellsStatus && !ownActs.some((act) => act === variant) && (
          <Select
            label={t('modules.notification_template.preview.status')}
            data={participantStatuses.map((one) => ({
              value: one,
              label: t(`modules.participant.status.${one}`),
            }))}
            value={status}
            onChange={(value) => setStatus(participantStatuses.find((one) => one === value) ?? status)}
            allowDeselect={false}
          />
        )}
        {varied && (
          <Select
            label={t('modules.notification_template.preview.variant')}
            data={variantChoices(varied, t)}
            value={variant}
            onChange={(value) =>
              setVariant(variantChoices(varied, t).find((one) => one.value === value)?.value ?? 'first')
            }
            allowDeselect={false}
          />
        )}
        <SubjectChoice about={about} onChange={setAbout} />
        <SegmentedControl
          aria-label={t('modules.notification_template.preview.language')}
          data={languagesOf(template).map((one) => ({ value: one, label: t(`layout.languages.${one}`) }))}
          value={language}
          onChange={(value) => onLanguage(value as Language)}
        />
        <SegmentedControl
          aria-label={t('modules.notification_template.preview.view')}
          data={mailViews.map((one) => ({
            value: one,
            label: t(`modules.notification_template.preview.views.${one}`),
          }))}
          value={view}
          onChange={(value) => setView(value as MailView)}
        />
        <div className={classes.switches}>
          <Switch
            label={t('modules.notification_template.preview.with_name')}
            checked={with_name}
            onChange={(event) => setWithName(event.currentTarget.checked)}
          />
          <Switch
            label={t('modules.notification_template.preview.dark')}
            checked={dark}
            disabled={view === 'text'}
            onChange={(event) => setDark(event.currentTarget.checked)}
          />
        </div>
      </div>
      {mail.isError && (
        <p className={shared.failure} role="alert">
          {t('errors.general.preview')}{' '}
          <button type="button" className={shared.again} onClick={() => mail.refetch()}>
            {t('ui.query.retry')}
          </button>
        </p>
      )}
      {!edited && <p className={shared.small}>{t('modules.notification_template.preview.waits')}</p>}
      {mail.data && (
        <>
          <MailPreview
            mail={mail.data}
            language={language}
            view={view}
            dark={dark}
            part={part}
            inSubject={part === (variant === 'first' ? 'subject' : `${variant}.subject`)}
          />
          <div className={classes.foot}>
            <span className={shared.small}>
              {t('modules.notification_template.preview.of', {
                participant: mail.data.participant_name,
                group: mail.data.group_name,
              })}
            </span>
            <Button
              leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
              disabled={!edited}
              {...waiting(test.busy, test.send)}
            >
              {t('modules.notification_template.preview.test')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** Sends the mail that is shown to oneself. */
function useTest(id: string, body: PreviewBody) {
  const { t } = useI18n();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { to_address } = await api.template_previews.test({ params: { id }, body });
      notify({
        message: 'modules.notification_template.preview.tested',
        values: { email: to_address },
        act: 'modules.notification_template.preview.test_failed',
      });
    } catch (error) {
      notifyFailure(error, t, 'modules.notification_template.preview.test_failed');
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}

type About = Pick<PreviewBody, 'group_id' | 'participant_id'>;

/** Whose mail is shown: a sample's, a sample's in a real group, or a real participant's. */
function SubjectChoice({ about, onChange }: { about: About; onChange: (about: About) => void }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), 200);
  const groups = useQuery(wholeQuery(api.groups.list, {})).data?.results ?? [];
  const people = useQuery(foundQuery(api, sought)).data?.results ?? [];
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const found = people.map(({ id, name, group_name }) => ({
    value: id,
    label: `${name}, ${bestText(group_name, locale).text}`,
  }));
  return (
    <>
      <Select
        label={t('modules.notification_template.preview.group')}
        placeholder={t('modules.notification_template.preview.sample')}
        searchable
        clearable
        data={groups.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }))}
        value={about.group_id ?? null}
        onChange={(group_id) => {
          setChosen(null);
          onChange({ group_id });
        }}
      />
      <Select
        label={t('modules.notification_template.preview.participant')}
        placeholder={t('modules.notification_template.preview.sample')}
        searchable
        clearable
        data={chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found}
        // the server has found them
        filter={({ options }) => options}
        value={about.participant_id ?? null}
        onSearchChange={setTyped}
        onChange={(participant_id) => {
          setChosen(found.find(({ value }) => value === participant_id) ?? null);
          onChange({ participant_id });
        }}
        nothingFoundMessage={t('modules.notification_template.preview.search')}
      />
    </>
  );
}
