import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Laguntzaileak',
  multiTitle: 'Tresna anitzeko laguntzaileak',
  new: 'Laguntzaile berria',
  search: 'Bilatu laguntzaileak',
  scope: 'Erakutsi',
  scopes: {
    mine: 'Nireak',
    shared: 'Nirekin partekatuak',
    published: 'Argitaratuak',
  },
  kind: 'Mota',
  types: {
    all: 'Denak',
    classic: 'Klasikoa',
    multi_tool: 'Tresna anitzekoa',
    orchestrator: 'Orkestratzailea',
    agent: 'Agentea',
  },
  list: 'Laguntzaileak',
  count: (count: number) => plural('eu', count, { one: 'laguntzaile #', other: '# laguntzaile' }),
  noTools: 'Tresnarik gabe',
  toolsOff: (count) =>
    plural('eu', count, { one: 'Tresna # (desaktibatuta)', other: '# tresna (desaktibatuta)' }),
  moreTools: (count: number) => `beste ${count}`,
  published: 'Argitaratua',
  failingTests: (count) =>
    plural('eu', count, { one: 'Proba batek huts egiten du', other: '# probak huts egiten dute' }),
  draft: 'Zirriborroa',
  chat: 'Hitz egin',
  activity: 'Jarduera',
  share: 'Partekatu',
  useModel: 'Erabili konektatutako eredua',
  usesModel: (name: string, model: string) => `${name} laguntzaileak ${model} erabiltzen du orain`,
  duplicate: 'Bikoiztu',
  export: 'Esportatu',
  moreFor: (name: string) => `Aukera gehiago: ${name}`,
  chatWith: (name: string) => `Hitz egin: ${name}`,
  editNamed: (name: string) => `Editatu: ${name}`,
  confirmDelete: (name: string) => `“${name}” ezabatu?`,
  confirmDeleteText:
    'Laguntzaile hau argitaratuta dago: ikasleek berehala galduko dute sarbidea. 30 egunez berreskura dezakezu, baina ez argitalpena, ezta norekin partekatuta zegoen ere.',
  deleted: (name: string) => `“${name}” ezabatu da`,
  restored: (name: string) => `“${name}” berreskuratu da`,
  duplicated: (name: string) => `“${name}” sortu da`,
  emptyTitle: 'Sortu zure lehen laguntzailea',
  emptyText:
    'Laguntzaile batek prompt bat, eredu bat eta tresnak konbinatzen ditu: zure dokumentuak, errubrika bat, beste laguntzaile bat.',
  ways: {
    files: {
      title: 'Fitxategietatik abiatuta',
      text: 'Jaregin ikastaroko materialak eta deskribatu zertan lagundu behar duen laguntzaileak.',
    },
    multi: {
      title: 'Tresna anitzekoa',
      text: 'Nahi adina tresna, bakoitza bere leku-markarekin promptean.',
    },
    classic: {
      title: 'Klasikoa',
      text: 'Iturri bakarra: ezagutza-base bat, errubrika bat edo fitxategi bat.',
    },
  },
  sharedEmptyTitle: 'Ez dago laguntzaile partekaturik',
  sharedEmptyText: 'Lankideek zurekin partekatzen dituzten laguntzaileak hemen agertzen dira.',
  publishedEmptyTitle: 'Ez dago argitaratutako laguntzailerik',
  publishedEmptyText: 'Zure erakundean argitaratutako laguntzaileak hemen agertzen dira.',
  noMatchesTitle: 'Ez dago emaitzarik',
  noMatchesText: 'Saiatu beste bilaketa edo mota batekin.',
  showAll: 'Erakutsi denak',
  sharing: {
    title: (name: string) => `Partekatu “${name}”`,
    text: 'Gehitzen dituzun lankideek laguntzailea ireki eta harekin hitz egin dezakete. Zuk bakarrik edita dezakezu.',
    person: 'Lankidea',
    find: 'Izena edo helbide elektronikoa',
    noMatches: 'Ez da lankiderik aurkitu',
    private: 'Oraindik ez da partekatzen. Gehitu lankide bat goian.',
    remove: (name: string) => `Utzi partekatzeari: ${name}`,
    saved: 'Aldaketak gorde dira',
  },
}
