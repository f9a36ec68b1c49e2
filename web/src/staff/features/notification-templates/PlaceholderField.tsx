import { Input, Textarea, TextInput } from '@mantine/core';
import { type TextPiece, textPieces } from '@vpisnik/contract/rules/templates';
import type { Language } from '@vpisnik/contract/rules/texts';
import { type ChangeEventHandler, type ReactNode, type UIEvent, useRef } from 'react';
import classes from './placeholder-field.module.css';

type PlaceholderFieldProps = {
  id: string;
  label: string;
  lang: Language;
  value: string;
  /** The names of the placeholders that the text may mention. */
  placeholders: readonly string[];
  /** How many lines a long text shows at least and at most; without them the text has one line. */
  lines?: readonly [least: number, most: number] | undefined;
  /** What an empty field shows. */
  placeholder?: string;
  readOnly?: boolean;
  error?: ReactNode;
  onFocus: () => void;
  onChange: ChangeEventHandler<HTMLInputElement | HTMLTextAreaElement>;
};

/**
 * A field for a text with placeholders, which are drawn as chips. Draws them on a layer behind the browser's own field,
 * whose text is transparent: so undo, spell-checking and everything else stay the browser's.
 */
export function PlaceholderField({ placeholders, lines, ...props }: PlaceholderFieldProps) {
  const layer = useRef<HTMLDivElement>(null);
  const field = {
    ...props,
    classNames: { input: classes.field },
    onScroll: ({ currentTarget: { scrollLeft, scrollTop } }: UIEvent) =>
      layer.current?.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' }),
    inputContainer: (input: ReactNode) => (
      <div className={classes.box} ref={listen}>
        <Input
          component="div"
          multiline={lines !== undefined}
          error={Boolean(props.error)}
          withAria={false}
          wrapperProps={{ 'aria-hidden': true, inert: true }}
          classNames={{ wrapper: classes.layer, input: classes.frame }}
        >
          <div ref={layer} className={lines ? classes.lines : classes.line} lang={props.lang}>
            {textPieces(props.value, placeholders).map(drawn)}
            {/* else a line break at the end would make no line */}
            <br />
          </div>
        </Input>
        {input}
      </div>
    ),
  };
  return lines ? (
    <Textarea {...field} autosize minRows={lines[0]} maxRows={lines[1]} />
  ) : (
    <TextInput {...field} />
  );
}

function drawn({ text, kind }: TextPiece, place: number): ReactNode {
  if (kind === 'words') return text;
  return (
    <span key={place} data-placeholder={kind}>
      {kind === 'unknown' ? (
        text
      ) : (
        <>
          <span>{'{{'}</span>
          {text.slice(2, -2)}
          <span>{'}}'}</span>
        </>
      )}
    </span>
  );
}

/** Listens itself, since React's `onBeforeInput` tells of typed letters alone. */
function listen(box: HTMLDivElement | null) {
  box?.addEventListener('beforeinput', deleteWhole);
  return () => box?.removeEventListener('beforeinput', deleteWhole);
}

/** Whether a piece is a placeholder that is closed, known or not. */
const isWhole = (piece: string) => piece.startsWith('{{') && piece.endsWith('}}');

/** Deletes a placeholder whole with Backspace right behind it or Delete right before it, in a way that can be undone. */
function deleteWhole(event: InputEvent): void {
  const field = event.target as HTMLInputElement | HTMLTextAreaElement;
  const { value, selectionStart: caret, selectionEnd } = field;
  if (caret === null || caret !== selectionEnd || event.isComposing) return;
  if (event.inputType === 'deleteContentBackward') {
    const before = textPieces(value.slice(0, caret), []).at(-1)?.text ?? '';
    if (!isWhole(before)) return;
    field.setSelectionRange(caret - before.length, caret);
  } else if (event.inputType === 'deleteContentForward') {
    const after = textPieces(value.slice(caret), [])[0]?.text ?? '';
    if (!isWhole(after)) return;
    field.setSelectionRange(caret, caret + after.length);
  } else return;
  // not left to the browser: it may have chosen one letter before the selection changed
  if (document.execCommand('delete')) event.preventDefault();
}
