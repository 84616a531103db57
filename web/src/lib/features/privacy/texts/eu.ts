import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  askTitle: 'Zure izena irakasleei erakutsi nahi diezu?',
  askText:
    'Zure irakasleek elkarrizketa hau irakur dezakete laguntzailea hobetzeko. Onartzen baduzu, zure izena ikusten dute; bestela, ezizen bat. Nahi duzunean alda dezakezu Kontua atalean.',
  agree: 'Erakutsi nire izena',
  disagree: 'Ez erakutsi nire izena',
  readNamed: 'Zure irakasleek elkarrizketa hau irakur dezakete, zure izenarekin. Galderak ezkuta ditzakezu.',
  readPseudonymous:
    'Zure irakasleek elkarrizketa hau irakur dezakete, zure izenik gabe. Galderak ezkuta ditzakezu.',
  chats: 'Zure elkarrizketen pribatutasuna',
  chatsText: 'Laguntzaileak sortzen dituztenek zure elkarrizketetatik ikusten dutena.',
  own: {
    off: 'Beste inork ez ditu zure elkarrizketak irakurtzen. Irakasleek zifrak bakarrik ikusten dituzte.',
    pseudonymous:
      'Irakasleek beren laguntzaileekin izandako elkarrizketak irakur ditzakete, ezizen batekin. Elkarrizketan galderak ezkuta ditzakezu.',
    named:
      'Irakasleek beren laguntzaileekin izandako elkarrizketak irakur ditzakete. Zure izena onartzen baduzu bakarrik ikusten dute. Elkarrizketan galderak ezkuta ditzakezu.',
  },
  showName: 'Erakutsi nire izena irakasleei',
  consentSaved: 'Gordeta',
  kept: (days) =>
    plural('eu', days, {
      one: 'Elkarrizketak erabili gabeko egun # igarotakoan ezabatzen dira.',
      other: 'Elkarrizketak erabili gabeko # egun igarotakoan ezabatzen dira.',
    }),
  data: 'Zure datuak',
  dataText: 'Deskargatu zuri buruz gordetako guztia, edo ezabatu kontuarekin batera.',
  download: 'Deskargatu nire datuak',
  deleteAccount: 'Ezabatu nire kontua',
  deleteTitle: 'Zure kontua ezabatu nahi duzu?',
  deleteText:
    'Zure kontua, elkarrizketak, balorazioak eta oroitzapenak betiko ezabatzen dira. Lehenik, eskualdatu zure edukia lankide bati.',
  confirmEmail: (email) => `Idatzi ${email} berresteko`,
  conversations: 'Elkarrizketak',
  conversationsText:
    'Irakasleek beren laguntzaileekin izandako elkarrizketetatik ikusten dutena. Zifrak bakarrik erakusten diren bitartean hasitakoak ez dira inoiz erakusten.',
  policy: 'Irakasleek ikusten dutena',
  policies: {
    off: 'Zifrak bakarrik',
    pseudonymous: 'Elkarrizketak, izenik gabe',
    named: 'Onartzen dutenen izenak',
  },
  chatDays: 'Erabili gabeko elkarrizketak gordetzeko egunak',
  chatDaysHint: 'Idatzi 0 beti gordetzeko.',
  memberData: 'Deskargatu datuak',
}
