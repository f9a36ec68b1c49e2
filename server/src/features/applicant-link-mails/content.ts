import type { Language } from '@vpisnik/contract/rules/texts';
import { applicantPage } from '../../mail/links.ts';
import { hasPage, selectAddressCode } from '../applicant-links/queries.ts';
import { type ReadContent, senderOf, usedTemplate } from '../application-mails/content.ts';

/**
 * A mail that brings the link to the page of an applicant and nothing else, the code that confirms a new address, or tells a
 * former one of that. None to an address that has no page by now, or whose code holds no more.
 */
export const linkContent: ReadContent = async (tx, { mail, organization }, publicUrl) => {
  const { organization_id, to_address: address, variant } = mail;
  if (variant === '' && !(await hasPage(tx, { organization_id, address }))) return 'superseded';
  if (variant === 'code' && !(await selectAddressCode(tx, { organization_id, new_address: address })))
    return 'outdated';
  return {
    ...usedTemplate(null),
    data: {
      ...{ email_type: 'application_link', variant, recipient_kind: 'applicant' },
      language: mail.language as Language,
      organization: senderOf(organization),
      ...{ group_name: '', participant_name: '', addressee: '', values: {} },
      ...{ status: null, reason: '', details: [], may_decide: false },
      ...(variant === '' ? { link: applicantPage(publicUrl) } : { link: null, without_page: true }),
      home: publicUrl,
    },
  };
};
