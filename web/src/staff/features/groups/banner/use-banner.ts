import { useQueryClient } from '@tanstack/react-query';
import type { Picture } from '@vpisnik/contract/files';
import type { CallInit } from '@vpisnik/contract/kit';
import { ApiError } from '@vpisnik/contract/kit';
import { bannerSize, type Crop, isBannerCrop } from '@vpisnik/contract/rules/banners';
import { limits } from '@vpisnik/contract/rules/limits';
import { useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { fieldErrorText } from '../../../../lib/form/field-error-text.ts';
import { mayPass, sendingWithProgress } from '../../../../lib/send-file.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { rememberPicture } from '../queries.ts';

/** State of the banner's upload. */
export type BannerWork =
  | { kind: 'idle' }
  /** Uploading: the sent share of the file, or null while the server works. */
  | { kind: 'busy'; sent: number | null }
  /** `file` is the name of an uploaded one; `again` retries, null where that cannot help. */
  | {
      kind: 'failed';
      at: 'file' | 'url' | 'crop';
      file?: string | undefined;
      text: string;
      again: (() => void) | null;
    }
  | { kind: 'cropping'; picture: Picture; crop: Crop | null };

const idle: BannerWork = { kind: 'idle' };

/**
 * Brings a picture and cuts a banner from it. The group itself changes only when it is saved.
 *
 * @param onBanner the new banner's id
 */
export function useBanner(onBanner: (id: string) => void) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const [work, setWork] = useState<BannerWork>(idle);
  const running = useRef<AbortController | null>(null);

  const stop = () => {
    running.current?.abort();
    running.current = null;
    setWork(idle);
  };

  /** Runs one step; a later step or a stop discards its result. */
  const run = async (
    at: 'file' | 'url' | 'crop',
    step: (init: CallInit) => Promise<void>,
    file?: string,
  ): Promise<void> => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setWork({ kind: 'busy', sent: null });
    const transport = sendingWithProgress((sent) => {
      if (running.current === mine) setWork({ kind: 'busy', sent: sent < 1 ? sent : null });
    });
    try {
      await step({ signal: mine.signal, ...(at === 'file' && { transport }) });
    } catch (error) {
      if (running.current !== mine) return;
      const [problem] = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
      const tooBig = error instanceof ApiError && error.code === 'payload_too_large';
      setWork({
        kind: 'failed',
        at,
        file,
        text: tooBig
          ? t('errors.fields.picture_too_big')
          : problem
            ? fieldErrorText(problem, t)
            : errorText(error, t, 'modules.group_banner.failed'),
        again: mayPass(error) ? () => void run(at, step, file) : null,
      });
    }
  };

  const cut = (original: Picture, crop: Crop) =>
    run('crop', async (init) => {
      const banner = await api.files.crop({ params: { id: original.id }, body: crop }, init);
      rememberPicture(queryClient, api, banner);
      setWork(idle);
      onBanner(banner.id);
    });

  const arrived = (picture: Picture) => {
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
    // nothing to choose where the picture has a banner's shape
    if (
      picture.width === (picture.height * bannerSize.width) / bannerSize.height &&
      isBannerCrop(whole, picture)
    )
      return void cut(picture, whole);
    setWork({ kind: 'cropping', picture, crop: null });
  };

  return {
    work,
    stop,
    cut,
    upload: (file: File) => {
      if (file.size > limits.pictureBytes)
        return setWork({
          kind: 'failed',
          at: 'file',
          file: file.name,
          text: t('errors.fields.picture_too_big'),
          again: null,
        });
      void run('file', async (init) => arrived(await api.files.upload({ file }, init)), file.name);
    },
    fetch: (url: string) =>
      void run('url', async (init) => arrived(await api.files.fetch({ body: { url } }, init))),
    /** Cuts another part of the picture that a banner came from. */
    adjust: (id: string) =>
      void run('crop', async (init) => {
        const { original, crop, ...banner } = await api.files.get({ params: { id } }, init);
        if (original)
          setWork({
            kind: 'cropping',
            picture: { ...banner, ...original, kind: 'original', original: null, crop: null },
            crop,
          });
      }),
  };
}
