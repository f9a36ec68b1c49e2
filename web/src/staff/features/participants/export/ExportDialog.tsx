import { Button, Checkbox, Group, Modal, Radio, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import { type ExportFormat, exportFormats, exportLimits } from '@vpisnik/contract/rules/exports';
import { limits } from '@vpisnik/contract/rules/limits';
import type { ParticipantSort } from '@vpisnik/contract/rules/participant-filter';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { useFocusReturn } from '../../../../ui/dialog/use-focus-return.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import type { ParticipantsSearch } from '../address.ts';
import bulk from '../bulk/bulk.module.css';
import { Line } from '../bulk/Lines.tsx';
import { rememberJob } from '../bulk/queries.ts';
import { bulkStore } from '../bulk/store.ts';
import type { Wire } from '../choosing/wire.ts';
import { useAnswerColumns } from '../use-answer-columns.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import classes from './export.module.css';
import { bodyOf, type ExportValues, problemsOf, screenColumns } from './values.ts';

/** Milliseconds that a notice about missing people stays. */
const LONGER = 10_000;

type ExportDialogProps = {
  selection: Wire;
  count: number;
  /** The list they were chosen in, with its order. */
  search: ParticipantsSearch;
  groupId: string | null;
  /** Ids of the columns on the screen. */
  columns: readonly string[];
  onClose: () => void;
};

/** Exports chosen participants as a file for spreadsheets. */
export function ExportDialog({
  selection,
  count: given,
  search,
  groupId,
  columns,
  onClose,
}: ExportDialogProps) {
  const { t } = useI18n();
  const answers = useAnswerColumns(search, groupId, true);
  const [format, setFormat] = useLocalStorage<ExportFormat>({
    key: 'vpisnik.export-format',
    defaultValue: 'xlsx',
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useState<Omit<ExportValues, 'format'>>({
    which: 'screen',
    some: screenColumns(columns, []),
    withSensitive: false,
    reason: '',
  });
  const values: ExportValues = { ...chosen, format };
  const [isTried, setTried] = useState(false);
  const { count, isWorking, failure, run, stop } = useExport({
    selection,
    count: given,
    sort: search.sort,
    onClose,
  });
  useFocusReturn();
  const change = (some: Partial<typeof chosen>) => setChosen({ ...chosen, ...some });
  const problems = problemsOf(values, columns, answers);
  const close = () => {
    stop();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isWorking && !problems.some && !problems.reason) void run(format, bodyOf(values, columns, answers));
  };
  const isLarge = format === 'xlsx' && count > exportLimits.workbook;
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={false}
      closeOnClickOutside={!isWorking}
      onKeyDown={closeOnOwnEscape(close)}
      title={t('modules.export.title')}
      closeButtonProps={{ 'aria-label': t('modules.bulk.result.close') }}
      size={560}
    >
      <form onSubmit={submit} noValidate>
        <ul className={bulk.lines}>
          <Line count={count}>{t('modules.export.count', { count })}</Line>
        </ul>
        <FirstField>
          <Radio.Group
            mt={16}
            label={t('modules.export.format')}
            value={format}
            onChange={(one) => setFormat(one as ExportFormat)}
          >
            <div className={classes.options}>
              {exportFormats.toReversed().map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`modules.export.formats.${one}`)}
                  description={t(`modules.export.format_hint.${one}`)}
                />
              ))}
            </div>
          </Radio.Group>
        </FirstField>
        <Radio.Group
          mt={16}
          label={t('modules.export.columns')}
          value={chosen.which}
          onChange={(which) => change({ which: which as ExportValues['which'] })}
        >
          <div className={classes.options}>
            <Radio value="screen" label={t('modules.export.which.screen')} />
            <Radio
              value="all"
              label={t('modules.export.which.all')}
              description={t('modules.export.which_all_hint')}
            />
            <Radio value="some" label={t('modules.export.which.some')} />
          </div>
        </Radio.Group>
        {chosen.which === 'some' && (
          <ColumnChoice
            answers={answers.filter(({ sensitive }) => chosen.withSensitive || !sensitive)}
            value={chosen.some}
            onChange={(some) => change({ some })}
            error={isTried && problems.some}
          />
        )}
        {/* always: which questions their groups ask is not known of all that are chosen */}
        <Checkbox
          mt={16}
          label={t('modules.export.sensitive')}
          description={t('modules.export.sensitive_hint')}
          checked={chosen.withSensitive}
          onChange={(event) => change({ withSensitive: event.currentTarget.checked })}
        />
        {chosen.withSensitive && (
          <TextInput
            mt={12}
            required
            label={t('modules.export.reason')}
            description={t('modules.export.reason_hint')}
            maxLength={limits.shortText}
            value={chosen.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
            error={isTried && problems.reason && t('errors.fields.required')}
          />
        )}
        <p className={classes.personal}>{t('modules.export.personal')}</p>
        {isLarge && (
          <p className={bulk.remarks}>
            {t('modules.export.large', { most: exportLimits.workbook, count: exportLimits.hours })}
          </p>
        )}
        {failure && (
          <p className={bulk.failure} role="alert">
            {failure}
          </p>
        )}
        <p className={bulk.remarks} role="status">
          {isWorking && t('modules.export.working')}
        </p>
        <Group className={bulk.foot} gap={8} mt={16}>
          <Button onClick={close}>{t('modules.export.cancel')}</Button>
          <Button
            type="submit"
            variant="filled"
            disabled={count === 0}
            {...waiting(isWorking)}
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          >
            {t('modules.export.confirm', { count })}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

type UseExport = Pick<ExportDialogProps, 'selection' | 'count' | 'onClose'> & {
  sort: ParticipantSort | undefined;
};

/** Downloads the file, or has a large one made in the background; a selection that has changed meanwhile is told with its present count. */
function useExport({ selection: given, count: before, sort, onClose }: UseExport) {
  const { t } = useI18n();
  const api = useApi();
  const { exports } = api;
  const queryClient = useQueryClient();
  const [count, setCount] = useState(before);
  const [failure, setFailure] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const run = async (format: ExportFormat, wanted: ReturnType<typeof bodyOf>) => {
    const stopping = new AbortController();
    abort.current = stopping;
    setWorking(true);
    setFailure(undefined);
    const selection = 'filter' in given ? { ...given, expected_count: count } : given;
    const body = { selection, ...(sort && { sort }), ...wanted };
    try {
      if (format === 'xlsx' && count > exportLimits.workbook) {
        const job = await exports.start({ body }, { signal: stopping.signal });
        rememberJob(queryClient, api, job);
        bulkStore.watch(job.id);
        return onClose();
      }
      const file = await exports[format]({ body }, { signal: stopping.signal });
      saveFile(file, file.name);
      const missing = 'ids' in given ? given.ids.length - (file.rows ?? given.ids.length) : 0;
      const done = t('modules.export.done', { name: file.name });
      notify({
        translate: false,
        message: missing > 0 ? `${done} ${t('modules.export.missing', { count: missing })}` : done,
        ...(missing > 0 && { color: 'warning', timeout: LONGER }),
      });
      onClose();
    } catch (error) {
      if (stopping.signal.aborted) return;
      const now =
        error instanceof ApiError && error.code === 'selection_changed' ? error.problem?.count : undefined;
      if (now !== undefined) setCount(now);
      setFailure(
        now === undefined
          ? errorText(
              error,
              t,
              format === 'csv' ? 'errors.general.download_csv' : 'errors.general.download_xlsx',
            )
          : t('modules.export.changed', { count: now }),
      );
    } finally {
      setWorking(false);
    }
  };
  return { count, isWorking, failure, run, stop: () => abort.current?.abort() };
}
