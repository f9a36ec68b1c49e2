import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { useEffect, useRef, useState } from 'react';
import { Layout } from '../parts/Layout.tsx';
import { ApplyFrame } from './ApplyFrame.tsx';
import { ApplicationForm } from './form/ApplicationForm.tsx';
import { SentBefore } from './SentBefore.tsx';
import { fetchGroup } from './send.ts';
import { useApplication } from './useApplication.ts';

type Instead = typeof import('./instead/instead.ts');

type Props = {
  page: ApplyPage;
  /** What stands in the form's place; demanded where the page doesn't begin with its form. */
  instead?: Instead | undefined;
  /** Fetches that. */
  loadInstead?: () => Promise<Instead>;
};

/** A group with its application form, then success; or why there is no form now. */
export function Apply({ page, instead: given, loadInstead }: Props) {
  const [group, setGroup] = useState(page.group);
  const form = useRef<HTMLFormElement>(null);
  const application = useApplication(page, group, form);
  const { organization } = page;
  const instead = useInstead(given, loadInstead, application);
  /** The form for another person, with the places as they are now; unless it is begun, also when there is none left. */
  const another = async () => {
    application.another();
    const fresh = await fetchGroup(organization, group);
    if (fresh && (takesApplications(fresh.group) || !nameIn(form.current))) setGroup(fresh.group);
  };
  /** The questions as they are now, unless there is no form any more: then the filled one stays. */
  const renew = async () => {
    const fresh = await fetchGroup(organization, group);
    const isOpen = fresh && takesApplications(fresh.group);
    application.renew(isOpen ? fresh.group : null, fresh ? 'closed' : 'failed');
    if (isOpen) setGroup(fresh.group);
  };
  const { sent } = application;
  if (sent && instead)
    return (
      <Layout organization={organization}>
        <main className="apply" id="content">
          <instead.Success page={page} group={group} sent={sent} another={() => void another()} />
        </main>
      </Layout>
    );
  return (
    <ApplyFrame
      organization={organization}
      group={group}
      notice={<SentBefore groupId={group.id} sent={sent} />}
    >
      {sent ? null : takesForm(page, group) ? (
        <ApplicationForm page={page} group={group} form={form} application={application} renew={renew} />
      ) : group.enrolment === 'not_yet' ? (
        instead && <instead.NotYet page={page} group={group} onChange={setGroup} />
      ) : (
        instead && <instead.ClosedGroup page={page} group={group} />
      )}
    </ApplyFrame>
  );
}

/**
 * Fetches it once something is typed, and tries again when the form is sent. Browsers may remember that it failed, and a new
 * release takes it away: the notice above the form says what it would, and leads to the receipt without it.
 */
function useInstead(
  given: Instead | undefined,
  load: Props['loadInstead'],
  { drafted, sending, sent }: ReturnType<typeof useApplication>,
): Instead | undefined {
  const [instead, setInstead] = useState(given);
  const isWanted = !instead && (drafted || sending || sent !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these steps is another try
  useEffect(() => {
    if (isWanted) load?.().then(setInstead, () => {});
  }, [isWanted, sending, sent]);
  return instead;
}

/** Whether the page begins with its form. */
export const beginsWithForm = (page: ApplyPage): boolean =>
  !page.posted?.receipt && takesForm(page, page.group);

// a posted form stays even if the group has closed meanwhile, so that no answer is lost
const takesForm = ({ posted }: ApplyPage, group: ApplyPage['group']) =>
  takesApplications(group) || posted !== null;

const takesApplications = ({ enrolment }: ApplyPage['group']) =>
  enrolment === 'open' || enrolment === 'waitlist';
const nameIn = (form: HTMLFormElement | null) => form && new FormData(form).get('name');
