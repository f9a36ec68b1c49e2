export const organizationArchive = {
  title: 'Vsi podatki organizacije',
  text: 'Vse, kar ima organizacija v Vpisniku, v eni datoteki ZIP: za hrambo ali za selitev v drugo namestitev.',
  /** Other words by which the palette finds the section. */
  words: 'arhiv izvoz selitev zip prenos kopija odhod',
  contents:
    'V arhivu so udeleženci z odgovori, skupine, plačila, sporočila z besedili, slike, uporabniki in dnevnik dejavnosti: kot preglednice CSV in v zapisu JSON. Gesel in skrivnih povezav v njem ni.',
  make: 'Pripravi arhiv',
  make_again: 'Pripravi nov arhiv',
  running: 'Arhiv nastaja: {{percent}} %',
  running_hint: 'Nastaja v ozadju, stran lahko medtem zaprete.',
  ready: 'Arhiv je pripravljen ({{size}}).',
  asked: 'Naročeno: {{who}}, {{when}}.',
  until: 'Prenesete ga lahko do {{when}}, nato se izbriše.',
  gone: 'Zadnji arhiv je izbrisan.',
  download: 'Prenesi arhiv',
  downloading: 'Prenašam',
  downloaded: 'Datoteka {{name}} je prenesena.',
  download_failed: 'Arhiva ni bilo mogoče prenesti. Poskusite znova.',
  make_failed: 'Arhiva ni bilo mogoče naročiti. Poskusite znova.',
  question: {
    title: 'Pripravim arhiv vseh podatkov?',
    text: 'V njem bodo osebni podatki vseh udeležencev, tudi občutljivi. Prenese ga lahko vsak skrbnik organizacije. Naročilo in prenosi se zapišejo v dnevnik dejavnosti.',
    replaces: 'Ko bo nov arhiv pripravljen, se prejšnji izbriše.',
    password_hint: 'Da podatkov ne more odnesti nihče drug.',
  },
  download_question: {
    title: 'Prenesem arhiv vseh podatkov?',
    text: 'V njem so osebni podatki vseh udeležencev, tudi občutljivi. Prenos se zapiše v dnevnik dejavnosti.',
  },
  stopped: {
    maker: 'Arhiv ni nastal: oseba, ki ga je naročila, nima več dostopa do vseh podatkov. Naročite ga znova.',
    organization_disabled: 'Arhiv ni nastal: organizacija je bila medtem deaktivirana. Naročite ga znova.',
    storage_failed:
      'Arhiva ni bilo mogoče shraniti. Naročite ga znova; če se ponovi, pišite upravljavcu Vpisnika.',
    archive_too_large: 'Podatkov je več, kot jih gre v eno datoteko ZIP (4 GB). Pišite upravljavcu Vpisnika.',
    internal_error: 'Arhiv ni nastal zaradi napake na naši strani. Naročite ga znova.',
  },
};
