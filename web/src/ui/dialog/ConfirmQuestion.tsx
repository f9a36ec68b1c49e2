import { Button, Group, Modal } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { waiting } from '../notice/waiting.ts';
import classes from './ConfirmDialog.module.css';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';
import { closeOnOwnEscape } from './own-escape.ts';
import { FocusReturn } from './use-focus-return.ts';

/** The question itself, and its two answers. */
export function ConfirmQuestion(props: ConfirmDialogProps) {
  const { opened, title, children, confirm, cancel, danger, onConfirm, onCancel } = props;
  const { busy = false, blocked = false } = props;
  const { t } = useI18n();
  // the second click of a double click would confirm the next question, the one after a refusal
  const confirmOnce = (event: MouseEvent) => {
    if (event.detail < 2) onConfirm();
  };
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      withCloseButton={false}
      // Above every sheet, whichever of the two was there first.
      zIndex={250}
      closeOnClickOutside={!busy}
      closeOnEscape={false}
      {...(!busy && { onKeyDown: closeOnOwnEscape(onCancel) })}
    >
      <FocusReturn />
      <div className={classes.body}>{children}</div>
      <Group className={classes.actions} gap={8} justify="flex-end" mt={20}>
        <Button data-autofocus {...waiting(busy, onCancel)}>
          {cancel ?? t('ui.confirm.cancel')}
        </Button>
        <Button
          variant="filled"
          {...(danger && { color: 'error' })}
          {...waiting(busy, confirmOnce)}
          disabled={blocked}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
