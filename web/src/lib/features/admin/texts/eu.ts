import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Sistema',
  forAdmins: 'Sistemaren administratzaileek bakarrik ireki dezakete orri hau',
  forAdminsText:
    'Sistemaren administratzaileek hemendik kudeatzen dituzte zerbitzari honetako erakunde eta kontu guztiak.',
  tabsLabel: 'Sistemaren administrazioa',
  tabs: {
    organizations: 'Erakundeak',
    users: 'Erabiltzaileak',
    health: 'Egoera',
    audit: 'Auditoretza-erregistroa',
    jobs: 'Lanak',
    import: 'Inportatu',
  },
  organizations: {
    usesSystemProviders: 'Sistemaren hornitzaileak erabiltzen ditu',
    useSystemProviders: 'Erabili sistemaren hornitzaileak',
    useSystemProvidersHint:
      'Hemen konfiguratu gabeko hornitzaileetarako, sistemaren erakundearen kontua erabiltzen da, haren kargura. API gakoak ez dira kopiatzen.',
    new: 'Erakunde berria',
    list: 'Erakundeak',
    count: (count) => plural('eu', count, { one: 'Erakunde #', other: '# erakunde' }),
    system: 'Sistema',
    states: { active: 'Aktibo', suspended: 'Etenda', trial: 'Proba' },
    settings: 'Ezarpenak',
    settingsOf: (name) => `Ezarpenak: ${name}`,
    usage: 'Erabilera',
    suspend: 'Eten',
    activate: 'Gaitu',
    suspended: (name) => `${name} etenda dago. Kideek ezin dute saiorik hasi.`,
    activated: (name) => `${name} aktibo dago`,
    confirmDelete: (name) => `${name} ezabatu?`,
    confirmDeleteText:
      'Kideak sistemaren erakundera pasatuko dira, duten guztiarekin. Erakundearen ezarpenak eta API gakoak betiko ezabatuko dira.',
    deleted: (name) => `${name} ezabatu da`,
    name: 'Izena',
    slug: 'Izen laburra',
    slugHint: 'URLetan erabiltzen da: letra xeheak, zifrak eta marratxoak. Ezin da gero aldatu.',
    admin: 'Administratzailea',
    adminHint: 'Sistemaren erakundeko kide bat; erakunde berrira pasatuko da.',
    noAdmin: 'Bat ere ez',
    create: 'Sortu erakundea',
    created: (name) => `${name} sortu da`,
  },
  users: {
    new: 'Erabiltzaile berria',
    search: 'Bilatu erabiltzaileak',
    list: 'Erabiltzaileak',
    count: (count) => plural('eu', count, { one: 'Erabiltzaile #', other: '# erabiltzaile' }),
    systemAdmin: 'Sistemaren administratzailea',
    student: 'Ikaslea',
    disabled: 'Desgaituta',
    makeAdmin: 'Egin sistemaren administratzaile',
    removeAdmin: 'Kendu sistemaren administratzaile izatetik',
    enable: 'Gaitu kontua',
    disable: 'Desgaitu kontua',
    changed: (name) => `${name} eguneratu da`,
    confirmAdmin: (name) => `${name} sistemaren administratzaile egin?`,
    confirmAdminText:
      'Sistemaren administratzaileek zerbitzari honetako erakunde eta kontu guztiak ikusi eta alda ditzakete.',
    confirmDelete: (name) => `${name} ezabatu?`,
    confirmDeleteText:
      'Kontua, elkarrizketak eta API gakoak betiko ezabatuko dira. Pertsonak laguntzaileak baditu, kontua ezin da ezabatu; desgaitu ezazu.',
    deleted: (name) => `${name} ezabatu da`,
    organization: 'Erakundea',
    noResultsTitle: 'Ez da erabiltzailerik aurkitu',
    noResultsText: 'Saiatu beste izen, helbide elektroniko edo erakunde batekin.',
  },
  jobs: {
    text: 'Bilaketarako irakurtzen eta indexatzen ari diren dokumentuak, erakunde guztietakoak.',
    filter: 'Iragazi lanak',
    filters: { all: 'Guztiak', waiting: 'Zain', running: 'Martxan', failed: 'Huts eginda' },
    states: {
      waiting: 'Zain',
      running: 'Martxan',
      failed: 'Huts eginda',
      completed: 'Eginda',
      cancelled: 'Geldituta',
    },
    stages: {
      fetch: 'Deskargatzen',
      read: 'Irakurtzen',
      describe: 'Irudiak deskribatzen',
      split: 'Zatitzen',
      index: 'Indexatzen',
    },
    list: 'Lanak',
    document: 'Dokumentua',
    owner: 'Jabea',
    changed: 'Azken eguneratzea',
    added: (date) => `Gehitze-data: ${date}`,
    attempts: (count) => plural('eu', count, { one: 'Saiakera #', other: '# saiakera' }),
    progressOf: (name) => `Aurrerapena: ${name}`,
    part: (stage, done, total) => `${stage}: ${done} / ${total}`,
    newest: (count) => `Azken ${count} lanak erakusten dira.`,
    emptyTitle: 'Oraindik ez dago lanik',
    emptyText:
      'Ezagutza-base batean dokumentu bat gehitzean, haren aurrerapena hemen agertzen da: zain, martxan, eginda edo huts eginda, arrazoia barne.',
    noJobs: {
      waiting: 'Ez dago zain dagoen lanik',
      running: 'Ez dago martxan dagoen lanik',
      failed: 'Ez dago huts egindako lanik',
    },
    noJobsText: 'Aukeratu «Guztiak» azken lanak ikusteko.',
  },
  setup: {
    title: 'Konfiguratu Bellwether',
    progress: (done, all) => `${all} urratsetatik ${done} eginda`,
    hide: 'Ezkutatu konfigurazio-urratsak',
    done: 'Eginda:',
    open: 'Egiteke:',
    optional: 'Aukerakoa',
    steps: {
      admin: {
        title: 'Administrazio-kontua',
        text: 'Sortu kontu bat zerbitzari hau kudeatzen duenarentzat.',
      },
      model: {
        title: 'Konektatu hizkuntza-eredu bat',
        text: 'Ordura arte, laguntzaileek dokumentuak aipatzen dituzte, beren hitzekin erantzun beharrean.',
      },
      educator: {
        title: 'Gonbidatu lehen irakaslea',
        text: 'Irakasleek laguntzaileak sortu eta ikasleentzat argitaratzen dituzte.',
      },
      https: {
        title: 'Gaitu HTTPS',
        text: 'Jarri Bellwether ziurtagiria duen alderantzizko proxy baten atzean, eta ezarri https helbidea PUBLIC_URL aldagaian.',
      },
      backup: { title: 'Egin babeskopia bat', text: 'Exekutatu npm run backup behin, eta gero astero.' },
      smtp: {
        title: 'Konektatu posta-zerbitzari bat',
        text: 'Gonbidapenak eta pasahitz-estekak bidaltzen ditu. Hori gabe, zuk zeuk partekatu behar dituzu estekak.',
      },
      sign_in: {
        title: 'Konektatu zure saio-hasiera',
        text: 'Saio-hasiera bakarra edo zure ikaskuntza-plataforma, inork pasahitz berririk behar ez izateko.',
      },
    },
  },
  problems: {
    title: 'Arreta behar duena',
    none: 'Dena ondo dabil.',
    serious: 'Larria:',
    minor: 'Oharra:',
    guide: 'Irakurri gida',
    show: 'Erakutsi',
    disk_low: {
      what: (free) => `${free} besterik ez da geratzen diskoan.`,
      fix: 'Egin lekua edo handitu diskoa. Betetzen denean, ezin izango da ezer gorde.',
    },
    answers_fail: {
      what: (failed, all) => `Azken orduko ${all} erantzunetatik ${failed} huts egin dute.`,
      fix: 'Baliteke hornitzaile bat erorita egotea edo gakoa iraungita egotea. Probatu Hornitzaileak atalean.',
    },
    mails_failed: {
      what: (count) =>
        plural('eu', count, {
          one: 'Azken 7 egunetako mezu # ezin izan da entregatu.',
          other: 'Azken 7 egunetako # mezu ezin izan dira entregatu.',
        }),
      fix: 'Egiaztatu helbideak eta bidali berriro gonbidapenak.',
    },
    mails_late: {
      what: (count) =>
        plural('eu', count, {
          one: 'Mezu # ordubete baino gehiago darama zain.',
          other: '# mezuk ordubete baino gehiago daramate zain.',
        }),
      fix: 'Baliteke posta-zerbitzaria eskuragarri ez egotea. Egiaztatu SMTP_URL.',
    },
    budgets_used_up: {
      what: (count) =>
        plural('eu', count, {
          one: '# erakundetan sistemaren hornitzaileentzako aurrekontua agortu da.',
          other: '# erakundetan sistemaren hornitzaileentzako aurrekontua agortu da.',
        }),
      fix: 'Galderak ez dira onartuko aurrekontua berrezarri arte. Handitu erakunde horren Erakundea → Aurrekontuak orrian.',
    },
    documents_failed: {
      what: (count) =>
        plural('eu', count, {
          one: 'Azken 7 egunetako dokumentu # ezin izan da irakurri.',
          other: 'Azken 7 egunetako # dokumentu ezin izan dira irakurri.',
        }),
      fix: 'Lanen zerrendak arrazoia erakusten du. Gehienak berriro saia daitezke.',
    },
    backup_old: {
      what: (day) => `Azken babeskopiaren data: ${day}.`,
      never: 'Oraindik ez dago babeskopiarik.',
      fix: 'Exekutatu npm run backup, eta programatu astero. Ez ikusi egin ohar honi beste modu batera egiten badituzu kopiak.',
    },
    no_https: {
      what: 'Jendeak zifratu gabeko konexio batetik (HTTP) hasten du saioa.',
      fix: 'Konfiguratu HTTPS alderantzizko proxy batekin, eta ezarri PUBLIC_URL https helbidearekin.',
    },
  },
  testEmail: {
    title: 'Posta elektronikoa',
    text: 'Bidali probako mezu bat zure helbidera, posta-zerbitzariaren ezarpenak egiaztatzeko.',
    send: 'Bidali probako mezua',
    sent: (to: string) =>
      `Posta-zerbitzariak onartu du ${to} helbiderako mezua. Iristen ez bada, begiratu spam karpetan.`,
    notSent: (to: string) => `Ez da bidali ${to} helbiderako mezua.`,
  },
  health: {
    server: 'Zerbitzaria',
    database: 'Datu-basea',
    running: 'Martxan',
    ready: 'Konektatuta',
    notReady: 'Ez dago erabilgarri',
    version: (version) => `${version} bertsioa`,
    refresh: 'Freskatu',
    sinceStart: 'Zerbitzaria abiatu zenetik',
    uptime: 'Martxan daraman denbora',
    requests: 'Eskaerak',
    failures: 'Zerbitzariaren erroreak',
    answers: 'Erantzunak',
    failedAnswers: 'Huts egindako edo gelditutako erantzunak',
    memory: 'Memoria',
    lag: 'Gertaera-begiztaren atzerapena (p99)',
    lost: 'Galdutako erabilera-erregistroak',
  },
}
