import { hiddenCode } from '../../../mail/links.ts';
import type { SystemTexts } from './system-texts.ts';

const section_labels = {
  next_steps: 'What happens next',
  details: 'About the group',
  participant: 'Name',
  group: 'Group',
  schedule: 'When',
  dates: 'Dates',
  first_session: 'First session',
  next_session: 'Next session',
  location: 'Where',
  price: 'Price',
  reference: 'Reference',
};

const applicant = {
  greeting: 'Hello {{participant_name}},',
  greeting_without_name: 'Hello,',
  support_text: 'Any questions? Just reply to this message.',
  support_email: '',
  section_labels,
};

const inactive =
  'The application is no longer active, so no place is being kept. If this is a mistake, please reply to this message.';

/** Of mails about a place that is offered. */
const offers = {
  ...applicant,
  next_steps: {},
  section_labels: { ...section_labels, on_accepting: 'To pay on accepting' },
};

/** Of mails about dates, to participants and leaders. */
const sessions = {
  ...applicant,
  next_steps: {},
  section_labels: {
    details: 'Sessions',
    participant: section_labels.participant,
    group: section_labels.group,
    cancelled_session: 'Cancelled',
    moved_session: 'Moved',
    added_session: 'Added',
    other_changes: 'Other changes',
    schedule: section_labels.schedule,
    dates: section_labels.dates,
    location: section_labels.location,
    first_session: section_labels.first_session,
    next_session: section_labels.next_session,
  },
};

const calendar = 'If you keep the sessions in your calendar, open the attached file to update it.';

/** Of mails about payments. */
const payments = {
  ...applicant,
  next_steps: {},
  section_labels: {
    details: 'Payment details',
    participant: 'Name',
    group: 'Group',
    amount: 'Amount',
    due_date: 'Due',
    payment_date: 'Paid on',
    recipient: 'Recipient',
    iban: 'Recipient’s IBAN',
    bic: 'BIC',
    payment_reference: 'Reference',
    rf_reference: 'Reference for banks abroad',
    purpose: 'Purpose of payment',
    purpose_code: 'Purpose code',
  },
};

/** True with and without codes, which say themselves what they are for. */
const how = 'If you copy the details, please include the reference: it tells us which payment is yours.';

