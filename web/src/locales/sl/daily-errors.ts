/** Failures that pages of every day tell without an answer of the API: no connection, a field half typed, no code yet. */
export const dailyErrors = {
  network: 'Ni povezave s strežnikom. Preverite internetno povezavo in poskusite znova.',
  general: {
    query: 'Podatkov ni bilo mogoče naložiti. Poskusite znova.',
    server: 'Napaka na strežniku. Obrnite se na skrbnika sistema.',
    external_page: 'Zunanje strani ni bilo mogoče odpreti.',
    copy_link: 'Povezava ni kopirana. Označite jo in kopirajte ročno.',
    download_csv: 'Datoteke CSV ni bilo mogoče prenesti. Poskusite znova.',
    download_xlsx: 'Excelove datoteke ni bilo mogoče prenesti. Poskusite znova.',
    copy_emails: 'E-poštni naslovi niso kopirani. Poskusite znova.',
    preview: 'Predogleda ni bilo mogoče pripraviti. Poskusite znova.',
    form: 'Obrazec ima napake: preverite vse jezike.',
    integer: 'Vpišite celo število, brez pik, vejic in presledkov.',
  },
  group: {
    save: 'Skupina ni shranjena. Poskusite znova.',
    delete: 'Skupina ni izbrisana. Poskusite znova.',
    status: 'Stanje skupine ni spremenjeno. Poskusite znova.',
  },
};
