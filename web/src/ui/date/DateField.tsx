import { completedDay, parseTypedDay, typedDay } from '@vpisnik/contract/rules/dates';
import { formatDay, formatDayInWords } from '@vpisnik/contract/rules/format';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import type { Locale } from '../../lib/text/locale.ts';
import type { Translate } from '../../lib/text/translate.ts';
import type { dateField } from '../../locales/sl/date-field.ts';
import { ownEscape } from '../dialog/own-escape.ts';
import classes from './DateField.module.css';
import { formatShort, isWithin } from './date.ts';

// Offline, or after a deployment, the calendar's chunk may be missing: renders nothing, so that the form survives.
const CalendarGrid = lazy(() => import('./CalendarGrid.tsx').catch(() => ({ default: () => <></> })));

export type DateRule = (day: string | null, typed: string) => string | null;

export type DateFieldProps = {
  /** The selected day, `YYYY-MM-DD`. */
  value: string | null;
  /** Called with every change of the selection; null when the text is cleared or is no date. */
  onChange: (day: string | null) => void;
  locale: Locale;
  /** Translator of the app or the page, used for keys `ui.date_field.…`. */
  t: Translate<`ui.date_field.${keyof typeof dateField}`>;
  label: ReactNode;
  /** The label in words, for the buttons, where `label` is not a text. */
  labelText?: string;
  hint?: ReactNode;
  /** Name of the field in its form; only a named field validates, when it is left. */
  name?: string;
  /** Sends the typed text under this name, for a form that must work without script and parses the text itself. */
  typedName?: string;
  /** Initial text instead of `value`, for instance one that the server could not parse as a day. */
  typedAtFirst?: string;
  id?: string;
  /** Autofill token; browsers fill in the day as `YYYY-MM-DD`. */
  autoComplete?: 'bday';
  required?: boolean;
  clearable?: boolean;
  readonly?: boolean;
  variant?: 'outlined' | 'filled';
  /** `compact` is the staff app's height, `comfortable` the public pages'. */
  density?: 'compact' | 'comfortable';
  /** False reserves room for a message. */
  hideDetails?: boolean;
  pickerTitle?: string;
  pickerHeader?: string;
  /** Bounds in the locale's short format, both inclusive; ignored when they are no such date. */
  minDate?: string | undefined;
  maxDate?: string | undefined;
  /** Why a text is no day, where something else than the pattern is to be said. */
  saysInvalid?: (typed: string) => string | null;
  /** After the field's own checks; the first message wins. */
  rules?: readonly DateRule[];
  /** A message from outside, for instance the server's. */
  error?: string | null | undefined;
  /** A control that belongs to the day, a time for instance; stands on one line with the box. */
  beside?: ReactNode;
  /** Called with the field's error message, or null when it is gone, so that a form can refuse to submit. */
  onError?: (message: string | null) => void;
};

/**
 * A day typed as `dd.mm.yyyy` or `mm/dd/yyyy`, or picked from a calendar. On leaving the field, `1. 9. 2018` and
 * `01092018` are completed to the pattern; the day is repeated in words below.
 */
