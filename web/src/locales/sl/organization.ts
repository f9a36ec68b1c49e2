export const organization = {
  organizations: 'Organizacije',
  active: 'Aktivna',
  inactive: 'Neaktivna',
  list: {
    fact: 'Izberite organizacijo, v imenu katere želite urejati.',
    search: 'Ime organizacije',
    column_name: 'Organizacija',
    column_languages: 'Jeziki',
    column_since: 'Od',
    column_state: 'Stanje',
    column_act: 'Izbira',
    column_actions: 'Več dejanj',
    no_results: 'Nobena organizacija ne ustreza iskanju',
    empty_title: 'Tu še ni organizacij',
    empty_text: 'Organizacija se pojavi tukaj, ko se nekdo registrira.',
  },
  act: {
    choose: 'Urejaj v njenem imenu',
    again: 'Izbrana, odpri pregled',
    failed: 'Organizacije ni bilo mogoče izbrati. Osvežite stran in poskusite znova.',
  },
  activate: {
    title: 'Vklopim organizacijo »{{name}}«?',
    text: 'Njena ekipa bo spet lahko delala, javne strani bodo spet sprejemale prijave, zadržana sporočila pa bodo odšla.',
    confirm: 'Vklopi organizacijo',
  },
  deactivate: {
    title: 'Izklopim organizacijo »{{name}}«?',
    text: 'Njena ekipa ne bo mogla delati, javne strani ne bodo sprejemale prijav, sporočila bodo zadržana. Podatki ostanejo.',
    confirm: 'Izklopi organizacijo',
  },
  done: {
    activated: 'Organizacija je spet aktivna',
    deactivated: 'Organizacija ni več aktivna',
  },
};
