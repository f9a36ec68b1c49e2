import { Button, Group, Modal } from '@mantine/core';
import type { Picture } from '@vpisnik/contract/files';
import { bannerSize, type Crop, smallestPicture } from '@vpisnik/contract/rules/banners';
import { useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import classes from './banner.module.css';

const shape = bannerSize.width / bannerSize.height;

/** The largest part in the middle, as percentages. */
function middleOf({ width, height }: Picture): PercentCrop {
  const across = width / height >= shape ? { height: 100 } : { width: 100 };
  return centerCrop(makeAspectCrop({ unit: '%', ...across }, shape, width, height), width, height);
}

function percentOf(crop: Crop, { width, height }: Picture): PercentCrop {
  return {
    unit: '%',
    x: (crop.x / width) * 100,
    y: (crop.y / height) * 100,
    width: (crop.width / width) * 100,
    height: (crop.height / height) * 100,
  };
}

/** Whole pixels in exactly the banner's shape, inside the picture. */
function pixelsOf(part: PercentCrop, picture: Picture): Crop {
  const most = Math.floor(Math.min(picture.width / shape, picture.height));
  const height = Math.min(
    most,
    Math.max(smallestPicture.height, Math.round((part.width / 100) * (picture.width / shape))),
  );
  const width = height * shape;
  const within = (value: number, end: number) => Math.max(0, Math.min(Math.round(value), end));
  return {
    x: within((part.x / 100) * picture.width, picture.width - width),
    y: within((part.y / 100) * picture.height, picture.height - height),
    width,
    height,
  };
}

type Props = {
  picture: Picture;
  /** The part that is shown now, if there is one. */
  crop: Crop | null;
  onCut: (crop: Crop) => void;
  onCancel: () => void;
};

/** Chooses the part of a picture that becomes the banner, by pointer or by arrow keys. */
export function CropDialog({ picture, crop: before, onCut, onCancel }: Props) {
  const { t } = useI18n();
  const [part, setPart] = useState(() => (before ? percentOf(before, picture) : middleOf(picture)));
  const pixels = pixelsOf(part, picture);
  const blurred = pixels.width < bannerSize.width;
  return (
    <Modal
      opened
      onClose={onCancel}
      title={t('modules.group_banner.crop_title')}
      size={760}
      withCloseButton={false}
      closeOnEscape={false}
      onKeyDown={closeOnOwnEscape(onCancel)}
      zIndex={250}
    >
      <p className={classes.cropHint} id="crop-hint">
        {t('modules.group_banner.crop_hint')}
      </p>
      <div className={classes.stage}>
        <ReactCrop
          crop={part}
          onChange={(_pixels, percent) => setPart(percent)}
          aspect={shape}
          keepSelection
          minWidth={40}
          ariaLabels={{
            cropArea: t('modules.group_banner.crop_area'),
            nwDragHandle: t('modules.group_banner.crop_nw'),
            nDragHandle: t('modules.group_banner.crop_n'),
            neDragHandle: t('modules.group_banner.crop_ne'),
            eDragHandle: t('modules.group_banner.crop_e'),
            seDragHandle: t('modules.group_banner.crop_se'),
            sDragHandle: t('modules.group_banner.crop_s'),
            swDragHandle: t('modules.group_banner.crop_sw'),
            wDragHandle: t('modules.group_banner.crop_w'),
          }}
        >
          <img
            src={picture.url}
            width={picture.width}
            height={picture.height}
            alt={t('modules.group_banner.crop_picture')}
          />
        </ReactCrop>
      </div>
      <p className={classes.measure} role="status" data-blurred={blurred || undefined}>
        {t(blurred ? 'modules.group_banner.crop_blurred' : 'modules.group_banner.crop_size', {
          width: pixels.width,
          height: pixels.height,
        })}
      </p>
      <Group gap={8} justify="flex-end" mt={16}>
        <Button onClick={onCancel}>{t('ui.confirm.cancel')}</Button>
        <Button variant="filled" data-autofocus onClick={() => onCut(pixels)}>
          {t('modules.group_banner.crop_use')}
        </Button>
      </Group>
    </Modal>
  );
}
