import type { PublicOrganization } from '@vpisnik/contract/public';
import type { PageContext } from '@vpisnik/contract/rules/public-pages';

/** The address of an organisation, with the country as it is called in the page's language. */
export const addressOf = (
  { address, country }: PublicOrganization,
  { language }: Pick<PageContext, 'language'>,
) => [address, country[language]].filter(Boolean).join(', ');

/** The organisation's name and address; the address may begin with its full name already. */
export function postalAddress(organization: PublicOrganization, page: Pick<PageContext, 'language'>): string {
  const address = addressOf(organization, page);
  return address.startsWith(organization.name)
    ? address
    : [organization.name, address].filter(Boolean).join(', ');
}
