import type { MailTexts } from './en.ts'

export const ca: MailTexts = {
  roles: { student: 'estudiant', educator: 'docent', admin: 'administrador' },
  invitation: {
    subject: (organization) => `Invitació a ${organization} a Bellwether`,
    text: (inviter, organization, role) =>
      `${inviter} et convida a unir-te a ${organization} a Bellwether com a ${role}.`,
    next: 'Tria un nom i una contrasenya per crear el teu compte.',
    link: 'Accepta la invitació',
    days: (days) =>
      `L’enllaç és vàlid durant ${days === 1 ? '1 dia' : `${days} dies`} i es pot fer servir una vegada.`,
    ignore: 'Si no coneixes qui et convida, pots ignorar aquest correu.',
  },
  reset: {
    subject: 'Restableix la contrasenya',
    text: 'Hem rebut una sol·licitud per restablir la contrasenya del teu compte de Bellwether.',
    link: 'Tria una contrasenya nova',
    ignore: 'Si no ho has sol·licitat, ignora aquest correu. La contrasenya no canvia.',
  },
  hour: 'L’enllaç és vàlid durant 1 hora i es pot fer servir una vegada.',
  signIn: {
    subject: 'Com iniciar la sessió a Bellwether',
    lms: 'Hem rebut una sol·licitud per restablir la teva contrasenya. El teu compte no té contrasenya: obre Bellwether des del teu curs a la plataforma d’aprenentatge.',
    sso: 'Hem rebut una sol·licitud per restablir la teva contrasenya. El teu compte no té contrasenya aquí: a la pàgina d’inici de sessió, tria l’accés de la teva institució.',
    link: 'Obre la pàgina d’inici de sessió',
    ignore: 'Si no ho has sol·licitat, pots ignorar aquest correu.',
  },
  passwordChanged: {
    subject: 'La contrasenya ha canviat',
    text: 'La contrasenya del teu compte de Bellwether ha canviat i s’ha tancat la sessió en tots els dispositius.',
    ignore:
      'Si no has estat tu, restableix la contrasenya ara i avisa l’administrador de la teva organització.',
    link: 'Restableix la contrasenya',
  },
  test: {
    subject: 'Correu de prova de Bellwether',
    text: 'Aquest correu mostra que Bellwether pot enviar correus amb la configuració actual.',
  },
  confirm: {
    subject: 'Confirma el teu correu electrònic',
    text: 'Confirma que aquesta és l’adreça de correu del teu compte de Bellwether.',
    link: 'Confirma l’adreça',
    ignore: 'Si no tens un compte, ignora aquest correu.',
  },
  change: {
    subject: 'Confirma el teu correu electrònic nou',
    text: 'Confirma aquesta adreça per al teu compte de Bellwether. A partir de llavors iniciaràs la sessió amb aquesta adreça.',
    link: 'Confirma l’adreça',
    ignore: 'Si no ho has sol·licitat, ignora aquest correu. No canviarà res.',
  },
  changed: {
    subject: 'El teu correu electrònic ha canviat',
    text: 'El teu compte de Bellwether té ara una altra adreça de correu. Ja no pots iniciar la sessió amb aquesta.',
    ignore: 'Si no has estat tu, contacta amb l’administrador de la teva organització.',
  },
}
