import type { Texts } from './en.ts'

export const ca: Texts = {
  backToSignIn: 'Torna a l’inici de sessió',
  forgot: {
    title: 'Has oblidat la contrasenya?',
    text: 'Escriu el teu correu electrònic. T’enviarem un enllaç per triar una contrasenya nova.',
    textWithoutMail:
      'Aquest servidor no pot enviar correus. Demana a l’administrador de la teva organització un enllaç per triar una contrasenya nova.',
    send: 'Envia l’enllaç',
    sentTitle: 'Mira el teu correu',
    sent: (email) =>
      `Si hi ha un compte per a ${email}, rebràs en breu un missatge amb un enllaç. L’enllaç és vàlid durant 1 hora. Si no arriba res, mira a la carpeta de correu brossa.`,
  },
  reset: {
    title: 'Tria una contrasenya nova',
    text: 'Es tancarà la sessió en tots els dispositius.',
    password: 'Contrasenya nova',
    save: 'Desa la contrasenya',
    requestNew: 'Sol·licita un enllaç nou',
  },
  invite: {
    title: (organization) => `Uneix-te a ${organization}`,
    invalidTitle: 'La invitació no és vàlida',
    text: (role) => `T’han convidat com a ${role}. Crea el teu compte per començar.`,
    roles: { student: 'estudiant', educator: 'docent', admin: 'administrador' },
    email: 'Correu electrònic',
    domains: (domains) => `Fes servir una adreça de ${domains}.`,
    accept: 'Crea el compte',
    haveAccount: 'Ja tens compte?',
    loading: 'S’està obrint la invitació…',
  },
  confirm: {
    title: 'Confirma el teu correu electrònic',
    text: (email) => `Has iniciat la sessió com a ${email}.`,
    confirm: 'Confirma el correu',
    done: (email) => `S’ha confirmat ${email}.`,
    toAccount: 'Ves al teu compte',
  },
  account: {
    confirmed: 'Confirmat',
    unconfirmed: 'Sense confirmar',
    send: 'Envia el correu de confirmació',
    sent: (email) => `Hem enviat un enllaç a ${email}. És vàlid durant 1 hora.`,
    change: 'Canvia el correu',
    changeText:
      'Enviarem un enllaç a l’adreça nova. Iniciaràs la sessió amb aquesta adreça tan bon punt obris l’enllaç.',
    newEmail: 'Correu electrònic nou',
    password: 'Contrasenya actual',
    sendLink: 'Envia l’enllaç',
  },
}
