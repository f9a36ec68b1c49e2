export const organizationArchive = {
  title: 'All data of the organisation',
  text: 'Everything the organisation has in Vpisnik, in one ZIP file: to keep, or to move to another installation.',
  words: 'archive export move zip download copy leave',
  contents:
    'It contains participants with their answers, groups, payments, e-mails with their texts, pictures, users and the activity log: as CSV spreadsheets and as JSON. Passwords and secret links are not included.',
  make: 'Create archive',
  make_again: 'Create new archive',
  running: 'The archive is being created: {{percent}}%',
  running_hint: 'It is created in the background; you can close this page.',
  ready: 'The archive is ready ({{size}}).',
  asked: 'Requested by {{who}}, {{when}}.',
  until: 'You can download it until {{when}}, then it is deleted.',
  gone: 'The last archive has been deleted.',
  download: 'Download archive',
  downloading: 'Downloading',
  downloaded: 'The file {{name}} has been downloaded.',
  download_failed: 'The archive could not be downloaded. Try again.',
  make_failed: 'The archive could not be requested. Try again.',
  question: {
    title: 'Create an archive of all data?',
    text: 'It will contain the personal data of all participants, including sensitive data. Every administrator of the organisation can download it. The request and downloads are recorded in the activity log.',
    replaces: 'When the new archive is ready, the previous one is deleted.',
    password_hint: 'So that nobody else can take the data.',
  },
  download_question: {
    title: 'Download the archive of all data?',
    text: 'It contains the personal data of all participants, including sensitive data. The download is recorded in the activity log.',
  },
  stopped: {
    maker:
      'The archive was not created: the person who requested it can no longer see all data. Request it again.',
    organization_disabled:
      'The archive was not created: the organisation was deactivated in the meantime. Request it again.',
    storage_failed:
      'The archive could not be stored. Request it again; if it fails again, write to the operator of Vpisnik.',
    archive_too_large: 'The data does not fit into one ZIP file (4 GB). Write to the operator of Vpisnik.',
    internal_error: 'The archive was not created because of an error on our side. Request it again.',
  },
};
