import type { ApplicationReceipt, PublicGroupPage } from '@vpisnik/contract/public';
import { type FormEntries, isFixed, readApplicationForm } from '@vpisnik/contract/rules/application-form';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { today } from '../../ui/date/date.ts';
import { usePage } from '../page.tsx';
import { keptForAnother } from './again.ts';
import { clearDraft, loadDraft, saveDraft, withDays } from './draft.ts';
import { unsuitableAge } from './form/age.ts';
import { type Failure, newKey, type Outcome, outcomeOf, send, withChanges } from './send.ts';
import { type Kept, keepSent } from './sent.ts';

/** Initial entries of the form; a new `round` remounts its controls. */
type Beginning = {
  round: number;
  entries: FormEntries;
  origin: 'empty' | 'posted' | 'draft' | 'another';
  /** Idempotency key under which it is sent. */
  key: string;
};
type Attempt = { key: string; started: number };
/** A sent application; sent as a form, the entries get the same receipt again. */
export type Sent = { receipt: ApplicationReceipt; name: string; entries: FormEntries };

/** What is kept of it. */
export const keptOf = ({ receipt: { reference, status }, name }: Pick<Sent, 'receipt' | 'name'>): Kept => ({
  name,
  reference,
  waits: status === 'waitlisted',
});

/** The state of an application form. The controls hold the values; this hook reads them from the form element. */
export function useApplication(
  { organization, posted, idempotency_key }: ApplyPage,
  group: PublicGroupPage,
  form: RefObject<HTMLFormElement | null>,
) {
  const { language } = usePage();
  const refused = posted?.problem ? outcomeOf(posted.problem) : null;
  const [beginning, setBeginning] = useState<Beginning>({
    round: 0,
    entries: posted?.entries ?? [],
    origin: !posted ? 'empty' : posted.problem ? 'posted' : 'another',
    key: idempotency_key,
  });
  const [errors, setErrors] = useState<FieldError[]>(refused?.kind === 'invalid' ? refused.errors : []);
  const [failure, setFailure] = useState<Failure | null>(
    refused && refused.kind !== 'invalid' && refused.kind !== 'sent' ? refused : null,
  );
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent | null>(
    posted?.receipt
      ? { receipt: posted.receipt, name: entryOf(posted.entries, 'name'), entries: posted.entries }
      : null,
  );
  const [drafted, setDrafted] = useState(false);
  const [age, setAge] = useState<number | null>(null);
  /** Questions that came while the form was filled in, by id; null unless it was renewed. */
  const [renewed, setRenewed] = useState<readonly string[] | null>(null);
  const busy = useRef(false);
  const attempt = useRef<Attempt>({ key: idempotency_key, started: 0 });
  const checked = useRef(errors.length > 0);
  const [queueOffered, setQueueOffered] = useState(refused?.kind === 'full' && refused.queue);
  // whether sending the form now means joining the waiting list, as its button says
  const queue = queueOffered || group.enrolment === 'waitlist';

  const begin = useCallback((entries: FormEntries, origin: Beginning['origin'], next: Attempt) => {
    attempt.current = next;
    checked.current = false;
    setErrors([]);
    setFailure(null);
    setBeginning(({ round }) => ({ round: round + 1, entries, origin, key: next.key }));
  }, []);

  useEffect(() => {
    attempt.current.started = Date.now();
    if (posted) {
      if (posted.receipt) {
        clearDraft(group.id);
        keepSent(group.id, keptOf({ receipt: posted.receipt, name: entryOf(posted.entries, 'name') }));
      }
      return;
    }
    const draft = loadDraft(group.id);
    // text typed before the script loaded is newer than any draft
    const untouched =
      form.current && !entriesOf(form.current).some(([name, value]) => value && isAsked(name));
    if (!draft || !untouched) return;
    begin(draft.entries, 'draft', draft);
    setDrafted(true);
  }, [begin, form, group.id, posted]);

  /** After every change: keeps the draft, and repeats the checks once they have been made. */
  const changed = useCallback(() => {
    if (!form.current) return;
    // no automatic retry while the form is being changed
    setFailure((before) => (before?.kind === 'offline' ? { kind: 'failed' } : before));
    const entries = entriesOf(form.current);
    const kept = withDays(entries, group.fields, language);
    setDrafted(saveDraft(group.id, group.fields, { entries: kept, ...attempt.current }));
    setAge(unsuitableAge(group, entries, language, today()));
    if (checked.current) setErrors(readApplicationForm(entries, group.fields, language).problems);
  }, [form, group, language]);

  /** Checks and sends the form; resolves to the outcome, which decides the focus; undefined while sending. */
  const submit = async (): Promise<Outcome['kind'] | undefined> => {
    if (busy.current || !form.current) return undefined;
    const entries = entriesOf(form.current);
    const { filled, problems } = readApplicationForm(entries, group.fields, language);
    checked.current = true;
    setFailure(null);
    setRenewed(null);
    setErrors(problems);
    if (problems.length > 0) return 'invalid';
    busy.current = true;
    setSending(true);
    const application = {
      ...filled,
      language,
      privacy_version: group.privacy_version,
      accept_waitlist: queue,
      filled_ms: Math.max(0, Date.now() - attempt.current.started),
    };
    const answer = await send(organization, group, application, attempt.current.key);
    const outcome = withChanges(answer, group.fields);
    busy.current = false;
    setSending(false);
    if (outcome.kind === 'sent') {
      const now = { receipt: outcome.receipt, name: filled.name, entries };
      clearDraft(group.id);
      keepSent(group.id, keptOf(now));
      setSent(now);
    } else if (outcome.kind === 'invalid') setErrors(outcome.errors);
    else setFailure(outcome);
    if (outcome.kind === 'full') setQueueOffered(outcome.queue);
    return outcome.kind;
  };

  /** Takes the present questions over, or says why there are none; what is in the form stays. */
  const renew = (fresh: PublicGroupPage | null, refusal: 'closed' | 'failed') => {
    if (!fresh) {
      setFailure({ kind: refusal });
      return;
    }
    const known = group.fields.map(({ id }) => id);
    checked.current = false;
    setFailure(null);
    setErrors([]);
    setRenewed(fresh.fields.map(({ id }) => id).filter((id) => !known.includes(id)));
    // for controls that come anew: a question may have become another kind of control
    const entries = form.current ? withDays(entriesOf(form.current), group.fields, language) : [];
    setBeginning((before) => ({ ...before, entries }));
  };
  const discard = () => {
    clearDraft(group.id);
    setDrafted(false);
    setAge(null);
    setRenewed(null);
    begin([], 'empty', { key: newKey(), started: Date.now() });
  };
  const another = () => {
    if (!sent) return;
    setSent(null);
    setDrafted(false);
    setAge(null);
    begin(keptForAnother(sent.entries, group.fields), 'another', { key: newKey(), started: Date.now() });
  };
  return {
    beginning,
    errors,
    failure,
    sending,
    sent,
    drafted,
    age,
    changed,
    submit,
    renew,
    renewed,
    queue,
    discard,
    another,
  };
}

/** Names and values of a form's controls as they are now. */
function entriesOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}

const entryOf = (entries: FormEntries, name: string) =>
  entries.find(([key]) => key === name)?.[1].trim() ?? '';
const isAsked = (name: string) => isFixed(name) || name.startsWith('answers.');
