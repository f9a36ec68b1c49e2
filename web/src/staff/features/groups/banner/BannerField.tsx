import { Button, TextInput } from '@mantine/core';
import { IconCrop, IconPhoto, IconTrash } from '@tabler/icons-react';
import type { Language } from '@vpisnik/contract/common';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { FileButton, FileDrop } from '../../../../ui/form/upload/FileDrop.tsx';
import { UploadFailed, UploadProgress } from '../../../../ui/form/upload/Upload.tsx';
import { useEditor, useTextInput } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import { focusSoon } from '../focus-soon.ts';
import { BannerAddress } from './BannerAddress.tsx';
import classes from './banner.module.css';
import { useBanner } from './use-banner.ts';
import { useBannerUrl } from './use-banner-url.ts';

// loads the crop tool only when it is used
const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }));

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const accepted = 'image/jpeg,image/png,image/gif';
const errorId = groupControlId('banner_id-error');
const addressId = groupControlId('banner_id-address');

/** The banner of the group's card and form: brought as a file or by its address, cut, described, or taken away. */
export function BannerField() {
  const { t } = useI18n();
  const { form, values, isLocked, errorAt } = useEditor();
  const url = useBannerUrl();
  const locked = isLocked('banner_id');
  const control = groupControlId('banner_id');
  const [address, setAddress] = useState('');
  const { work, stop, upload, fetch, adjust, cut } = useBanner((id) => {
    form.change({ banner_id: id });
    setAddress('');
  });
  const failed = work.kind === 'failed' ? work : undefined;
  useFocusBack(work.kind === 'idle' || !!failed, failed?.at === 'url' ? addressId : control);
  const remove = () => {
    form.change({ banner_id: null, banner_alt: {} });
    focusSoon(control);
  };
  const error = failed ? (failed.at === 'url' ? undefined : failed.text) : errorAt('banner_id');
  return (
    <fieldset className={classes.field} disabled={locked}>
      <legend>
        {t('modules.group.fields.banner_id')}
        <Optional />
      </legend>
      {error && (
        <UploadFailed id={errorId} file={failed?.file} onAgain={failed?.again}>
          {error}
        </UploadFailed>
      )}
      {values.banner_id !== null ? (
        <div className={classes.chosen}>
          {url && <img src={url} alt="" width={1200} height={300} />}
          {!locked && work.kind !== 'busy' && (
            <div className={classes.actions}>
              <Button
                id={control}
                leftSection={<IconCrop {...icon} />}
                onClick={() => adjust(values.banner_id ?? '')}
              >
                {t('modules.group_banner.adjust')}
              </Button>
              <FileButton accept={accepted} icon={<IconPhoto {...icon} />} onFile={upload}>
                {t('modules.group_banner.replace')}
              </FileButton>
              <Button leftSection={<IconTrash {...icon} />} onClick={remove}>
                {t('modules.group_banner.remove')}
              </Button>
            </div>
          )}
        </div>
      ) : (
        work.kind !== 'busy' && (
          <>
            <FileDrop
              id={control}
              choose={t('modules.group_banner.choose')}
              drop={t('modules.group_banner.drop')}
              accept={accepted}
              icon={<IconPhoto size={26} stroke={1.5} aria-hidden />}
              hint={t('modules.group_banner.hint')}
              closed={locked}
              invalid={error !== undefined}
              describedBy={error ? errorId : undefined}
              onFile={upload}
            />
            {!locked && (
              <BannerAddress
                id={addressId}
                url={address}
                onChange={setAddress}
                error={failed?.at === 'url' ? failed.text : undefined}
                onFetch={fetch}
              />
            )}
          </>
        )
      )}
      {work.kind === 'busy' && (
        <UploadProgress sent={work.sent} onStop={stop}>
          {t(work.sent === null ? 'modules.group_banner.preparing' : 'modules.group_banner.sending')}
        </UploadProgress>
      )}
      {values.banner_id !== null &&
        values.languages.map((language) => <Alt key={language} language={language} />)}
      {work.kind === 'cropping' && (
        <Suspense>
          <CropDialog
            picture={work.picture}
            crop={work.crop}
            onCut={(crop) => void cut(work.picture, crop)}
            onCancel={stop}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

/**
 * Returns the focus to the field after an upload, during which the pressed control is not rendered; not from another control,
 * where one may be typing by then.
 */
function useFocusBack(isIdle: boolean, id: string): void {
  const wasIdle = useRef(isIdle);
  useEffect(() => {
    const isFree = document.activeElement instanceof HTMLElement && document.activeElement.tabIndex < 0;
    if (isIdle && !wasIdle.current && isFree) document.getElementById(id)?.focus();
    wasIdle.current = isIdle;
  }, [isIdle, id]);
}

/** Alternative text of the picture in one of the group's languages. */
function Alt({ language }: { language: Language }) {
  const { t } = useI18n();
  const { values } = useEditor();
  return (
    <TextInput
      {...useTextInput(`banner_alt.${language}`, 'banner_alt')}
      label={
        <>
          {values.languages.length > 1
            ? t('modules.group_banner.alt_in', {
                language: t(`layout.languages_within.${language}`),
              })
            : t('modules.group.fields.banner_alt')}
          <Optional />
        </>
      }
      description={language === values.languages[0] && t('modules.group_banner.alt_hint')}
      lang={language}
    />
  );
}
