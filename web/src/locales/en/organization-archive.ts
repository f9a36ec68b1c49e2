export const organizationArchive = {
  title: 'All data of the organisation',
  text: 'Everything that the organisation has in Vpisnik, in one ZIP file: to keep, or to move to another installation.',
  words: 'archive export move zip download copy leave',
  contents:
    'It holds participants with their answers, groups, payments, mails with their texts, pictures, users and the activity log: as CSV spreadsheets and as JSON. Passwords and secret links are not in it.',
  make: 'Make an archive',
  make_again: 'Make a new archive',
  running: 'The archive is being made: {{percent}}%',
  running_hint: 'It is made in the background; you can close this page.',
  ready: 'The archive is ready ({{size}}).',
  asked: 'Requested by {{who}}, {{when}}.',
  until: 'You can download it until {{when}}; then it is deleted.',
  gone: 'The last archive has been deleted.',
  download: 'Download the archive',
  downloading: 'Downloading',
  downloaded: 'The file {{name}} has been downloaded.',
  download_failed: 'The archive could not be downloaded. Try again.',
  make_failed: 'The archive could not be requested. Try again.',
  question: {
    title: 'Make an archive of all data?',
    text: 'It will hold personal data of all participants, sensitive ones too. Every administrator of the organisation can download it. The request and downloads are written into the activity log.',
    replaces: 'When the new archive is ready, the one before is deleted.',
    password_hint: 'So that nobody else can carry the data away.',
  },
  download_question: {
    title: 'Download the archive of all data?',
    text: 'It holds personal data of all participants, sensitive ones too. The download is written into the activity log.',
  },
  stopped: {
    maker:
      'The archive was not made: the person who requested it may no longer see all data. Request it again.',
    organization_disabled:
      'The archive was not made: the organisation was deactivated in the meantime. Request it again.',
    storage_failed:
      'The archive could not be stored. Request it again; if it fails again, write to the operator of Vpisnik.',
    archive_too_large:
      'There is more data than fits into one ZIP file (4 GB). Write to the operator of Vpisnik.',
    internal_error: 'The archive was not made because of an error on our side. Request it again.',
  },
};
