import type { Language } from '@vpisnik/contract/common';
import type { MailType } from '@vpisnik/contract/rules/mail-types';
import type { TemplateTranslation, VariantTexts } from '@vpisnik/contract/rules/templates';

type Texts = Partial<VariantTexts & Pick<TemplateTranslation, 'next_steps'>>;
/** Texts about two people, and about more: Slovenian has a dual. By the type's variants. */
type Several = Record<string, { two: Texts; more: Texts }>;

const about = '{{participant_name}}, {{group_name}}';
const same = (texts: Texts) => ({ two: texts, more: texts });

/** The system's words for a mail that siblings share, where they differ from those for one participant. */
export const severalTexts: Record<Language, Partial<Record<MailType, Several>>> = {
  sl: {
    place_offered: {
      ordinary: {
        two: {
          subject: `Mesti sta prosti za vas do {{deadline}}: ${about}`,
          header_text: 'Mesti sta prosti za vas',
          main_message:
            'v skupini {{group_name}} sta se sprostili mesti. Na vrsti sta prijavi na imeni **{{participant_name}}**.',
        },
        more: {
          subject: `Mesta so prosta za vas do {{deadline}}: ${about}`,
          header_text: 'Mesta so prosta za vas',
          main_message:
            'v skupini {{group_name}} so se sprostila mesta. Na vrsti so prijave na imena **{{participant_name}}**.',
        },
      },
      lengthened: {
        two: {
          main_message:
            'podaljšali smo rok za odgovor na ponujeni mesti v skupini {{group_name}} ({{participant_name}}).',
        },
        more: {
          main_message:
            'podaljšali smo rok za odgovor na ponujena mesta v skupini {{group_name}} ({{participant_name}}).',
        },
      },
      taken_back: {
        two: {
          subject: `Ponudba mest ne velja več: ${about}`,
          main_message:
            'ponudbo mest v skupini {{group_name}} smo umaknili ({{participant_name}}), zato ju ne morete več sprejeti. Za nevšečnost se opravičujemo.\n\nPrijavi ostajata v čakalni vrsti.',
        },
        more: {
          subject: `Ponudba mest ne velja več: ${about}`,
          main_message:
            'ponudbo mest v skupini {{group_name}} smo umaknili ({{participant_name}}), zato jih ne morete več sprejeti. Za nevšečnost se opravičujemo.\n\nPrijave ostajajo v čakalni vrsti.',
        },
      },
      passed: {
        two: {
          main_message:
            'na ponujeni mesti v skupini {{group_name}} niste odgovorili do {{deadline}} ({{participant_name}}), zato ponudba ne velja več.\n\nPrijavi ostajata v čakalni vrsti. **Če mesti še želite, nam to sporočite na svoji strani.** Dotlej vam novih mest ne ponujamo.',
        },
        more: {
          main_message:
            'na ponujena mesta v skupini {{group_name}} niste odgovorili do {{deadline}} ({{participant_name}}), zato ponudba ne velja več.\n\nPrijave ostajajo v čakalni vrsti. **Če mesta še želite, nam to sporočite na svoji strani.** Dotlej vam novih mest ne ponujamo.',
        },
      },
    },
    offer_reminder: {
      ordinary: {
        two: {
          subject: `Mesti vas čakata le še do {{deadline}}: ${about}`,
          header_text: 'Mesti še čakata na vaš odgovor',
          main_message:
            'na ponujeni mesti v skupini {{group_name}} še niste odgovorili ({{participant_name}}). Sporočite nam, ali ju sprejmete.',
        },
        more: {
          subject: `Mesta vas čakajo le še do {{deadline}}: ${about}`,
          header_text: 'Mesta še čakajo na vaš odgovor',
          main_message:
            'na ponujena mesta v skupini {{group_name}} še niste odgovorili ({{participant_name}}). Sporočite nam, ali jih sprejmete.',
        },
      },
    },
    application_status_update: {
      accepted: {
        two: {
          subject: `Mesti sta vaši: ${about}`,
          header_text: 'Mesti sta vaši',
          main_message: 'ponujeni mesti v skupini {{group_name}} ste sprejeli ({{participant_name}}).',
        },
        more: {
          subject: `Mesta so vaša: ${about}`,
          header_text: 'Mesta so vaša',
          main_message: 'ponujena mesta v skupini {{group_name}} ste sprejeli ({{participant_name}}).',
        },
      },
      declined: {
        two: {
          subject: `Mest niste sprejeli: ${about}`,
          header_text: 'Prijavi sta umaknjeni',
          main_message:
            'potrjujemo, da ponujenih mest v skupini {{group_name}} niste sprejeli ({{participant_name}}). Prijavi sta zato umaknjeni.',
          next_steps: {
            inactive:
              'Prijavi nista več aktivni, zato mesti nista več rezervirani. Če gre za pomoto, odgovorite na to sporočilo.',
          },
        },
        more: {
          subject: `Mest niste sprejeli: ${about}`,
          header_text: 'Prijave so umaknjene',
          main_message:
            'potrjujemo, da ponujenih mest v skupini {{group_name}} niste sprejeli ({{participant_name}}). Prijave so zato umaknjene.',
          next_steps: {
            inactive:
              'Prijave niso več aktivne, zato mesta niso več rezervirana. Če gre za pomoto, odgovorite na to sporočilo.',
          },
        },
      },
    },
    application_received_notification: {
      accepted: {
        two: {
          subject: `Mesti sta sprejeti: ${about}`,
          header_text: 'Mesti sta sprejeti',
          main_message: 'ponujeni mesti v skupini {{group_name}} sta sprejeti: {{participant_name}}.',
          next_steps: { approved: 'Mesti sta že potrjeni, ukrepati ni treba.' },
        },
        more: {
          subject: `Mesta so sprejeta: ${about}`,
          header_text: 'Mesta so sprejeta',
          main_message: 'ponujena mesta v skupini {{group_name}} so sprejeta: {{participant_name}}.',
          next_steps: { approved: 'Mesta so že potrjena, ukrepati ni treba.' },
        },
      },
      declined: {
        two: {
          subject: `Mesti sta zavrnjeni: ${about}`,
          header_text: 'Ponujeni mesti sta zavrnjeni',
          main_message:
            'ponujeni mesti v skupini {{group_name}} sta zavrnjeni: {{participant_name}}. Mesti sta spet prosti, prijavi pa umaknjeni.',
          next_steps: { inactive: 'Prijavi nista več aktivni. Mesti lahko ponudite naslednjima v vrsti.' },
        },
        more: {
          subject: `Mesta so zavrnjena: ${about}`,
          header_text: 'Ponujena mesta so zavrnjena',
          main_message:
            'ponujena mesta v skupini {{group_name}} so zavrnjena: {{participant_name}}. Mesta so spet prosta, prijave pa umaknjene.',
          next_steps: { inactive: 'Prijave niso več aktivne. Mesta lahko ponudite naslednjim v vrsti.' },
        },
      },
    },
  },
  en: {
    place_offered: {
      ordinary: same({
        subject: `Places are held for you until {{deadline}}: ${about}`,
        header_text: 'Places are free for you',
        main_message:
          'Places have become free in {{group_name}}, and the next applications on the waiting list are those for **{{participant_name}}**.',
      }),
      lengthened: same({
        main_message:
          'We have given you more time to answer the offer of places in {{group_name}} ({{participant_name}}).',
      }),
      taken_back: same({
        subject: `The offer of places is no longer open: ${about}`,
        main_message:
          'We have withdrawn the offer of places in {{group_name}} ({{participant_name}}), so you can no longer accept them. We are sorry about that.\n\nThe applications stay on the waiting list.',
      }),
      passed: same({
        main_message:
          'You did not answer the offer of places in {{group_name}} by {{deadline}} ({{participant_name}}), so it is no longer open.\n\nThe applications stay on the waiting list. **If you still want the places, please tell us on your page.** Until then we will not offer you others.',
      }),
    },
    offer_reminder: {
      ordinary: same({
        subject: `The places are only held until {{deadline}}: ${about}`,
        header_text: 'The places are still waiting for your answer',
        main_message:
          'You have not answered the offer of places in {{group_name}} yet ({{participant_name}}). Please tell us whether you accept them.',
      }),
    },
    application_status_update: {
      accepted: same({
        subject: `The places are yours: ${about}`,
        header_text: 'The places are yours',
        main_message: 'You have accepted the places in {{group_name}} ({{participant_name}}).',
      }),
      declined: same({
        subject: `You declined the places: ${about}`,
        header_text: 'The applications are withdrawn',
        main_message:
          'This confirms that you declined the places in {{group_name}} ({{participant_name}}). The applications are withdrawn.',
        next_steps: {
          inactive:
            'The applications are no longer active, so no places are being kept. If this is a mistake, please reply to this message.',
        },
      }),
    },
    application_received_notification: {
      accepted: same({
        subject: `Places accepted: ${about}`,
        header_text: 'The places have been accepted',
        main_message: 'The places offered in {{group_name}} have been accepted: {{participant_name}}.',
        next_steps: { approved: 'The places are already confirmed; there is nothing to do.' },
      }),
      declined: same({
        subject: `Places declined: ${about}`,
        header_text: 'The places have been declined',
        main_message:
          'The places offered in {{group_name}} have been declined: {{participant_name}}. They are free again, and the applications are withdrawn.',
        next_steps: {
          inactive:
            'The applications are no longer active. You can offer the places to the next on the waiting list.',
        },
      }),
    },
  },
};

/** The system's words where a mail tells of several people; none where it tells of one, or says the same of all. */
export function wordsOfSeveral(
  language: Language,
  { email_type, variant, people }: { email_type: MailType; variant: string; people: number },
): Texts {
  const number = numberOf(people);
  if (number === 'one') return {};
  return severalTexts[language][email_type]?.[variant || 'ordinary']?.[number] ?? {};
}

/** By which number a sentence about some people is formed. */
export function numberOf(people: number): 'one' | 'two' | 'more' {
  if (people < 2) return 'one';
  return people === 2 ? 'two' : 'more';
}
