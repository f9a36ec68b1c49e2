import type { Translation } from '../../lib/text/translate.ts';
import type { landingTexts as sl } from '../sl/public-landing.ts';

/** Texts of the landing page. */
export const landingTexts = {
  title: 'Vpisnik: applications to your groups in one place',
  description:
    'Publish a group, share the link and receive applications. For dance schools, sports clubs, music schools and camps.',
  sign_in: 'Sign in',
  heading: 'Enrolment without spreadsheets.',
  lead: 'Publish a group, share the link and receive applications. People apply on their phones; you approve them and keep the lists.',
  try: 'Try it free',
  account: 'I already have an account',
  closing: 'Publish your first group today.',
  scene: {
    group: 'Modern dance for teenagers',
    when: 'Tuesday and Thursday, 17:30',
    today: 'applied today, {{time}}',
    yesterday: 'applied yesterday, {{time}}',
    approve: 'Approve',
    pending: 'Pending',
    approved: 'Approved',
    waitlisted: 'Waiting list',
    sent: 'Application sent',
    sent_text: 'We’ve e-mailed you a confirmation.',
    link: 'zvezda/modern-dance',
    submit: 'Send application',
  },
  steps: {
    heading: 'From publishing to approval in three steps',
    publish: 'Publish a group',
    publish_text: 'Set the schedule, the places and the questions. Share the link wherever you like.',
    receive: 'Receive applications',
    receive_text: 'The form works on a phone, without registration. We send the confirmation e-mail.',
    decide: 'Decide with one click',
    decide_text: 'Approve, reject or put on the waiting list. The applicant is told straight away.',
  },
  facts: {
    heading: 'For dance schools, clubs, music schools and camps',
    places: 'Places that add up',
    places_text:
      'When two people apply for the last place at once, one gets it and the other joins the waiting list.',
    questions: 'Your own questions',
    questions_text: 'Every group has a form and a colour of its own.',
    calendar: 'The schedule in your calendar',
    calendar_text: 'Sessions with closure days, cancellations and moved dates, also in the calendar you use.',
    languages: 'Two languages',
    languages_text: 'Groups and messages in Slovenian and English, to each person in theirs.',
    team: 'Access for your team',
    team_text: 'A leader sees their groups, you see all of them.',
  },
  footer: {
    terms: 'Terms of use',
    privacy: 'Privacy',
    processing: 'Data processing',
    contact: 'Contact',
  },
} satisfies Translation<typeof sl>;
