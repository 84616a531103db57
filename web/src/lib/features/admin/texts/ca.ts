import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Sistema',
  forAdmins: 'Només els administradors del sistema poden obrir aquesta pàgina',
  forAdminsText:
    'Des d’aquí, els administradors del sistema gestionen totes les organitzacions i els comptes d’aquest servidor.',
  tabsLabel: 'Administració del sistema',
  tabs: {
    organizations: 'Organitzacions',
    users: 'Usuaris',
    health: 'Estat',
    audit: 'Registre d’auditoria',
    jobs: 'Tasques de fons',
    import: 'Importació',
  },
  organizations: {
    usesSystemProviders: 'Fa servir els proveïdors del sistema',
    useSystemProviders: 'Fes servir els proveïdors del sistema',
    useSystemProvidersHint:
      'Per als proveïdors que no es configurin aquí es fa servir el compte de l’organització del sistema, a càrrec seu. Les claus d’API no es copien.',
    new: 'Organització nova',
    list: 'Organitzacions',
    count: (count) => plural('ca', count, { one: '# organització', other: '# organitzacions' }),
    system: 'Sistema',
    states: { active: 'Activa', suspended: 'Suspesa', trial: 'Prova' },
    settings: 'Configuració',
    settingsOf: (name) => `Configuració de ${name}`,
    usage: 'Ús',
    suspend: 'Suspèn',
    activate: 'Activa',
    suspended: (name) => `${name} està suspesa. Els seus membres no poden iniciar la sessió.`,
    activated: (name) => `${name} està activa`,
    confirmDelete: (name) => `Vols eliminar ${name}?`,
    confirmDeleteText:
      'Els seus membres passen a l’organització del sistema amb tot el que tenen. La configuració i les claus d’API s’eliminen definitivament.',
    deleted: (name) => `S’ha eliminat ${name}`,
    name: 'Nom',
    slug: 'Nom curt',
    slugHint: 'Es fa servir als URL: minúscules, xifres i guions. No es pot canviar després.',
    admin: 'Administrador',
    adminHint: 'Un membre de l’organització del sistema, que passarà a la nova.',
    noAdmin: 'Cap',
    create: 'Crea l’organització',
    created: (name) => `S’ha creat ${name}`,
  },
  users: {
    new: 'Usuari nou',
    search: 'Cerca usuaris',
    list: 'Usuaris',
    count: (count) => plural('ca', count, { one: '# usuari', other: '# usuaris' }),
    systemAdmin: 'Administrador del sistema',
    student: 'Estudiant',
    disabled: 'Desactivat',
    makeAdmin: 'Fes administrador del sistema',
    removeAdmin: 'Treu com a administrador del sistema',
    enable: 'Activa el compte',
    disable: 'Desactiva el compte',
    changed: (name) => `S’han desat els canvis de ${name}`,
    confirmAdmin: (name) => `Vols fer ${name} administrador del sistema?`,
    confirmAdminText:
      'Els administradors del sistema poden veure i canviar totes les organitzacions i els comptes d’aquest servidor.',
    confirmDelete: (name) => `Vols eliminar ${name}?`,
    confirmDeleteText:
      'S’eliminen definitivament el compte, les converses i les claus d’API. Si la persona té assistents, el compte no es pot eliminar; desactiva’l.',
    deleted: (name) => `S’ha eliminat ${name}`,
    organization: 'Organització',
    noResultsTitle: 'No s’ha trobat cap usuari',
    noResultsText: 'Prova amb un altre nom, correu o organització.',
  },
  jobs: {
    text: 'Documents de totes les organitzacions que s’estan llegint i indexant per a la cerca.',
    filter: 'Filtra les tasques',
    filters: { all: 'Totes', waiting: 'En espera', running: 'En curs', failed: 'Fallides' },
    states: {
      waiting: 'En espera',
      running: 'En curs',
      failed: 'Fallida',
      completed: 'Acabada',
      cancelled: 'Aturada',
    },
    stages: {
      fetch: 'S’està baixant',
      read: 'S’està llegint',
      describe: 'S’estan descrivint imatges',
      split: 'S’està dividint',
      index: 'S’està indexant',
    },
    list: 'Tasques de fons',
    document: 'Document',
    owner: 'Propietari',
    changed: 'Última actualització',
    added: (date) => `Afegit: ${date}`,
    attempts: (count) => plural('ca', count, { one: '# intent', other: '# intents' }),
    progressOf: (name) => `Progrés de ${name}`,
    part: (stage, done, total) => `${stage}: ${done} de ${total}`,
    newest: (count) => `Es mostren les ${count} tasques més recents.`,
    emptyTitle: 'Encara no hi ha tasques',
    emptyText:
      'Quan s’afegeix un document a una base de coneixement, aquí se’n veu el progrés: en espera, en curs, acabada o fallida, amb el motiu.',
    noJobs: {
      waiting: 'No hi ha tasques en espera',
      running: 'No hi ha tasques en curs',
      failed: 'No hi ha tasques fallides',
    },
    noJobsText: 'Tria «Totes» per veure les tasques recents.',
  },
  setup: {
    title: 'Configura Bellwether',
    progress: (done, all) => `${done} de ${all} passos fets`,
    hide: 'Amaga els passos de configuració',
    done: 'Fet:',
    open: 'Pendent:',
    optional: 'Opcional',
    steps: {
      admin: {
        title: 'Compte d’administració',
        text: 'Crea un compte per a la persona que gestiona aquest servidor.',
      },
      model: {
        title: 'Connecta un model de llenguatge',
        text: 'Mentrestant, els assistents citen els seus documents en lloc de respondre amb paraules pròpies.',
      },
      educator: {
        title: 'Convida el primer docent',
        text: 'Els docents creen assistents i els publiquen per als estudiants.',
      },
      https: {
        title: 'Activa HTTPS',
        text: 'Posa Bellwether darrere d’un servidor intermediari invers amb certificat i defineix PUBLIC_URL amb l’adreça https.',
      },
      backup: {
        title: 'Fes una còpia de seguretat',
        text: 'Executa npm run backup una vegada i, després, cada setmana.',
      },
      smtp: {
        title: 'Connecta un servidor de correu',
        text: 'Envia invitacions i enllaços de contrasenya. Si no n’hi ha, hauràs de compartir tu els enllaços.',
      },
      sign_in: {
        title: 'Connecta el teu inici de sessió',
        text: 'Inici de sessió únic o la teva plataforma d’aprenentatge, perquè ningú no necessiti una altra contrasenya.',
      },
    },
  },
  problems: {
    title: 'Què requereix atenció',
    none: 'Tot funciona.',
    serious: 'Greu:',
    minor: 'Avís:',
    guide: 'Llegeix la guia',
    show: 'Mostra',
    disk_low: {
      what: (free) => `Només queden ${free} d’espai al disc.`,
      fix: 'Allibera espai o amplia el disc. Quan s’ompli, no es podrà desar res.',
    },
    answers_fail: {
      what: (failed, all) => `Han fallat ${failed} de ${all} respostes en la darrera hora.`,
      fix: 'Potser un proveïdor no funciona o la seva clau ha caducat. Prova’l a Proveïdors.',
    },
    mails_failed: {
      what: (count) =>
        plural('ca', count, {
          one: 'No s’ha pogut lliurar # correu dels darrers 7 dies.',
          other: 'No s’han pogut lliurar # correus dels darrers 7 dies.',
        }),
      fix: 'Revisa les adreces i torna a enviar les invitacions.',
    },
    mails_late: {
      what: (count) =>
        plural('ca', count, {
          one: '# correu fa més d’una hora que espera.',
          other: '# correus fa més d’una hora que esperen.',
        }),
      fix: 'Potser no es pot accedir al servidor de correu. Revisa SMTP_URL.',
    },
    budgets_used_up: {
      what: (count) =>
        plural('ca', count, {
          one: 'En # organització, el pressupost per als proveïdors del sistema està exhaurit.',
          other: 'En # organitzacions, el pressupost per als proveïdors del sistema està exhaurit.',
        }),
      fix: 'Les preguntes es rebutgen fins que es reiniciï. Amplia’l a Organització → Pressupostos, en aquella organització.',
    },
    documents_failed: {
      what: (count) =>
        plural('ca', count, {
          one: 'No s’ha pogut llegir # document dels darrers 7 dies.',
          other: 'No s’han pogut llegir # documents dels darrers 7 dies.',
        }),
      fix: 'La llista de tasques mostra el motiu. La majoria es poden reintentar.',
    },
    backup_old: {
      what: (day) => `La darrera còpia de seguretat és del ${day}.`,
      never: 'Encara no hi ha cap còpia de seguretat.',
      fix: 'Executa npm run backup i programa-ho cada setmana. Ignora aquest avís si fas còpies d’una altra manera.',
    },
    no_https: {
      what: 'Les persones inicien la sessió per una connexió sense xifrar (HTTP).',
      fix: 'Configura HTTPS amb un servidor intermediari invers i defineix PUBLIC_URL amb l’adreça https.',
    },
  },
  testEmail: {
    title: 'Correu electrònic',
    text: 'Envia un correu de prova a la teva adreça per comprovar la configuració del servidor de correu.',
    send: 'Envia un correu de prova',
    sent: (to: string) =>
      `El servidor de correu ha acceptat el missatge per a ${to}. Si no arriba, mira la carpeta de correu brossa.`,
    notSent: (to: string) => `No s’ha enviat el correu a ${to}.`,
  },
  health: {
    server: 'Servidor',
    database: 'Base de dades',
    running: 'En marxa',
    ready: 'Connectada',
    notReady: 'No disponible',
    version: (version) => `Versió ${version}`,
    refresh: 'Actualitza',
    sinceStart: 'Des que va arrencar el servidor',
    uptime: 'Temps en marxa',
    requests: 'Peticions',
    failures: 'Errors del servidor',
    answers: 'Respostes',
    failedAnswers: 'Respostes fallides o aturades',
    memory: 'Memòria',
    lag: 'Retard del bucle d’esdeveniments (p99)',
    lost: 'Registres d’ús perduts',
  },
}
