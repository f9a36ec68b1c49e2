export const settings = {
  settings: 'Nastavitve',
  fact: 'Kako se vaša organizacija predstavi obiskovalcem in v sporočilih.',
  organization: {
    title: 'Organizacija',
    text: 'Ime je na javnih straneh in v vsakem sporočilu.',
    owner: 'E-pošta lastnika',
    languages_hint: 'V teh jezikih lahko objavljate skupine.',
    no_zone: 'Takega časovnega pasu ni.',
  },
  fields: {
    name: 'Ime organizacije',
    languages: 'Ponujeni jeziki',
    default_language: 'Privzeti jezik',
    time_zone: 'Časovni pas',
    search_indexing: 'Javne strani so v spletnih iskalnikih',
    embed_origins: 'Spletna mesta, ki smejo vgraditi obrazec',
  },
  profile: {
    title: 'Profil',
    text: 'Podatki za stik in za račune.',
    company_name: 'Uradni naziv',
    address: 'Naslov',
    postal_code: 'Poštna številka',
    city: 'Kraj',
    country: 'Država',
    vat_id: 'Davčna številka',
    phone_number: 'Telefon',
  },
  public_pages: {
    title: 'Javne strani',
    text: 'Kje obiskovalci najdejo vaše skupine.',
    search_hint: 'Izklopite, če naj skupine odprejo le tisti, ki jim pošljete povezavo.',
    embed_hint:
      'Vsako v svojo vrstico, na primer https://www.primer.si. Koda za vgradnjo je pri vsaki skupini.',
  },
  done: { saved: 'Nastavitve so shranjene' },
};
