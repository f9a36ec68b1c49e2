import type { QueryClient } from '@tanstack/react-query';
import type { ApplicantLinkState } from '@vpisnik/contract/applicant-links';
import type { Api } from '../../../../lib/api.ts';
import { rereadParticipant } from '../queries.ts';

/** The link to the page of a participant's address. */
export const applicantLinkQuery = (api: Api, id: string) =>
  api.applicant_links.get.options({ params: { id } });

/** Takes in the state of a link after an act; one that was sent is among the participant's mails. */
export function rememberApplicantLink(
  queryClient: QueryClient,
  api: Api,
  id: string,
  link: ApplicantLinkState,
): void {
  queryClient.setQueryData(applicantLinkQuery(api, id).queryKey, link);
  rereadParticipant(queryClient, api, id);
}
