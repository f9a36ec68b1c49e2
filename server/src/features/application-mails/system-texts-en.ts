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

const calendar = 'If you keep the sessions in your calendar, open the attached file to update them.';

/** Of mails about payments. */
const payments = {
  ...applicant,
  next_steps: {},
  section_labels: {
    details: 'Payment data',
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

const how =
  'Scan the QR code in your banking app, or copy the data into your online bank. Please keep the reference: we know your payment by it.';

export const english: SystemTexts = {
  application_confirmation: {
    ...applicant,
    subject: 'We have your application: {{participant_name}}, {{group_name}}',
    header_text: 'We have your application',
    main_message: 'Thank you for applying to {{group_name}}. We’ll e-mail you our decision at this address.',
    next_steps: {
      pending:
        'We look through your application and tell you whether the place is yours. Until then there is nothing you need to do.',
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
      'We already received an application to {{group_name}} in this name from this address, so we have not added another. It keeps its place in the order.\n\nIf you answered something differently this time, we have noted it with the first application.',
  },
  application_status_update: {
    ...applicant,
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
      pending: 'The application is being looked at again. We will write to you at this address.',
      approved:
        'We look forward to seeing you. If you cannot come, please tell us soon, so that we can offer the place to the next person.',
      waitlisted:
        'The application is on the waiting list. When a place becomes free, we contact people in the order they applied.',
      rejected:
        'Unfortunately we cannot offer you a place in this group this time. If you like, we can help you find another one: just reply to this message.',
      inactive,
    },
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
      inactive: 'The application is not active; there is nothing to do.',
    },
    support_text: 'You choose who receives these messages on the group’s E-mail tab.',
    support_email: '',
    section_labels: { ...section_labels, details: 'About the application' },
  },
  payment_request: {
    ...payments,
    subject: 'Payment data: {{participant_name}}, {{group_name}}',
    header_text: 'Payment data',
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
        subject: 'An open payment: {{participant_name}}, {{group_name}}',
        header_text: 'An open payment',
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
    subject: 'Changes of sessions: {{participant_name}}, {{group_name}}',
    header_text: 'Changes of sessions',
    main_message: `Some sessions have changed ({{group_name}}): {{dates}}.\n\n${calendar}`,
    by_variant: {
      cancelled: {
        subject: 'Cancelled {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Cancelled',
        main_message: `We are sorry to cancel ({{group_name}}): {{dates}}.\n\n${calendar}`,
      },
      moved: {
        subject: 'Moved {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Moved',
        main_message: `The time has changed ({{group_name}}): {{dates}}. The new one is below.\n\n${calendar}`,
      },
      added: {
        subject: 'Added {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Added',
        main_message: `We have added to the timetable ({{group_name}}): {{dates}}.\n\n${calendar}`,
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
      'We are sorry to tell you that the group {{group_name}} is cancelled. It will not meet any more.\n\nIf you like, we will help you find another group. Please reply to this message about that, and about what you have already paid.',
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
      'here is the link to the page with your applications, payments and dates. You need no password. The link is yours alone, so please don’t forward it.\n\nIf you did not ask for it, you can ignore this message.',
    next_steps: {},
  },
  viewer_next_steps: {
    pending: 'The editors and administrators of the group decide about it.',
    waitlisted:
      'The application is on the waiting list. The editors and administrators of the group decide about it.',
  },
};
