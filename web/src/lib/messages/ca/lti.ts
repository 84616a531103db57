import type { MessageCode } from '@bellwether/wire'

export const lti = {
  'lti.already_set_up': 'Algú altre ja ha configurat aquesta activitat. Torna a obrir-la des del teu curs.',
  'lti.assistant_required': 'Tria almenys un assistent',
  'lti.deployment_taken':
    'Aquest client o un dels seus desplegaments ja està registrat, aquí o en una altra organització',
  'lti.system_admin':
    'Els administradors del sistema no poden vincular el seu compte amb un LMS. Fes servir un compte de docent.',
  'lti.educator_required': 'Només els comptes de docent poden configurar activitats',
  'lti.grades_not_offered': 'La plataforma no admet qualificacions per a aquesta activitat',
  'lti.key_required': 'Introdueix una clau de consumidor',
  'lti.key_taken': 'Aquesta clau de consumidor ja es fa servir. Tria’n una altra.',
  'lti.link_expired': 'Aquest enllaç ha caducat. Torna a obrir l’activitat des del teu curs.',
  'lti.lms_of_other_organization':
    'Aquest LMS pertany a una altra organització. Fes servir un compte d’aquella organització.',
  'lti.no_rubric': 'Cap assistent d’aquesta activitat no té una rúbrica',
  'lti.not_activity_owner': 'Només la persona que va configurar aquesta activitat pot canviar-la',
  'lti.one_assistant': 'La plataforma només admet un assistent cada vegada',
  'lti.other_organization': 'Només pots configurar activitats a la teva organització',
  'lti.score_too_high': 'La puntuació no pot ser més alta que {max}',
  'lti.secret_required': 'Introdueix un secret compartit',
  'lti.account_disabled': 'Aquest compte està desactivat. Contacta amb el teu docent o administrador.',
  'lti.account_elsewhere':
    'El teu compte pertany a una altra organització. Contacta amb el teu administrador.',
  'lti.assistant_gone': 'Aquest assistent no està disponible. Contacta amb el teu docent.',
  'lti.launch_refused': 'S’ha rebutjat l’accés. Torna a obrir l’activitat des del teu curs.',
  'lti.organization_suspended': 'La teva organització està suspesa. Contacta amb el teu administrador.',
} as const satisfies Partial<Record<MessageCode, string>>
