import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { useRef, useState } from 'react';
import { Layout } from '../parts/Layout.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import { ApplyFrame } from './ApplyFrame.tsx';
import { ClosedGroup } from './Closed.tsx';
import { NotYet } from './NotYet.tsx';
import { SentBefore } from './SentBefore.tsx';
import { Success } from './Success.tsx';
import { fetchGroup } from './send.ts';
import { useApplication } from './useApplication.ts';

/** A group with its application form, then success; or why there is no form now. */
export function Apply({ page }: { page: ApplyPage }) {
  const [group, setGroup] = useState(page.group);
  const form = useRef<HTMLFormElement>(null);
  const application = useApplication(page, group, form);
  const { organization } = page;
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
  if (application.sent)
    return (
      <Layout organization={organization}>
        <main className="apply" id="content">
          <Success page={page} group={group} sent={application.sent} another={() => void another()} />
        </main>
      </Layout>
    );
  // a posted form stays even if the group has closed meanwhile, so that no answer is lost
  const open = takesApplications(group) || page.posted !== null;
  return (
    <ApplyFrame organization={organization} group={group} notice={<SentBefore groupId={group.id} />}>
      {open ? (
        <ApplicationForm page={page} group={group} form={form} application={application} renew={renew} />
      ) : group.enrolment === 'not_yet' ? (
        <NotYet page={page} group={group} onChange={setGroup} />
      ) : (
        <ClosedGroup page={page} group={group} />
      )}
    </ApplyFrame>
  );
}

const takesApplications = ({ enrolment }: ApplyPage['group']) =>
  enrolment === 'open' || enrolment === 'waitlist';
const nameIn = (form: HTMLFormElement | null) => form && new FormData(form).get('name');
