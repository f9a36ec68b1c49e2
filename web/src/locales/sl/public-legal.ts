import type { LegalDocument } from '@vpisnik/contract/rules/public-pages';
import type { LegalText } from '../../public/still/legal-text.ts';

/** The legal documents. `{{operator}}` and its data come from the configuration; a change needs a new version. */
export const legalTexts: Record<LegalDocument, LegalText> = {
  terms: {
    title: 'Pogoji uporabe',
    description: 'Pogoji, pod katerimi organizacije uporabljajo Vpisnik za prijave v skupine.',
    intro: [
      'Ti pogoji urejajo uporabo storitve Vpisnik na naslovu {{site}}. Ponudnik storitve je {{operator}}, {{address}}, {{email}} (v nadaljevanju: ponudnik).',
    ],
    sections: [
      {
        heading: 'Komu je storitev namenjena',
        blocks: [
          'Vpisnik je namenjen organizacijam, ki vodijo skupine, na primer plesnim šolam, športnim klubom, glasbenim šolam in taborom (v nadaljevanju: organizacija). Organizacija v njem objavi skupine, prejema prijave, vodi udeležence in plačila ter pošilja obvestila.',
          'Kdor se prijavi v skupino, s tem ne sklene pogodbe s ponudnikom. Razmerje glede udeležbe, cene in odpovedi nastane med njim in organizacijo, ki skupino vodi.',
        ],
      },
      {
        heading: 'Registracija in račun',
        blocks: [
          'Pogodba o uporabi je sklenjena, ko organizacija potrdi te pogoje in aktivira račun s povezavo, poslano po e-pošti. Ob potrditvi se shranijo različica pogojev, jezik in čas. Kdor registrira organizacijo, zagotavlja, da jo sme zastopati.',
          'Organizacija skrbi, da so podatki o njej resnični, da imajo dostop le osebe, ki ga potrebujejo, in da gesla ostanejo tajna. O sumu zlorabe računa ponudnika nemudoma obvesti.',
        ],
      },
      {
        heading: 'Kaj organizacija sme in česa ne',
        blocks: [
          'Organizacija odgovarja za vsebino, ki jo objavi, in za vprašanja, ki jih postavi prijaviteljem. Sprašuje le po podatkih, ki jih za vodenje skupine potrebuje.',
          'Ni dovoljeno:',
          [
            'objavljati nezakonite, zavajajoče ali žaljive vsebine,',
            'pošiljati obvestil, ki z vpisom niso povezana, brez privolitve prejemnikov,',
            'preobremenjevati storitev ali brez dogovora s ponudnikom preizkušati njeno varnost,',
            'drugim omogočati dostop do podatkov, ki ga zakon ne dovoljuje.',
          ],
        ],
      },
      {
        heading: 'Osebni podatki',
        blocks: [
          'Za podatke prijaviteljev in udeležencev je upravljavec organizacija, ponudnik pa obdelovalec. Njune obveznosti ureja pogodba o obdelavi osebnih podatkov, ki je del teh pogojev.',
          'Kako ponudnik obdeluje podatke uporabnikov računov, pove obvestilo o varstvu podatkov.',
        ],
      },
      {
        heading: 'Vsebina in pravice na njej',
        blocks: [
          'Besedila, slike in podatki, ki jih vnese organizacija, ostanejo njeni. Ponudniku dovoli le, da jih hrani, prikazuje in pošilja, kolikor je potrebno za storitev. Organizacija zagotavlja, da sme objaviti, kar objavi; za fotografije otrok ima privolitev staršev ali skrbnikov.',
          'Programska oprema je dostopna pod licenco AGPL-3.0; ime in znak Vpisnik ostaneta ponudnikova.',
        ],
      },
      {
        heading: 'Cena',
        blocks: [
          'Preizkus storitve je brezplačen. Če ponudnik za nadaljnjo uporabo zaračunava nadomestilo, ga organizaciji sporoči vnaprej; brez njene izrecne potrditve ne nastane nobena plačilna obveznost.',
        ],
      },
      {
        heading: 'Razpoložljivost in spremembe',
        blocks: [
          'Ponudnik si prizadeva za neprekinjeno delovanje in redno varnostno kopira podatke. Vzdrževanje, ki bi motilo prijave, napove vnaprej, kadar je to mogoče.',
          'Storitev se razvija. O spremembi teh pogojev ponudnik organizacije obvesti po e-pošti vsaj 30 dni pred uveljavitvijo; organizacija, ki se z njo ne strinja, lahko pogodbo do takrat odpove.',
        ],
      },
      {
        heading: 'Odgovornost',
        blocks: [
          'Ponudnik odgovarja za škodo, ki jo povzroči namenoma ali iz hude malomarnosti. Za izgubljeni dobiček in posredno škodo odgovarja le v teh primerih. Omejitve ne veljajo, kjer jih zakon ne dopušča.',
          'Ponudnik ne odgovarja za izvedbo skupin, za ravnanje organizacij in za dogovore med organizacijo in udeležencem.',
        ],
      },
      {
        heading: 'Trajanje in prenehanje',
        blocks: [
          'Pogodba velja za nedoločen čas. Organizacija jo lahko odpove kadar koli z zahtevo za izbris, ponudnik pa z odpovednim rokom 30 dni. Ob hujši kršitvi teh pogojev lahko ponudnik dostop začasno onemogoči; razlog sporoči takoj.',
          'Pred prenehanjem lahko organizacija svoje podatke izvozi. Po zahtevi za izbris so podatki 30 dni obnovljivi, nato se trajno izbrišejo.',
        ],
      },
      {
        heading: 'Pravo in spori',
        blocks: [
          'Velja slovensko pravo. Spore stranki rešujeta sporazumno; če to ne uspe, je pristojno sodišče po sedežu ponudnika.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Varstvo osebnih podatkov',
    description:
      'Kateri osebni podatki se obdelujejo ob prijavi v skupino in ob uporabi Vpisnika ter katere pravice imate.',
    intro: [
      'To obvestilo pove, kateri osebni podatki se obdelujejo, ko se prek Vpisnika prijavite v skupino ali ko Vpisnik uporabljate kot član ekipe organizacije, zakaj, kako dolgo in katere pravice imate (Splošna uredba o varstvu podatkov, člena 13 in 14, in Zakon o varstvu osebnih podatkov, ZVOP-2).',
    ],
    sections: [
      {
        heading: 'Kdo je odgovoren',
        blocks: [
          'Za podatke v prijavi je upravljavec organizacija, ki skupino vodi. Njeno ime in kontaktni podatki so na obrazcu in v potrditvenem sporočilu. Glede prijave, popravkov in izbrisa se obrnite nanjo.',
          'Vpisnik za organizacije vodi {{operator}}, {{address}}, {{email}}. Podatke iz prijav obdeluje kot obdelovalec, po navodilih organizacije. Za podatke uporabniških računov ekip organizacij je upravljavec sam.',
        ],
      },
      {
        heading: 'Kateri podatki se obdelujejo ob prijavi',
        blocks: [
          [
            'ime in priimek udeleženca, e-poštni naslov in, če ga vpišete, telefon,',
            'odgovori na vprašanja, ki jih je določila organizacija, in vaše opombe,',
            'različica tega obvestila, ki je veljala ob prijavi, ter jezik in čas prijave,',
            'skupina, stanje prijave in sporočila, ki so vam bila v zvezi z njo poslana,',
            'plačila, ki jih organizacija vodi za udeleženca.',
          ],
          'Odgovori, ki jih je organizacija označila kot občutljive (na primer o zdravju), so vidni le skrbnikom skupine, niso v e-poštnih sporočilih in se v vašem brskalniku ne shranijo.',
          'Podatkov o otroku organizacija praviloma ne dobi od otroka, temveč od tistega, ki prijavo odda.',
          'Za zaščito pred zlorabami se za kratek čas obdeluje naslov IP, s katerega je prijava poslana. V prijavo se ne zapiše.',
        ],
      },
      {
        heading: 'Zakaj in na kakšni podlagi',
        blocks: [
          [
            'obravnava prijave in vodenje skupine: izvajanje pogodbe ali ukrepi pred njo na vašo zahtevo (člen 6(1)(b) uredbe),',
            'obvestila o prijavi: izvajanje pogodbe (člen 6(1)(b)),',
            'kar ste posebej dovolili, na primer fotografiranje: vaša privolitev (člen 6(1)(a)), ki jo lahko kadar koli prekličete pri organizaciji,',
            'posebne vrste podatkov, na primer o zdravju: vaša izrecna privolitev (člen 9(2)(a)), ki jo izrazite s tem, da na tako vprašanje prostovoljno odgovorite,',
            'varnost in preprečevanje zlorab: zakoniti interes (člen 6(1)(f)),',
            'računovodske evidence organizacije: zakonska obveznost (člen 6(1)(c)).',
          ],
          'Brez obveznih podatkov prijave ni mogoče obravnavati. O prijavi vedno odloča človek; samodejnega odločanja s pravnimi učinki ni. Vrstni red v čakalni vrsti določa čas prijave.',
        ],
      },
      {
        heading: 'Otroci',
        blocks: [
          'Prijavo za otroka odda starš ali skrbnik; tudi privolitev za otroka, mlajšega od 15 let, da ta (člen 8 ZVOP-2). Podatki o otroku se uporabljajo le za vodenje skupine, nikoli za oglaševanje ali oblikovanje profilov. Če je otrok prijavo oddal sam, lahko starš ali skrbnik pri organizaciji zahteva popravek ali izbris.',
        ],
      },
      {
        heading: 'Kdo podatke prejme',
        blocks: [
          'Podatke vidijo pooblaščene osebe organizacije, vsaka v obsegu svojih pravic, in osebe, ki pri ponudniku skrbijo za delovanje storitve. Ponudnik uporablja podobdelovalce za gostovanje in pošiljanje e-pošte; njihov seznam je na voljo na naslovu {{email}}.',
          'Podatki se obdelujejo v Evropski uniji. Prodaje podatkov, oglaševanja in sledenja ni. Državnim organom se podatki posredujejo le, kadar to zahteva zakon.',
        ],
      },
      {
        heading: 'Kako dolgo se hranijo',
        blocks: [
          'Kako dolgo hrani prijave, določi organizacija; praviloma do konca sezone oziroma do poteka rokov, ki jih za plačila nalaga zakon. Če organizacija preneha uporabljati Vpisnik, se njeni podatki izbrišejo 30 dni po zahtevi. V šifriranih varnostnih kopijah lahko ostanejo še največ 12 mesecev.',
          'Račun člana ekipe obstaja, dokler ga organizacija ali uporabnik ne izbriše. Dnevniki delovanja ne vsebujejo vsebine prijav. Naslov IP za omejevanje zlorab se hrani v nepovratno spremenjeni obliki in le toliko časa, kolikor traja omejitev.',
          'Podatki nepotrjenih računov se izbrišejo po 7 dneh, oznake za varno ponovno pošiljanje prijave po 48 urah.',
        ],
      },
      {
        heading: 'Uporabniki računov',
        blocks: [
          'Če Vpisnik uporabljate kot član ekipe organizacije, ponudnik obdeluje vaše ime, e-poštni naslov, zaščiteno obliko gesla, podatke za dvostopenjsko preverjanje, jezik, vloge, naprave z odprtim računom, koledarje, na katere ste naročeni, in dnevnik sprememb. Podlaga je izvajanje pogodbe z organizacijo in zakoniti interes za varnost. Ob izbrisu računa ostane v zgodovini sprememb le ime.',
        ],
      },
      {
        heading: 'Piškotki in shramba brskalnika',
        blocks: [
          'Javne strani ne uporabljajo piškotkov, razen tehničnega po oddaji, in ne nalagajo vsebin drugih ponudnikov. Brskalnik v vaši napravi shrani:',
          [
            'izbrani jezik, da vam ga lahko ponudimo ob naslednjem obisku,',
            'osnutek prijave v odprtem zavihku, brez občutljivih odgovorov; izbriše se ob oddaji, ko zavihek zaprete ali po 24 urah,',
            'ime in številko oddane prijave v odprtem zavihku, da po osvežitvi strani vidite, da je oddana; izbriše se, ko zavihek zaprete ali po 24 urah,',
            'po oddaji prijave ali druge spremembe piškotek s številko, ki pove, koliko sprememb je bilo dotlej shranjenih, da na naslednji strani vidite, kar ste oddali; o vas ne pove ničesar in se izbriše v nekaj minutah.',
          ],
          'Ob vstopu v račun se uporabijo piškotki, ki so nujni za varen vstop.',
        ],
      },
      {
        heading: 'Vaše pravice',
        blocks: [
          'Imate pravico do dostopa, popravka, izbrisa, omejitve obdelave, prenosljivosti in ugovora, privolitev pa lahko kadar koli prekličete, kar ne vpliva na obdelavo pred preklicem. Zahtevo glede prijave pošljite organizaciji, glede računa pa na {{email}}. Odgovor prejmete v enem mesecu; pri zahtevnih zahtevah se rok z obrazložitvijo lahko podaljša za dva meseca. Uveljavljanje pravic je brezplačno.',
          'Če menite, da obdelava krši predpise, se lahko pritožite Informacijskemu pooblaščencu, Dunajska cesta 22, 1000 Ljubljana, telefon 01 230 97 30, gp.ip@ip-rs.si, www.ip-rs.si, in zahtevate sodno varstvo.',
        ],
      },
    ],
  },
  processing: {
    title: 'Pogodba o obdelavi osebnih podatkov',
    description:
      'Pogodba med organizacijo kot upravljavcem in ponudnikom Vpisnika kot obdelovalcem po členu 28 Splošne uredbe.',
    intro: [
      'Pogodba po členu 28 Splošne uredbe o varstvu podatkov (v nadaljevanju: uredba) med organizacijo, ki uporablja Vpisnik (upravljavec), in ponudnikom {{operator}}, {{address}}, {{email}} (obdelovalec). Velja od potrditve pogojev uporabe do izbrisa podatkov organizacije; različica, jezik in čas potrditve se shranijo. Če se razlikuje od pogojev uporabe, glede osebnih podatkov velja ta pogodba.',
    ],
    sections: [
      {
        heading: 'Predmet obdelave',
        blocks: [
          'Obdelovalec za upravljavca zbira, hrani, prikazuje, pošilja in briše podatke, ki so potrebni za prijave v skupine, vodenje udeležencev in plačil ter za obvestila o njih.',
          'Narava in namen: samodejna obdelava v spletni storitvi, da upravljavec vodi svoje skupine. Trajanje: čas uporabe storitve in roki izbrisa iz te pogodbe.',
          'Posamezniki: prijavitelji, udeleženci (tudi otroci), njihovi starši in skrbniki, člani ekipe upravljavca.',
          'Vrste podatkov: ime, kontaktni podatki, odgovori na vprašanja upravljavca, stanje prijave, plačila, sporočila, slike in preglednice, ki jih upravljavec naloži. Posebne vrste podatkov (na primer o zdravju) le, če jih upravljavec zbira z vprašanjem, ki ga označi kot občutljivo.',
          'Naložene preglednice se po enem tednu izbrišejo. Koledarji, na katere se naroči ekipa, vsebujejo termine, lokacije in vodje skupin, o udeležencih pa nič; vsak ima tajen naslov, ki ga je mogoče obnoviti.',
        ],
      },
      {
        heading: 'Navodila upravljavca',
        blocks: [
          'Obdelovalec obdeluje podatke le po dokumentiranih navodilih upravljavca. Navodila so ta pogodba, nastavitve v storitvi in pisne zahteve. Če meni, da navodilo krši predpise, upravljavca nemudoma opozori.',
          'Podatkov obdelovalec ne uporablja za svoje namene, ne za oglaševanje in ne za učenje modelov.',
          'Upravljavec zagotavlja, da ima za zbiranje podatkov pravno podlago, in posameznike o obdelavi obvesti.',
        ],
      },
      {
        heading: 'Zaupnost',
        blocks: [
          'Do podatkov imajo pri obdelovalcu dostop le osebe, ki ga za delo potrebujejo in so zavezane k zaupnosti. Zaupnost velja tudi po koncu dela. Kadar dela v imenu organizacije, je to v storitvi vidno in zabeleženo.',
        ],
      },
      {
        heading: 'Varnost',
        blocks: [
          'Obdelovalec izvaja ukrepe po členu 32 uredbe, vsaj:',
          [
            'šifriran prenos podatkov,',
            'ločevanje podatkov organizacij v aplikaciji in v podatkovni zbirki,',
            'dostop po vlogah in skupinah, gesla le v zgoščeni obliki, omejevanje ugibanja,',
            'dnevnik sprememb in dnevniki delovanja brez osebnih podatkov,',
            'redne varnostne kopije in preizkušanje obnovitve,',
            'posodabljanje programske opreme in odpravljanje ranljivosti.',
          ],
          'Obdelovalec vodi evidenco dejavnosti obdelave po členu 30(2) uredbe. Kadar ZVOP-2 za obdelavo upravljavca zahteva dnevnik obdelave, mu da na voljo podatke zanj.',
        ],
      },
      {
        heading: 'Podobdelovalci',
        blocks: [
          'Upravljavec splošno dovoljuje podobdelovalce za gostovanje in pošiljanje e-pošte. Seznam je na voljo na naslovu {{email}}. O nameravani spremembi obdelovalec upravljavca obvesti vsaj 30 dni prej; upravljavec lahko ugovarja in pogodbo odpove.',
          'Obdelovalec podobdelovalcem naloži enake obveznosti in zanje odgovarja. Iznosa podatkov iz Evropskega gospodarskega prostora brez podlage iz poglavja V uredbe ni.',
        ],
      },
      {
        heading: 'Pomoč upravljavcu',
        blocks: [
          'Obdelovalec upravljavcu pomaga pri odgovorih na zahteve posameznikov (dostop, popravek, izbris, prenos), pri ocenah učinka in pri posvetovanjih z nadzornim organom. Zahtevo posameznika, ki jo prejme sam, posreduje upravljavcu.',
        ],
      },
      {
        heading: 'Kršitve varnosti',
        blocks: [
          'Obdelovalec upravljavca o kršitvi varnosti osebnih podatkov obvesti brez nepotrebnega odlašanja, najpozneje v 48 urah od seznanitve. Obvestilo vsebuje naravo kršitve, vrste in približno število posameznikov in zapisov, stik za dodatne informacije, verjetne posledice ter sprejete in predlagane ukrepe; kar še ni znano, sporoči pozneje. Prijava Informacijskemu pooblaščencu v 72 urah in obvestilo posameznikom sta naloga upravljavca, obdelovalec mu pri tem pomaga.',
        ],
      },
      {
        heading: 'Izbris in vračilo',
        blocks: [
          'Upravljavec lahko podatke kadar koli izvozi v strojno berljivi obliki. Po koncu obdelave jih obdelovalec v 30 dneh izbriše, v šifriranih varnostnih kopijah pa najpozneje v nadaljnjih 12 mesecih, razen če zakon zahteva hrambo.',
        ],
      },
      {
        heading: 'Nadzor',
        blocks: [
          'Obdelovalec upravljavcu da na voljo informacije, s katerimi dokaže izpolnjevanje te pogodbe, in omogoči pregled, ki ga upravljavec napove vsaj 14 dni prej. Pregled ne sme razkriti podatkov drugih organizacij.',
        ],
      },
      {
        heading: 'Odgovornost, pravo in nadzorni organ',
        blocks: [
          'Stranki odgovarjata po členu 82 uredbe; obdelovalec odgovarja za svoja dejanja v nasprotju z navodili in za podobdelovalce. Velja slovensko pravo, nadzorni organ je Informacijski pooblaščenec.',
        ],
      },
    ],
  },
};
