import type { Texts } from './en.ts'

export const eu: Texts = {
  skip: 'Joan edukira',
  main: 'Nagusia',
  menu: 'Menua',
  assistants: 'Laguntzaileak',
  knowledge: 'Ezagutza',
  rubrics: 'Errubrikak',
  chats: 'Elkarrizketak',
  usage: 'Erabilera',
  organization: 'Erakundea',
  admin: 'Sistema',
  account: 'Kontua eta ezarpenak',
  toAccount: 'Pasahitza eta API gakoak',
  language: 'Hizkuntza',
  theme: 'Itxura',
  themes: {
    system: 'Sistema',
    light: 'Argia',
    dark: 'Iluna',
  },
  signOut: 'Amaitu saioa',
  goTo: 'Joan hona',
  create: 'Sortu',
  newAssistant: 'Laguntzaile berria',
  search: 'Bilatu…',
  roles: {
    admin: 'Sistemaren administratzailea',
    organization: 'Erakundearen administratzailea',
    member: 'Irakaslea',
  },
  coming: {
    create:
      'Hemen Klasikoa edo Tresna anitzekoa aukeratuko duzu, txantiloi bat, edo zure fitxategiak utzi eta esaldi batean esango duzu zertarako den.',
    builder:
      'Hemen prompt-a idatziko duzu, tresnak aukeratuko dituzu eta laguntzailea alboan probatuko duzu.',
    knowledge:
      'Hemen zure dokumentuak irakurri, zatitu eta indexatuko dira, laguntzaileek orriz orri aipatu ahal izateko.',
    rubrics: 'Hemen inprimatutakoen itxurako errubrikak idatziko dituzu, eta testu batekin probatuko.',
    chats: 'Hemen gordeko dira zure elkarrizketak, bilatu, izena aldatu, artxibatu eta jarraitzeko.',
    usage: 'Hemen ikusiko duzu nork zer galdetu duen, zenbat kostatu den eta zein azkar izan den.',
    organization: 'Hemen hornitzaileak, ereduak, kideak, gakoak eta aurrekontuak ezarriko dituzu.',
    admin: 'Hemen erakundeak, erabiltzaileak, lanak eta auditoria-erregistroa kudeatuko dituzu.',
    chat: 'Hemen ikasleek laguntzaile honekin hitz egingo dute, besterik gabe.',
  },
}
