import type { Texts } from './en.ts'

export const eu: Texts = {
  backToSignIn: 'Itzuli saioa hasteko orrira',
  forgot: {
    title: 'Pasahitza ahaztu duzu?',
    text: 'Idatzi zure helbide elektronikoa. Pasahitz berria aukeratzeko esteka bat bidaliko dizugu.',
    textWithoutMail:
      'Zerbitzari honek ezin du mezu elektronikorik bidali. Eskatu zure erakundeko administratzaileari pasahitz berria aukeratzeko esteka bat.',
    send: 'Bidali esteka',
    sentTitle: 'Begiratu zure posta',
    sent: (email) =>
      `${email} helbidearekin konturik badago, esteka bat duen mezua jasoko duzu laster. Estekak ordubetez balio du. Ezer iristen ez bada, begiratu spam karpetan.`,
  },
  reset: {
    title: 'Aukeratu pasahitz berria',
    text: 'Saioa amaituko da gailu guztietan.',
    password: 'Pasahitz berria',
    save: 'Gorde pasahitza',
    requestNew: 'Eskatu esteka berria',
  },
  invite: {
    title: (organization) => `Sartu ${organization} erakundean`,
    invalidTitle: 'Gonbidapenak ez du balio',
    text: (role) => `${role} gisa gonbidatu zaituzte. Sortu zure kontua hasteko.`,
    roles: { student: 'Ikasle', educator: 'Irakasle', admin: 'Administratzaile' },
    email: 'Helbide elektronikoa',
    domains: (domains) => `Erabili domeinu honetako helbide bat: ${domains}.`,
    accept: 'Sortu kontua',
    haveAccount: 'Baduzu konturik?',
    loading: 'Gonbidapena irekitzen…',
  },
  confirm: {
    title: 'Berretsi zure helbide elektronikoa',
    text: (email) => `${email} gisa hasi duzu saioa.`,
    confirm: 'Berretsi helbidea',
    done: (email) => `${email} berretsi da.`,
    toAccount: 'Joan zure kontura',
  },
  account: {
    confirmed: 'Berretsita',
    unconfirmed: 'Berretsi gabe',
    send: 'Bidali berrespen-mezua',
    sent: (email) => `Esteka bat bidali dugu ${email} helbidera. Ordubetez balio du.`,
    change: 'Aldatu helbidea',
    changeText: 'Esteka bat bidaliko dugu helbide berrira. Esteka irekitzean, harekin hasiko duzu saioa.',
    newEmail: 'Helbide elektroniko berria',
    password: 'Uneko pasahitza',
    sendLink: 'Bidali esteka',
  },
}