export const english: SystemTexts = {
  application_confirmation: {
    ...applicant,
    subject: 'We have your application: {{participant_name}}, {{group_name}}',
    header_text: 'We have your application',
    main_message: 'Thank you for applying to {{group_name}}.',
    next_steps: {
      pending:
        'We’ll look at your application and tell you at this address whether the place is yours. You don’t need to do anything until then.',
      approved: 'Your place is confirmed. We look forward to seeing you.',
      waitlisted:
        'There is no place for new applications at the moment, so yours is on the waiting list. When a place becomes free, we contact people in the order they applied.',
      rejected: 'Unfortunately we cannot offer you a place this time.',
      inactive,
    },
  },
  application_confirmation_duplicate: {
    subject: 'We already have your application: {{participant_name}}, {{group_name}}',
    header_text: 'We already have your application',
    main_message:
      'We already have an application to {{group_name}} in this name from this address, so we have not added another. It keeps its place in the order.\n\nIf you answered something differently this time, we have noted it with the first application.',
  },
  application_status_update: {
    ...applicant,
    section_labels: { ...section_labels, price_after: 'Payments' },
    subject: 'Application update: {{participant_name}}, {{group_name}}',
    header_text: 'Application update',
    main_message: 'The status of the application to {{group_name}} has changed.',
    by_status: {
      pending: {
        subject: 'Under review again: {{participant_name}}, {{group_name}}',
        header_text: 'The application is under review again',
      },
      approved: {
        subject: 'Place confirmed: {{participant_name}}, {{group_name}}',
        header_text: 'Your place is confirmed',
      },
      waitlisted: {
        subject: 'On the waiting list: {{participant_name}}, {{group_name}}',
        header_text: 'The application is on the waiting list',
      },
      rejected: {
        subject: 'We can’t offer a place: {{participant_name}}, {{group_name}}',
        header_text: 'We can’t offer you a place',
      },
      inactive: {
        subject: 'No longer active: {{participant_name}}, {{group_name}}',
        header_text: 'The application is no longer active',
      },
    },
    next_steps: {
      pending: 'The application is being reviewed again. We will write to you at this address.',
      approved:
        'We look forward to seeing you. If you cannot come, please tell us soon, so that we can offer the place to the next person.',
      waitlisted:
        'The application is on the waiting list. When a place becomes free, we contact people in the order they applied.',
      rejected:
        'Unfortunately we cannot offer you a place in this group this time. If you like, we can help you find another one: just reply to this message.',
      inactive,
    },
    by_variant: {
      accepted: {
        subject: 'The place is yours: {{participant_name}}, {{group_name}}',
        header_text: 'The place is yours',
        main_message: 'You have accepted the place in {{group_name}} ({{participant_name}}).',
      },
      declined: {
        subject: 'You declined the place: {{participant_name}}, {{group_name}}',
        header_text: 'The application is withdrawn',
        main_message:
          'This confirms that you declined the place in {{group_name}} ({{participant_name}}). The application is withdrawn.',
      },
      withdrawn: {
        subject: 'The application is withdrawn: {{participant_name}}, {{group_name}}',
        header_text: 'The application is withdrawn',
        main_message:
          'This confirms that you withdrew the application to {{group_name}} ({{participant_name}}).',
      },
      transferred: {
        subject: 'New group: {{participant_name}}, {{group_name}}',
        header_text: 'The application is in a new group',
        main_message:
          'We have moved the application for **{{participant_name}}** from {{former_group}} to {{group_name}}.',
      },
    },
  },
  place_offered: {
    ...offers,
    subject: 'A place is held for you until {{deadline}}: {{participant_name}}, {{group_name}}',
    header_text: 'A place is free for you',
    main_message:
      'A place has become free in {{group_name}}, and the next application on the waiting list is the one for **{{participant_name}}**.',
    by_variant: {
      lengthened: {
        subject: 'You can answer until {{deadline}}: {{participant_name}}, {{group_name}}',
        header_text: 'You have more time to answer',
        main_message:
          'We have given you more time to answer the offer of a place in {{group_name}} ({{participant_name}}).',
      },
      taken_back: {
        subject: 'The offer is no longer open: {{participant_name}}, {{group_name}}',
        header_text: 'The offer is no longer open',
        main_message:
          'We have withdrawn the offer of a place in {{group_name}} ({{participant_name}}), so you can no longer accept it. We are sorry about that.\n\nThe application stays on the waiting list.',
      },
      passed: {
        subject: 'The deadline has passed: {{participant_name}}, {{group_name}}',
        header_text: 'The deadline has passed',
        main_message:
          'You did not answer the offer of a place in {{group_name}} by {{deadline}} ({{participant_name}}), so it is no longer open.\n\nThe application stays on the waiting list. **If you still want a place, please tell us on your page.** Until then we will not offer you another one.',
      },
      still_wanted: {
        subject: 'You are waiting for a place again: {{participant_name}}, {{group_name}}',
        header_text: 'You are waiting for a place again',
        main_message:
          'We have noted that you still want a place in {{group_name}} ({{participant_name}}). The application is back in its old place on the waiting list. When it is your turn for a free place, we will write to you.',
      },
    },
  },
  offer_reminder: {
    ...offers,
    subject: 'The place is only held until {{deadline}}: {{participant_name}}, {{group_name}}',
    header_text: 'The place is still waiting for your answer',
    main_message:
      'You have not answered the offer of a place in {{group_name}} yet ({{participant_name}}). Please tell us whether you accept it.',
  },
  application_received_notification: {
    subject: 'New application: {{participant_name}}, {{group_name}}',
    header_text: 'New application',
    greeting: 'Hello,',
    greeting_without_name: 'Hello,',
    main_message: 'A new application to {{group_name}} has arrived from {{participant_name}}.',
    next_steps: {
      pending: 'Open the application to approve or reject it. We e-mail your decision to the applicant.',
      approved: 'The place is already confirmed; there is nothing to do.',
      waitlisted: 'The application is on the waiting list. When a place becomes free, you can approve it.',
      rejected: 'The application is already rejected; there is nothing to do.',
      inactive:
        'The application is no longer active. If this has freed a place, you can offer it to the next on the waiting list.',
    },
    support_text: 'You choose who receives these messages on the group’s E-mail tab.',
    support_email: '',
    section_labels: { ...section_labels, details: 'About the application' },
    by_variant: {
      accepted: {
        subject: 'Place accepted: {{participant_name}}, {{group_name}}',
        header_text: 'The place has been accepted',
        main_message: 'The place offered in {{group_name}} has been accepted: {{participant_name}}.',
      },
      declined: {
        subject: 'Place declined: {{participant_name}}, {{group_name}}',
        header_text: 'The place has been declined',
        main_message:
          'The place offered in {{group_name}} has been declined: {{participant_name}}. It is free again, and the application is withdrawn.',
      },
      withdrawn: {
        subject: 'Application withdrawn: {{participant_name}}, {{group_name}}',
        header_text: 'The application is withdrawn',
        main_message: 'The application to {{group_name}} has been withdrawn: {{participant_name}}.',
      },
    },
  },
  payment_request: {
    ...payments,
    subject: 'Payment details: {{participant_name}}, {{group_name}}',
    header_text: 'Payment details',
    main_message: `Here is what you need for your payment ({{group_name}}). To pay: {{amount}}.\n\n${how}`,
  },
  payment_reminder: {
    ...payments,
    subject: 'A payment is due soon: {{participant_name}}, {{group_name}}',
    header_text: 'A payment is due soon',
    main_message: `A payment is due soon ({{group_name}}). To pay: {{amount}}. If you have already paid, please ignore this message.\n\n${how}`,
    by_variant: {
      overdue: {
        subject: 'A payment is overdue: {{participant_name}}, {{group_name}}',
        header_text: 'A payment is overdue',
        main_message: `The due date of a payment ({{group_name}}) has passed, and we have not received it yet. To pay: {{amount}}. If you have already paid, please ignore this message.\n\n${how}`,
      },
      overdue_again: {
        subject: 'Second payment reminder: {{participant_name}}, {{group_name}}',
        header_text: 'We have not received your payment',
        main_message: `We have already reminded you of a payment ({{group_name}}) and have not received it yet. To pay: {{amount}}. If you have already paid, or would like to agree on another date, please reply to this message.\n\n${how}`,
      },
      undated: {
        subject: 'Outstanding payment: {{participant_name}}, {{group_name}}',
        header_text: 'Outstanding payment',
        main_message: `We have not received a payment yet ({{group_name}}). To pay: {{amount}}. If you have already paid, please ignore this message.\n\n${how}`,
      },
    },
  },
  payment_received: {
    ...payments,
    section_labels: { ...payments.section_labels, details: 'Payment received' },
    subject: 'We have received your payment: {{participant_name}}, {{group_name}}',
    header_text: 'We have received your payment',
    main_message: 'Thank you, we have received your payment ({{group_name}}): {{amount}}.',
  },
  session_changed: {
    ...sessions,
    subject: 'Session changes: {{participant_name}}, {{group_name}}',
    header_text: 'Session changes',
    main_message: `Some sessions have changed ({{group_name}}): {{dates}}.\n\n${calendar}`,
    by_variant: {
      cancelled: {
        subject: 'Cancelled {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Cancelled',
        main_message: `We are sorry, but we have to cancel ({{group_name}}): {{dates}}.\n\n${calendar}`,
      },
      moved: {
        subject: 'Moved {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Moved',
        main_message: `The time has changed ({{group_name}}): {{dates}}. The new one is below.\n\n${calendar}`,
      },
      added: {
        subject: 'Added {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Added',
        main_message: `We have added to the schedule ({{group_name}}): {{dates}}.\n\n${calendar}`,
      },
    },
  },
  group_cancelled: {
    ...sessions,
    section_labels: {
      details: 'Cancelled group',
      participant: section_labels.participant,
      group: section_labels.group,
    },
    subject: 'Group cancelled: {{participant_name}}, {{group_name}}',
    header_text: 'The group is cancelled',
    main_message:
      'We are sorry to tell you that the group {{group_name}} is cancelled. It will not meet any more.\n\nIf you like, we can help you find another group. Please reply to this message about that, and about anything you have already paid.',
  },
  // its words are the message's; the labels are of what may follow them
  group_message: {
    ...applicant,
    subject: '',
    header_text: '',
    greeting: '',
    greeting_without_name: '',
    main_message: '',
    next_steps: {},
    section_labels: { ...payments.section_labels, ...section_labels },
  },
  application_link: {
    ...applicant,
    subject: 'The link to your application page',
    header_text: 'Your application page',
    greeting: 'Hello,',
    main_message:
      'Here is the link to the page with your applications, payments and dates. You don’t need a password. The link is for you alone, so please don’t forward it.\n\nIf you did not ask for it, you can ignore this message.',
    next_steps: {},
    by_variant: {
      code: {
        subject: 'Code to confirm your address',
        header_text: 'Confirm your address',
        main_message: `We were asked to send messages about applications to this address from now on. If you asked for it, enter the code on the application page:\n\n**${hiddenCode}**\n\nThe code is valid for 10 minutes. If you did not ask for it, you can ignore this message: without the code the address doesn’t change.`,
      },
      moved: {
        subject: 'The address of your applications has changed',
        header_text: 'The address has changed',
        main_message:
          'From now on, messages about your applications go to another address, which was confirmed with a code. We no longer send them here, and the link to your application page has stopped working.\n\nIf you did not change the address, please reply and tell us straight away.',
      },
    },
  },
  application_changed: {
    ...applicant,
    subject: 'Your changes are saved',
    header_text: 'Your changes are saved',
    main_message:
      'The details below were changed on your application page. If you did not change them, please reply and tell us straight away.',
    next_steps: {},
    section_labels: { ...section_labels, details: 'Changes' },
    by_variant: {
      staff: {
        subject: 'Changed applications: {{group_name}}',
        header_text: 'Changed applications',
        main_message: 'In {{group_name}}, these details were changed on application pages.',
      },
    },
  },
  queue_digest: {
    ...applicant,
    subject: 'Waiting lists: {{counts}}',
    header_text: 'Waiting lists today',
    greeting: 'Hello,',
    main_message: 'In these groups, people are waiting for a place or have an offer to answer.',
    next_steps: {},
    support_text: '',
    section_labels: {
      details: 'Waiting lists',
      free_places: 'Free places',
      unheard: 'Not reached by e-mail, for you to offer',
      waiting: 'Waiting',
      offered: 'Offered, not answered yet',
      passed: 'No answer since yesterday',
      other_groups: 'Other groups',
    },
  },
  viewer_next_steps: {
    pending: 'The editors and administrators of the group decide on it.',
    waitlisted:
      'The application is on the waiting list. The editors and administrators of the group decide on it.',
    inactive: 'There is nothing to do.',
  },
};
