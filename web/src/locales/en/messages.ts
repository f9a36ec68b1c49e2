export const messages = {
  fact: 'Messages that have not left yet or did not arrive',
  views: { label: 'State of the messages', waiting: 'Waiting', held: 'Held back', failed: 'Not delivered' },
  captions: {
    waiting: 'Messages waiting to be sent, oldest first',
    held: 'Messages held back, newest first',
    failed: 'Messages that were not delivered, newest first',
  },
  columns: { who: 'Participant', what: 'Message', state: 'State', when: 'Created', actions: 'Actions' },
  attempts_one: '{{count}} attempt',
  attempts_other: '{{count}} attempts',
  retry: 'Send now',
  cancel: 'Cancel sending',
  retried: 'The message will be sent now.',
  cancelled: 'The sending is cancelled.',
  empty: {
    waiting: 'No messages are waiting',
    held: 'No messages are held back',
    failed: 'No message is known to have failed',
  },
  empty_text: 'Messages that were sent are shown at each participant.',
};
