export const settings = {
  settings: 'Settings',
  fact: 'How your organisation appears to visitors and in mail.',
  organization: {
    title: 'Organisation',
    text: 'The name is on public pages and in every mail.',
    owner: 'Owner’s e-mail',
    languages_hint: 'You can publish groups in these languages.',
    no_zone: 'There is no such time zone.',
  },
  fields: {
    name: 'Organisation name',
    languages: 'Languages offered',
    default_language: 'Default language',
    time_zone: 'Time zone',
  },
  profile: {
    title: 'Profile',
    text: 'Contact and invoice details.',
    company_name: 'Official name',
    address: 'Address',
    postal_code: 'Postal code',
    city: 'Town',
    country: 'Country',
    vat_id: 'VAT number',
    phone_number: 'Phone',
  },
  done: { saved: 'Settings saved' },
};
