import type { LegalDocument } from '@vpisnik/contract/rules/public-pages';
import type { LegalText } from '../../public/still/legal-text.ts';

/** The legal documents. `{{operator}}` and its data come from the configuration; a change needs a new version. */
export const legalTexts: Record<LegalDocument, LegalText> = {
  terms: {
    title: 'Terms of use',
    description: 'The terms under which organisations use Vpisnik for applications to their groups.',
    intro: [
      'These terms govern the use of the Vpisnik service at {{site}}. The service is provided by {{operator}}, {{address}}, {{email}} (the provider). Where translations differ, the Slovenian text applies.',
    ],
    sections: [
      {
        heading: 'Whom the service is for',
        blocks: [
          'Vpisnik is for organisations that run groups, for example dance schools, sports clubs, music schools and camps (the organisation). With it an organisation publishes groups, receives applications, manages participants and payments, and sends messages.',
          'Applying to a group does not make a contract with the provider. Participation, price and cancellation are a matter between the applicant and the organisation that runs the group.',
        ],
      },
      {
        heading: 'Registration and account',
        blocks: [
          'The contract is made when the organisation accepts these terms and activates its account with the link sent by e-mail. The version of the terms, the language and the time of acceptance are stored. Whoever registers an organisation warrants that they may represent it.',
          'The organisation keeps its details true, gives access only to people who need it, and keeps passwords secret. It tells the provider at once about suspected misuse of an account.',
        ],
      },
      {
        heading: 'What the organisation may and may not do',
        blocks: [
          'The organisation is responsible for what it publishes and for the questions it asks applicants. It asks only for data that running the group requires.',
          'It is not allowed to:',
          [
            'publish unlawful, misleading or offensive content,',
            'send messages unrelated to enrolment without the recipients’ consent,',
            'overload the service or test its security without an agreement with the provider,',
            'give others access to data beyond what the law allows.',
          ],
        ],
      },
      {
        heading: 'Personal data',
        blocks: [
          'For data of applicants and participants the organisation is the controller and the provider is the processor. Their duties are set out in the data processing agreement, which is part of these terms.',
          'How the provider processes data of account holders is described in the privacy policy.',
        ],
      },
      {
        heading: 'Content and rights in it',
        blocks: [
          'Texts, pictures and data that the organisation enters remain its own. It allows the provider to store, display and send them only as far as the service requires. The organisation warrants that it may publish what it publishes; for photographs of children it has the consent of their parents or guardians.',
          'The software is available under the AGPL-3.0 licence; the name and mark Vpisnik remain the provider’s.',
        ],
      },
      {
        heading: 'Price',
        blocks: [
          'Trying the service is free. If the provider charges for further use, it tells the organisation beforehand; no obligation to pay arises without the organisation’s express confirmation.',
        ],
      },
      {
        heading: 'Availability and changes',
        blocks: [
          'The provider aims for uninterrupted operation and backs data up regularly. Maintenance that would disturb applications is announced beforehand where possible.',
          'The service evolves. The provider announces changes of these terms by e-mail at least 30 days before they take effect; an organisation that does not agree may end the contract until then.',
        ],
      },
      {
        heading: 'Liability',
        blocks: [
          'The provider is liable for damage caused intentionally or by gross negligence. It is liable for lost profit and indirect damage only in those cases. The limits do not apply where the law does not permit them.',
          'The provider is not liable for how groups are run, for the conduct of organisations, or for arrangements between an organisation and a participant.',
        ],
      },
      {
        heading: 'Term and termination',
        blocks: [
          'The contract is made for an indefinite time. The organisation may end it at any time by requesting deletion, the provider with 30 days’ notice. In case of a serious breach of these terms the provider may suspend access and states the reason at once.',
          'Before the end the organisation may export its data. After a request for deletion the data can be restored for 30 days and are then deleted for good.',
        ],
      },
      {
        heading: 'Law and disputes',
        blocks: [
          'Slovenian law applies. The parties settle disputes amicably; failing that, the court at the provider’s seat has jurisdiction.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    description:
      'Which personal data are processed when you apply to a group or use Vpisnik, and which rights you have.',
    intro: [
      'This notice says which personal data are processed when you apply to a group through Vpisnik or use Vpisnik as a member of an organisation’s staff, why, for how long, and which rights you have (General Data Protection Regulation, Articles 13 and 14, and the Slovenian Personal Data Protection Act, ZVOP-2). Where translations differ, the Slovenian text applies.',
    ],
    sections: [
      {
        heading: 'Who is responsible',
        blocks: [
          'For the data in an application the controller is the organisation that runs the group. Its name and contact details are on the form and in the confirmation e-mail. Please turn to it about the application, corrections and erasure.',
          'Vpisnik is run for organisations by {{operator}}, {{address}}, {{email}}. It processes applications as a processor, on the organisation’s instructions. For the accounts of organisations’ staff it is itself the controller.',
        ],
      },
      {
        heading: 'Which data an application contains',
        blocks: [
          [
            'the participant’s full name, an e-mail address and, if you give one, a phone number,',
            'answers to questions set by the organisation, and your notes,',
            'the version of this notice in force when you applied, and the language and time of the application,',
            'the group, the application’s status and the messages sent to you about it,',
            'payments that the organisation keeps for the participant.',
          ],
          'Answers that the organisation has marked as sensitive (for example about health) are seen only by administrators of the group, are never part of e-mails, and are not saved in your browser.',
          'As a rule the organisation receives a child’s data not from the child but from whoever sends the application.',
          'To protect against abuse, the IP address from which an application is sent is processed for a short time. It is not stored with the application.',
        ],
      },
      {
        heading: 'Why, and on what basis',
        blocks: [
          [
            'handling the application and running the group: performance of a contract, or steps before it at your request (Article 6(1)(b)),',
            'messages about the application: performance of a contract (Article 6(1)(b)),',
            'what you have specifically allowed, such as photographs: your consent (Article 6(1)(a)), which you can withdraw with the organisation at any time,',
            'special categories of data, for example about health: your explicit consent (Article 9(2)(a)), given by answering such a question voluntarily,',
            'security and prevention of abuse: legitimate interest (Article 6(1)(f)),',
            'the organisation’s accounting records: legal obligation (Article 6(1)(c)).',
          ],
          'Without the required data an application cannot be handled. A person always decides about it; there is no automated decision with legal effect. The order of the waiting list follows the time of application.',
        ],
      },
      {
        heading: 'Children',
        blocks: [
          'A parent or guardian applies for a child, and consents on behalf of one under 15 (Article 8 ZVOP-2). A child’s data are used only to run the group, never for advertising or profiling. If a child has applied on their own, the parent or guardian can ask the organisation for correction or erasure.',
        ],
      },
      {
        heading: 'Who receives the data',
        blocks: [
          'The data are seen by authorised people of the organisation, each within their rights, and by people who keep the service running at the provider. The provider uses sub-processors for hosting and for sending e-mail; the list is available from {{email}}.',
          'The data are processed in the European Union. They are not sold; there is no advertising and no tracking. Public authorities receive data only where the law requires it.',
        ],
      },
      {
        heading: 'How long they are kept',
        blocks: [
          'The organisation decides how long it keeps applications, as a rule until the end of the season or of the periods that the law sets for payments. If an organisation stops using Vpisnik, its data are deleted 30 days after the request. They may remain in encrypted backups for at most another 12 months.',
          'An account of a staff member exists until the organisation or its holder deletes it. Operating logs hold nothing of what applications say. An IP address used against abuse is kept in an irreversibly changed form, and only while a limit lasts.',
          'Unconfirmed accounts are deleted after 7 days, the marks that make it safe to send an application again after 48 hours.',
        ],
      },
      {
        heading: 'Account holders',
        blocks: [
          'If you use Vpisnik as a member of an organisation’s staff, the provider processes your name, e-mail address, a protected form of your password and second factor, language, roles, signed-in devices, calendars you subscribe to and a log of changes. The basis is performance of the contract with the organisation and legitimate interest in security. When an account is erased, only the name remains in the history of changes.',
        ],
      },
      {
        heading: 'Cookies and browser storage',
        blocks: [
          'Public pages use no cookies, except for a technical one after you send something, and load nothing from other providers. Your browser stores on your device:',
          [
            'the language you chose, so that we can offer it on your next visit,',
            'a draft of the application in the open tab, without sensitive answers; it is deleted when you send it, when you close the tab, or after 24 hours,',
            'the name and reference of an application sent from the open tab, so that you still see that it was sent after a reload; it is deleted when you close the tab or after 24 hours,',
            'after you send an application or another change, a cookie with a number that says how many changes had been saved by then, so that the next page shows what you sent; it tells nothing about you and is deleted within minutes.',
          ],
          'Signing in to an account uses cookies that are necessary for signing in safely.',
        ],
      },
      {
        heading: 'Your rights',
        blocks: [
          'You have the right of access, rectification, erasure, restriction, portability and objection, and you may withdraw consent at any time without affecting earlier processing. Send requests about an application to the organisation, about an account to {{email}}. You will have an answer within one month; for complex requests this may be extended by two months, with reasons. Exercising your rights is free of charge.',
          'If you believe that processing breaks the law, you may complain to the Information Commissioner (Informacijski pooblaščenec), Dunajska cesta 22, 1000 Ljubljana, phone +386 1 230 97 30, gp.ip@ip-rs.si, www.ip-rs.si, and seek judicial protection.',
        ],
      },
    ],
  },
  processing: {
    title: 'Data processing agreement',
    description:
      'The agreement between an organisation as controller and the provider of Vpisnik as processor, under Article 28 GDPR.',
    intro: [
      'Agreement under Article 28 of the General Data Protection Regulation (the Regulation) between the organisation that uses Vpisnik (the controller) and the provider {{operator}}, {{address}}, {{email}} (the processor). It applies from acceptance of the terms of use until the organisation’s data are deleted; the version, language and time of acceptance are stored. Where it differs from the terms of use, this agreement prevails as to personal data. Where translations differ, the Slovenian text applies.',
    ],
    sections: [
      {
        heading: 'Subject of the processing',
        blocks: [
          'For the controller the processor collects, stores, displays, sends and deletes data needed for applications to groups, for managing participants and payments, and for messages about them.',
          'Nature and purpose: automated processing in a web service so that the controller can run its groups. Duration: while the service is used, and the periods of deletion in this agreement.',
          'Data subjects: applicants, participants (children among them), their parents and guardians, members of the controller’s staff.',
          'Types of data: name, contact details, answers to the controller’s questions, status of the application, payments, messages, pictures and spreadsheets that the controller uploads. Special categories (for example health) only where the controller collects them by a question it marks as sensitive.',
          'Uploaded spreadsheets are deleted after a week. Calendars that the team subscribes to hold sessions, locations and leaders of groups and nothing about participants; each has a secret address that can be renewed.',
        ],
      },
      {
        heading: 'Instructions',
        blocks: [
          'The processor processes data only on documented instructions of the controller. These are this agreement, the settings in the service, and written requests. If the processor believes that an instruction breaks the law, it says so at once.',
          'The processor does not use the data for purposes of its own, neither for advertising nor for training models.',
          'The controller ensures that there is a legal basis for collecting the data and informs the data subjects.',
        ],
      },
      {
        heading: 'Confidentiality',
        blocks: [
          'At the processor only people who need access for their work and are bound to confidentiality, also after their work ends, have it. When they act on behalf of an organisation, the service shows and records it.',
        ],
      },
      {
        heading: 'Security',
        blocks: [
          'The processor takes measures under Article 32 of the Regulation, at least:',
          [
            'encrypted transport,',
            'separation of organisations’ data in the application and in the database,',
            'access by role and group, passwords only as hashes, limits against guessing,',
            'a log of changes, and operating logs without personal data,',
            'regular backups and tests of restoring them,',
            'updates of software and removal of vulnerabilities.',
          ],
          'The processor keeps records of processing under Article 30(2) of the Regulation. Where ZVOP-2 requires a processing log of the controller, the processor makes the data for it available.',
        ],
      },
      {
        heading: 'Sub-processors',
        blocks: [
          'The controller gives general authorisation for sub-processors for hosting and for sending e-mail. The list is available from {{email}}. The processor announces an intended change at least 30 days beforehand; the controller may object and end the contract.',
          'The processor imposes the same obligations on sub-processors and answers for them. Data are not transferred outside the European Economic Area without a basis in Chapter V of the Regulation.',
        ],
      },
      {
        heading: 'Assistance',
        blocks: [
          'The processor assists the controller in answering requests of data subjects (access, rectification, erasure, portability), in impact assessments and in consultations with the supervisory authority. A request it receives itself is passed on to the controller.',
        ],
      },
      {
        heading: 'Breaches',
        blocks: [
          'The processor notifies the controller of a personal data breach without undue delay, at the latest within 48 hours of becoming aware of it. The notice states the nature of the breach, the categories and approximate number of data subjects and records, a contact for more information, the likely consequences, and the measures taken and proposed; what is not known yet follows later. Notifying the Information Commissioner within 72 hours and telling the data subjects is for the controller, with the processor’s help.',
        ],
      },
      {
        heading: 'Deletion and return',
        blocks: [
          'The controller may export the data at any time in a machine-readable form. After the end of the processing the processor deletes them within 30 days, and from encrypted backups within another 12 months, unless the law requires them to be kept.',
        ],
      },
      {
        heading: 'Audit',
        blocks: [
          'The processor makes available the information that demonstrates compliance with this agreement and allows an audit announced at least 14 days beforehand. An audit must not reveal data of other organisations.',
        ],
      },
      {
        heading: 'Liability, law and supervisory authority',
        blocks: [
          'The parties are liable under Article 82 of the Regulation; the processor answers for what it does against instructions and for sub-processors. Slovenian law applies; the supervisory authority is the Information Commissioner of the Republic of Slovenia.',
        ],
      },
    ],
  },
};
