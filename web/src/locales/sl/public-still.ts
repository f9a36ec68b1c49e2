/** Texts of the public pages without app script: categories, unavailable pages, and the frame of legal texts. */
export const stillTexts = {
  categories: {
    title: 'Programi in prijave · {{organization}}',
    description: 'Izberite program in se prijavite v skupino brez registracije.',
    lead: 'Izberite program, nato skupino. Registracija ni potrebna.',
    groups_one: '{{count}} skupina',
    groups_two: '{{count}} skupini',
    groups_few: '{{count}} skupine',
    groups_other: '{{count}} skupin',
    open_one: '{{count}} z odprtim vpisom',
    open_two: '{{count}} z odprtim vpisom',
    open_few: '{{count}} z odprtim vpisom',
    open_other: '{{count}} z odprtim vpisom',
    none_open: 'vpis trenutno ni odprt',
    empty: 'Trenutno ni objavljenih programov.',
    empty_text: 'Vprašajte organizacijo, kdaj bodo prijave odprte.',
  },
  unavailable: {
    organization: 'Te strani ni',
    organization_text:
      'Povezava ne vodi do nobene organizacije. Preverite naslov ali za novo povezavo prosite osebo, ki vam jo je poslala.',
    category: 'Tega programa ni več med objavljenimi',
    category_text: 'Morda je bil preimenovan ali zaprt. Poglejte, kateri programi so na voljo zdaj.',
    group: 'Ta skupina ni objavljena',
    group_text: 'Morda še ni pripravljena ali pa je bila zaprta. Poglejte, katere skupine so na voljo zdaj.',
    inactive: 'Prijave so začasno zaprte',
    inactive_text:
      'Organizacija trenutno ne uporablja Vpisnika. Za informacije o skupinah se obrnite neposredno nanjo.',
    error: 'Strani trenutno ni mogoče prikazati',
    error_text: 'Težava je na naši strani. Poskusite znova čez minuto.',
    programmes: 'Poglejte programe',
    home: 'Na začetno stran',
    retry: 'Poskusite znova',
  },
  legal: {
    print: 'Natisni',
    version: 'Različica {{version}}',
    contents: 'Vsebina',
  },
};
