import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconCopy, IconFileTypePdf, IconPhotoDown } from '@tabler/icons-react';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { writtenIban } from '@vpisnik/contract/rules/ibans';
import { writtenReference } from '@vpisnik/contract/rules/references';
import type { CodeDrawing, Slip } from '@vpisnik/contract/slips';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { forgetFailure, notify } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { Tip } from '../../../ui/Tip.tsx';
import { CodeImage } from './CodeImage.tsx';
import { codePicture } from './code-picture.ts';
import classes from './slips.module.css';
import { usePaper } from './use-paper.ts';

type Bank = 'home' | 'abroad';
/** One line of the data; `copied` where the clipboard gets something else than what is shown. */
type Fact = { name: MessageKey; value: string; copied?: string; plain?: true };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The data with a copy button each, beside the code that fits the payer's bank. */
export function SlipData({ slip }: { slip: Slip }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const paper = usePaper(() => api.slips.pdf({ params: { id: slip.payment_id } }));
  const [chosen, choose] = useState<Bank>('home');
  const bank = slip.upn === null ? 'abroad' : chosen;
  const code = bank === 'home' ? slip.upn : slip.epc;
  const { recipient } = slip;
  const address = [recipient.name, recipient.street, recipient.town].join(', ');
  const reference = (bank === 'abroad' && slip.rf_reference) || slip.reference;
  const facts: Fact[] = [
    { name: 'modules.slip.payer', value: slip.payer_name, plain: true },
    {
      name: 'modules.slip.amount',
      value: formatMoney(slip.amount, slip.currency, locale),
      copied: locale === 'sl' ? slip.amount.replace('.', ',') : slip.amount,
    },
    ...(slip.due_date === null
      ? []
      : [{ name: 'modules.slip.due', value: formatDay(slip.due_date, locale), plain: true } as const]),
    { name: 'modules.slip.recipient', value: address, copied: recipient.name },
    { name: 'modules.slip.iban', value: writtenIban(slip.iban), copied: slip.iban },
    ...(bank === 'abroad' && slip.bic ? [{ name: 'modules.slip.bic', value: slip.bic } as const] : []),
    { name: 'modules.slip.reference', value: writtenReference(reference), copied: reference },
    { name: 'modules.slip.purpose', value: slip.purpose },
    { name: 'modules.slip.purpose_code', value: slip.purpose_code },
  ];
  return (
    <div className={classes.slip}>
      <p className={classes.about}>
        {t('modules.slip.about', { name: slip.participant_name, group: slip.group_name })}
      </p>
      {slip.upn && slip.epc && (
        <SegmentedControl
          className={classes.banks}
          aria-label={t('modules.slip.bank')}
          value={bank}
          onChange={(value) => choose(value === 'abroad' ? 'abroad' : 'home')}
          data={(['home', 'abroad'] as const).map((value) => ({
            value,
            label: t(`modules.slip.banks.${value}`),
          }))}
        />
      )}
      <div className={classes.body}>
        {code && <Code code={code} kind={bank === 'home' ? 'UPN QR' : 'EPC QR'} />}
        <dl className={classes.facts}>
          {facts.map((fact) => (
            <FactLine key={fact.name} {...fact} />
          ))}
        </dl>
      </div>
      {!code && <p className={classes.hint}>{t('modules.slip.no_code')}</p>}
      <div className={classes.foot}>
        <Button
          variant="filled"
          leftSection={<IconFileTypePdf {...icon} />}
          {...waiting(paper.isPending, paper.download)}
        >
          {t('modules.slip.paper')}
        </Button>
      </div>
    </div>
  );
}

/** A code with its name, dark on white in every theme; saved as a picture where it can't be scanned off the screen. */
function Code({ code, kind }: { code: CodeDrawing; kind: string }) {
  const { t } = useI18n();
  const save = async () => {
    const failed = 'modules.slip.picture_failed';
    const file = `${kind.toLowerCase().replace(' ', '-')}.png`;
    try {
      saveFile(await codePicture(code), file);
      forgetFailure(failed);
    } catch {
      notify({ message: failed, color: 'error', act: failed });
    }
  };
  return (
    <figure className={classes.figure}>
      <CodeImage code={code} label={t('modules.slip.code', { kind })} />
      <figcaption>
        <span>{kind}</span>
        <Button variant="subtle" leftSection={<IconPhotoDown {...icon} />} onClick={save}>
          {t('modules.slip.picture')}
        </Button>
      </figcaption>
    </figure>
  );
}

function FactLine({ name, value, copied = value, plain }: Fact) {
  const { t } = useI18n();
  const label = t('modules.slip.copy', { name: t(name) });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      notify({ message: 'modules.slip.copied', values: { name: t(name) }, act: 'modules.slip.copy_failed' });
    } catch {
      notify({ message: 'modules.slip.copy_failed', color: 'error', act: 'modules.slip.copy_failed' });
    }
  };
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>
        <span className="num">{value}</span>
        {!plain && (
          <Tip label={label}>
            <ActionIcon className={classes.copy} aria-label={label} onClick={copy}>
              <IconCopy {...icon} />
            </ActionIcon>
          </Tip>
        )}
      </dd>
    </div>
  );
}
