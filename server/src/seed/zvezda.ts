import { zvezdaAccounts } from './accounts.ts';
import type { DemoOrganization } from './demo.ts';
import { zvezdaGroups } from './zvezda-groups.ts';
import { zvezdaMoreGroups } from './zvezda-more-groups.ts';

/** A dance school that works in Slovenian and English. */
export const zvezda: DemoOrganization = {
  organization: {
    name: 'Plesna šola Zvezda',
    label: 'zvezda',
    owner_email: 'owner@zvezda.test',
    contact_email: 'info@zvezda.test',
    default_language: 'sl',
    languages: ['sl', 'en'],
    setup_completed: true,
    school_breaks: 'west',
    profile: {
      phone_number: '01 234 56 78',
      company_name: 'Plesna šola Zvezda, d. o. o.',
      address: 'Tržaška cesta 12',
      postal_code: '1000',
      city: 'Ljubljana',
      country: 'SI',
      vat_id: 'SI12345679',
    },
  },
  payments: {
    recipient: 'Plesna šola Zvezda, d. o. o.',
    street: 'Tržaška cesta 12',
    town: '1000 Ljubljana',
    iban: 'SI56191000000123438',
    bic: 'SZKBSI2X',
  },
  accounts: zvezdaAccounts,
  categories: [
    {
      label: 'predsolski-program',
      languages: ['sl', 'en'],
      name: { sl: 'Predšolski program', en: 'Preschool programme' },
      description: {
        sl: 'Gib, ritem in domišljija za najmlajše. Starši ste na prvi uri dobrodošli v dvorani.',
        en: 'Movement, rhythm and imagination for the youngest. Parents are welcome to stay for the first class.',
      },
    },
    {
      label: 'balet',
      languages: ['sl', 'en'],
      name: { sl: 'Balet', en: 'Ballet' },
      description: {
        sl: 'Klasična tehnika od prvih korakov ob drogu do odrskih točk.',
        en: 'Classical technique, from the first steps at the barre to stage pieces.',
      },
    },
    {
      label: 'moderni-in-jazz',
      languages: ['sl', 'en'],
      name: { sl: 'Moderni in jazz', en: 'Contemporary and jazz' },
      description: {
        sl: 'Gibanje, tehnika in koreografija za mlade in odrasle. Prva vadba v vsaki skupini je brezplačna.',
        en: 'Movement, technique and choreography for teenagers and adults. The first class in every group is free.',
      },
    },
    {
      label: 'urbani-plesi',
      languages: ['sl', 'en'],
      name: { sl: 'Urbani plesi', en: 'Urban styles' },
      description: {
        sl: 'Hip hop in breakdance: energija, tehnika in skupinski duh.',
        en: 'Hip hop and breakdance: energy, technique and team spirit.',
      },
    },
    {
      label: 'druzabni-plesi',
      languages: ['sl', 'en'],
      name: { sl: 'Družabni plesi', en: 'Social dances' },
      description: {
        sl: 'Od valčka do salse, za pare in posameznike.',
        en: 'From waltz to salsa, for couples and singles.',
      },
    },
    {
      label: 'poletni-programi',
      languages: ['sl', 'en'],
      name: { sl: 'Poletni programi', en: 'Summer programmes' },
      description: {
        sl: 'Plesni tabori in tečaji v juliju in avgustu.',
        en: 'Camps and courses in July and August.',
      },
      active: false,
    },
  ],
  locations: [
    {
      name: 'Dvorana Šiška',
      address: 'Celovška 72, 1000 Ljubljana',
      description: 'Vhod z dvorišča, garderobe v pritličju. Avtobusi 1, 3 in 5, postajališče Kino Šiška.',
      comment: 'Ključ dvorane je pri hišniku, 041 555 010.',
      max_participants: 20,
      google_maps_link: 'https://www.google.com/maps/search/?api=1&query=Celov%C5%A1ka+cesta+72+Ljubljana',
    },
    {
      name: 'Mala dvorana',
      address: 'Tržaška 12, 1000 Ljubljana',
      description: 'Prvo nadstropje, dvigalo. Parkirišče za stavbo.',
      max_participants: 18,
      google_maps_link:
        'https://www.google.com/maps/search/?api=1&query=Tr%C5%BEa%C5%A1ka+cesta+12+Ljubljana',
    },
    {
      name: 'Velika dvorana',
      address: 'Tržaška 12, 1000 Ljubljana',
      description: 'Pritličje. V dvorano vstopamo v čistih plesnih čevljih.',
      comment: 'Ob koncertih v petek je ozvočenje treba rezervirati.',
      max_participants: 30,
      google_maps_link:
        'https://www.google.com/maps/search/?api=1&query=Tr%C5%BEa%C5%A1ka+cesta+12+Ljubljana',
    },
    {
      name: 'Telovadnica Vič',
      address: 'Tbilisijska 18, 1000 Ljubljana',
      description: 'Najem do lanskega poletja.',
      max_participants: 40,
      active: false,
    },
  ],
  fields: [
    {
      label: 'health-notes',
      type: 'textarea',
      languages: ['sl', 'en'],
      name: { sl: 'Zdravstvene posebnosti', en: 'Health notes' },
      description: {
        sl: 'Alergije, poškodbe in drugo, kar mora vodja vedeti.',
        en: 'Allergies, injuries and whatever the leader should know.',
      },
      sensitive: true,
    },
    {
      label: 'heard-from',
      type: 'multiple_choice',
      languages: ['sl', 'en'],
      name: { sl: 'Kje ste izvedeli za nas?', en: 'How did you hear about us?' },
      options: [
        { value: 'friends', name: { sl: 'Od znancev', en: 'From friends' } },
        { value: 'school', name: { sl: 'V šoli ali vrtcu', en: 'At school or kindergarten' } },
        { value: 'web', name: { sl: 'Na spletu', en: 'On the web' } },
        { value: 'performance', name: { sl: 'Na nastopu', en: 'At a performance' } },
      ],
    },
  ],
  groups: [...zvezdaGroups, ...zvezdaMoreGroups],
  closures: [{ name: { sl: 'Zimski nastop', en: 'Winter show' }, from: [3, 'friday'], to: [3, 'saturday'] }],
};