export function DateField(props: DateFieldProps): ReactNode {
  const { value, onChange, locale, t, label, hint, name, required, error, onError } = props;
  const { clearable = true, readonly = false, hideDetails = true, rules = [] } = props;
  const { variant = 'outlined', density = 'compact' } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const labelText = props.labelText ?? (typeof label === 'string' ? label : '');
  const input = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(() => props.typedAtFirst ?? formatShort(value, locale));
  const [ownError, setOwnError] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const bounds = {
    min: (props.minDate && parseTypedDay(props.minDate, locale)) || undefined,
    max: (props.maxDate && parseTypedDay(props.maxDate, locale)) || undefined,
  };

  // The text follows the value and the language, except while it is being typed: then the value follows the text.
  const emitted = useRef(value);
  const shownLocale = useRef(locale);
  useEffect(() => {
    if (emitted.current === value && shownLocale.current === locale) return;
    const sameValue = emitted.current === value;
    emitted.current = value;
    shownLocale.current = locale;
    if (sameValue && value === null) return;
    setTyped(formatShort(value, locale));
    forgive();
  }, [value, locale]);

  // what was wrong is about the text of before
  const forgive = useEffectEvent(() => say(null));

  const emit = (day: string | null) => {
    if (emitted.current === day) return;
    emitted.current = day;
    onChange(day);
  };
  const type = (text: string) => {
    const written = props.autoComplete ? typedDay(text, locale) : text;
    setTyped(written);
    emit(parseTypedDay(written, locale));
  };
  // adopts text typed into a server-rendered page before the script loaded
  const adopt = useEffectEvent(() => {
    const text = input.current?.value ?? '';
    if (text !== typed) type(text);
  });
  useEffect(() => adopt(), []);
  const say = (message: string | null) => {
    setOwnError(message);
    input.current?.setCustomValidity(message ?? '');
    if (message !== ownError) onError?.(message);
  };
  const validate = (text = typed) => {
    if (!name || readonly) return;
    const day = parseTypedDay(text, locale);
    const ownMessage =
      text.trim() && !day
        ? (props.saysInvalid?.(text) ?? t('ui.date_field.invalid'))
        : day && !isWithin(day, bounds)
          ? outside(bounds, locale, t)
          : null;
    say(rules.reduce((message, rule) => message ?? rule(day, text), ownMessage));
  };
  const completed = readonly ? typed : completedDay(typed, locale);
  /** Rewrites the typed text in the pattern, also before Enter sends the form. */
  const complete = () => {
    if (completed !== typed) type(completed);
    return completed;
  };
  // a message about bounds is about those of its moment
  const revalidate = useEffectEvent(() => {
    if (ownError) validate();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a bound changes
  useEffect(() => revalidate(), [props.minDate, props.maxDate]);

  const place = useCallback(() => {
    const field = input.current?.parentElement?.getBoundingClientRect();
    const box = popup.current;
    if (!field || !box) return;
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = field.bottom + 4 + height <= window.innerHeight || field.top < height + 12;
    box.style.left = `${Math.max(8, Math.min(field.left, document.documentElement.clientWidth - width - 8))}px`;
    box.style.top = `${below ? Math.min(field.bottom + 4, Math.max(8, window.innerHeight - height - 8)) : field.top - height - 4}px`;
  }, []);
  useEffect(() => {
    if (!open) return;
    const resized = new ResizeObserver(place);
    if (popup.current) resized.observe(popup.current);
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      resized.disconnect();
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [open, place]);

  const pick = (day: string) => {
    setTyped(formatShort(day, locale));
    say(null);
    emit(day);
    popup.current?.hidePopover();
    input.current?.focus();
  };
  const clear = () => {
    setTyped('');
    say(null);
    emit(null);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const saves =
      event.key === 'Enter' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's');
    // the form sends what the field has said, so a date that can't be read must be told before
    if (saves) validate(complete());
    if (!event.altKey || event.key !== 'ArrowDown' || readonly) return;
    event.preventDefault();
    popup.current?.showPopover();
  };

  const message = ownError ?? error ?? null;
  const day = value ?? parseTypedDay(completed, locale);
  const words = day && !message ? formatDayInWords(day, locale) : '';
  const described = [hint && `${id}-hint`, message && `${id}-error`, words && `${id}-words`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classes.field} data-density={density} data-variant={variant}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {hint && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {message ? (
        <p className={classes.error} id={`${id}-error`} role="alert">
          {message}
        </p>
      ) : (
        !hideDetails && <p className={classes.error} aria-hidden="true" />
      )}
      <div className={classes.line}>
        <div
          className={classes.box}
          data-invalid={message ? true : undefined}
          data-readonly={readonly || undefined}
        >
          <input
            id={id}
            ref={input}
            name={props.typedName}
            value={typed}
            readOnly={readonly}
            required={required}
            autoComplete={props.autoComplete ?? 'off'}
            inputMode="numeric"
            placeholder={t('ui.date_field.pattern')}
            aria-invalid={message ? true : undefined}
            aria-describedby={described || undefined}
            onChange={(event) => {
              say(null);
              type(event.target.value);
            }}
            {...(open && ownEscape)}
            onBlur={() => validate(complete())}
            onKeyDown={onKeyDown}
          />
          {clearable && !readonly && typed && (
            <button type="button" onClick={clear} aria-label={t('ui.date_field.clear', { label: labelText })}>
              <Icon path="M18 6l-12 12M6 6l12 12" />
            </button>
          )}
          {!readonly && (
            <button
              type="button"
              popoverTarget={`${id}-popup`}
              aria-haspopup="dialog"
              aria-expanded={open}
              aria-label={t('ui.date_field.open', { label: labelText })}
            >
              <Icon path="M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM16 3v4M8 3v4M4 11h16" />
            </button>
          )}
        </div>
        {props.beside}
      </div>
      {/* from the first key on: a line that came as the field is left would move the button that is pressed */}
      {typed && !message && (
        <p className={classes.words} id={`${id}-words`}>
          {words}
        </p>
      )}
      {name && <input type="hidden" name={name} value={value ?? ''} />}
      {!readonly && (
        <div
          id={`${id}-popup`}
          ref={popup}
          className={classes.popup}
          popover="auto"
          // takes the focus of clicks on its header or padding, which would go to the page around it and close it
          tabIndex={-1}
          {...ownEscape}
          role="dialog"
          aria-label={props.pickerTitle ?? t('ui.date_field.picker_title')}
          onToggle={(event) => {
            setOpen(event.newState === 'open');
            place();
          }}
          onBlur={(event) => {
            const to = event.relatedTarget;
            if (to && !event.currentTarget.contains(to)) event.currentTarget.hidePopover();
          }}
        >
          {open && (
            <>
              <p className={classes.header}>{props.pickerHeader ?? t('ui.date_field.picker_header')}</p>
              <Suspense fallback={<div className={classes.waiting} />}>
                <CalendarGrid locale={locale} value={value} bounds={bounds} t={t} onPick={pick} />
              </Suspense>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function outside(
  { min, max }: { min?: string | undefined; max?: string | undefined },
  locale: Locale,
  t: DateFieldProps['t'],
): string {
  const [from, to] = [min, max].map((day) => (day ? formatDay(day, locale) : ''));
  if (from && to) return t('ui.date_field.outside', { from, to });
  return from
    ? t('ui.date_field.too_early', { date: from })
    : t('ui.date_field.too_late', { date: to ?? '' });
}

function Icon({ path }: { path: string }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
