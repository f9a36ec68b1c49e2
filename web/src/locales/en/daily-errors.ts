/** Failures that pages of every day tell without an answer of the API: no connection, a field half typed, no code yet. */
export const dailyErrors = {
  network: 'No connection to the server. Check your connection and try again.',
  general: {
    query: 'The data could not be loaded. Try again.',
    server: 'Server error. Contact the administrator.',
    external_page: 'The external page could not be opened.',
    copy_link: 'The link was not copied. Select it and copy it yourself.',
    download_csv: 'The CSV file could not be downloaded. Try again.',
    download_xlsx: 'The Excel file could not be downloaded. Try again.',
    copy_emails: 'The e-mail addresses were not copied. Try again.',
    preview: 'The preview could not be created. Try again.',
    form: 'The form has errors: check all languages.',
    integer: 'Enter a whole number, without dots, commas or spaces.',
  },
  group: {
    save: 'The group was not saved. Try again.',
    delete: 'The group was not deleted. Try again.',
    status: 'The status of the group was not changed. Try again.',
  },
};
