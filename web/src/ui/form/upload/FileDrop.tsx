import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { handFocusUp } from '../../focus-return.ts';
import { waiting } from '../../notice/waiting.ts';
import classes from './FileDrop.module.css';

type FileDropProps = {
  /** The id of the button, to which an error summary leads. */
  id?: string;
  /** Label of the button: `Izberi sliko`. */
  choose: string;
  /** Text beside the button: `ali jo povlecite sem`. */
  drop: string;
  /** Kinds of files, as in an input's `accept`; it does not filter dropped files, so `onFile` has to check them. */
  accept: string;
  icon: ReactNode;
  hint?: ReactNode;
  /** Takes no file at the moment; its button keeps the focus. */
  closed?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  onFile: (file: File) => void;
};

/** Takes one file, by a button or dropped anywhere on the box. */
export function FileDrop(props: FileDropProps) {
  const { id, choose, drop, accept, icon, hint, closed = false, invalid, describedBy, onFile } = props;
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file && !closed) onFile(file);
  };
  const whileOver = (event: DragEvent) => {
    if (closed || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button in it
    <div
      className={classes.drop}
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      onDragEnter={whileOver}
      onDragOver={whileOver}
      onDragLeave={leave}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      {icon}
      <p>
        <FileButton id={id} accept={accept} closed={closed} describedBy={describedBy} onFile={onFile}>
          {choose}
        </FileButton>
        <span className={classes.or}>{drop}</span>
      </p>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}

type FileButtonProps = {
  id?: string | undefined;
  accept: string;
  closed?: boolean;
  describedBy?: string | undefined;
  icon?: ReactNode;
  children: ReactNode;
  onFile: (file: File) => void;
};

/** A button that asks for one file. */
export function FileButton({
  id,
  accept,
  closed = false,
  describedBy,
  icon,
  children,
  onFile,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...(id && { id })}
        // it may go while its file is sent, or with the last file that there may be
        ref={handFocusUp}
        aria-describedby={describedBy}
        leftSection={icon}
        {...waiting(closed, () => input.current?.click())}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // the same file may be chosen again after it was put right
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
