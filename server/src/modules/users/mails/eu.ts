import type { MailTexts } from './en.ts'

export const eu: MailTexts = {
  roles: { student: 'ikasle', educator: 'irakasle', admin: 'administratzaile' },
  invitation: {
    subject: (organization) => `Gonbidapena: ${organization} (Bellwether)`,
    text: (inviter, organization, role) =>
      `${inviter} erabiltzaileak ${organization} erakundera gonbidatu zaitu Bellwetherren, ${role} gisa.`,
    next: 'Aukeratu izena eta pasahitza zure kontua sortzeko.',
    link: 'Onartu gonbidapena',
    days: (days) =>
      `Estekak ${days === 1 ? 'egun 1ez' : `${days} egunez`} balio du eta behin bakarrik erabil daiteke.`,
    ignore: 'Bidaltzailea ezagutzen ez baduzu, ez egin jaramonik mezu honi.',
  },
  reset: {
    subject: 'Berrezarri pasahitza',
    text: 'Zure Bellwether kontuaren pasahitza berrezartzeko eskaera jaso dugu.',
    link: 'Aukeratu pasahitz berria',
    ignore: 'Zuk eskatu ez baduzu, ez egin jaramonik mezu honi. Pasahitza ez da aldatuko.',
  },
  hour: 'Estekak ordubetez balio du eta behin bakarrik erabil daiteke.',
  signIn: {
    subject: 'Nola hasi saioa Bellwetherren',
    lms: 'Zure pasahitza berrezartzeko eskaera jaso dugu. Zure kontuak ez du pasahitzik: ireki Bellwether ikaskuntza-plataformako zure ikastarotik.',
    sso: 'Zure pasahitza berrezartzeko eskaera jaso dugu. Zure kontuak ez du pasahitzik hemen: saioa hasteko orrian, aukeratu zure erakundearen sarbidea.',
    link: 'Ireki saioa hasteko orria',
    ignore: 'Zuk eskatu ez baduzu, ez egin jaramonik mezu honi.',
  },
  passwordChanged: {
    subject: 'Zure pasahitza aldatu da',
    text: 'Zure Bellwether kontuaren pasahitza aldatu da eta saioa amaitu da gailu guztietan.',
    ignore: 'Zu izan ez bazara, berrezarri pasahitza orain eta abisatu zure erakundeko administratzaileari.',
    link: 'Berrezarri pasahitza',
  },
  test: {
    subject: 'Bellwetherren probako mezua',
    text: 'Mezu honek erakusten du Bellwetherrek mezuak bidal ditzakeela uneko ezarpenekin.',
  },
  confirm: {
    subject: 'Berretsi zure helbide elektronikoa',
    text: 'Berretsi hau dela zure Bellwether kontuaren helbide elektronikoa.',
    link: 'Berretsi helbidea',
    ignore: 'Konturik ez baduzu, ez egin jaramonik mezu honi.',
  },
  change: {
    subject: 'Berretsi zure helbide elektroniko berria',
    text: 'Berretsi helbide hau zure Bellwether konturako. Ordutik aurrera harekin hasiko duzu saioa.',
    link: 'Berretsi helbidea',
    ignore: 'Zuk eskatu ez baduzu, ez egin jaramonik mezu honi. Ez da ezer aldatuko.',
  },
  changed: {
    subject: 'Zure helbide elektronikoa aldatu da',
    text: 'Zure Bellwether kontuak beste helbide elektroniko bat du orain. Ezin duzu gehiago saioa honekin hasi.',
    ignore: 'Zu izan ez bazara, jarri harremanetan zure erakundeko administratzailearekin.',
  },
}
