import type { LaunchTexts } from './shape.ts'

export const ca: LaunchTexts = {
  refusedTitle: 'No es pot obrir aquesta activitat',
  problems: {
    malformed: 'La sol·licitud de la plataforma no és un accés LTI 1.1 vàlid.',
    duplicate_field: 'La plataforma ha enviat el camp «{field}» més d’una vegada.',
    missing_field: 'La plataforma no ha enviat el camp «{field}».',
    not_a_launch: 'Aquesta adreça només admet sol·licituds d’accés bàsiques.',
    wrong_signature:
      'La clau o la signatura no són vàlides. Comprova la clau, el secret compartit i l’adreça d’accés a la plataforma.',
    old_timestamp:
      'L’accés ha caducat. Torna a obrir l’activitat. Si continua passant, el rellotge de la plataforma va malament.',
    replayed: 'Aquest accés ja s’ha fet servir. Torna a obrir l’activitat des del teu curs.',
    learner_cannot_build:
      'Només el professorat pot obrir aquesta pàgina. El teu rol en aquest curs és d’estudiant.',
    account_disabled: 'Aquest compte està desactivat. Contacta amb el teu docent o administrador.',
    organization_suspended: 'La teva organització està suspesa. Contacta amb el teu administrador.',
    activity_disabled: 'Aquesta activitat està desactivada. Contacta amb el teu docent.',
    assistant_gone: 'Aquest assistent no està disponible. Contacta amb el teu docent.',
    link_expired: 'Aquest enllaç ha caducat. Torna a obrir l’activitat des del teu curs.',
  },
  waitingTitle: 'Encara no està a punt',
  waiting: 'El teu docent encara no ha configurat aquesta activitat. Torna-ho a provar més tard.',
  noAccountTitle: 'No s’ha trobat cap compte',
  noAccount:
    'Per configurar aquesta activitat necessites un compte de docent. Demana’l al teu administrador o vincula el que ja tens.',
  linkAccount: 'Vincula el meu compte',
}
