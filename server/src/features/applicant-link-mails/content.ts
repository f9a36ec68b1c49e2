import type { Language } from '@vpisnik/contract/rules/texts';
import { applicantPage } from '../../mail/links.ts';
import { hasPage } from '../applicant-links/queries.ts';
import { type ReadContent, senderOf, usedTemplate } from '../application-mails/content.ts';

/** A mail that brings the link to the page of an applicant and nothing else; none to an address that has no page by now. */
export const linkContent: ReadContent = async (tx, { mail, organization }, publicUrl) => {
  const { organization_id, to_address: address } = mail;
  if (!(await hasPage(tx, { organization_id, address }))) return 'superseded';
  return {
    ...usedTemplate(null),
    data: {
      ...{ email_type: 'application_link', variant: '', recipient_kind: 'applicant' },
      language: mail.language as Language,
      organization: senderOf(organization),
      ...{ group_name: '', participant_name: '', addressee: '', values: {} },
      ...{ status: null, reason: '', details: [], may_decide: false },
      ...{ link: applicantPage(publicUrl), home: publicUrl },
    },
  };
};
