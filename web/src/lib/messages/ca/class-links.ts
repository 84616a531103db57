import type { MessageCode } from '@bellwether/wire'

export const classLinks = {
  'class_links.address_busy':
    'Arriben massa preguntes des de la teva xarxa. Torna-ho a provar d’aquí a uns minuts.',
  'class_links.assistant_limit':
    'Aquest assistent ha arribat al seu límit de moment. Avisa la persona que et va donar l’enllaç.',
  'class_links.budget_used':
    'Aquest enllaç ha esgotat el pressupost del mes. Avisa la persona que et va donar l’enllaç.',
  'class_links.busy': 'Hi ha massa persones preguntant ara mateix. Torna-ho a provar d’aquí a uns segons.',
  'class_links.daily_questions': 'Ja has fet les teves {limit} preguntes d’avui. Torna demà.',
  'class_links.daily_uploads': 'Avui no pots adjuntar més fitxers. Torna demà.',
  'class_links.ended': 'Aquest enllaç està tancat',
  'class_links.ends_before_start': 'El final ha de ser posterior a l’inici',
  'class_links.guest_gone': 'Aquestes converses de convidat ja no existeixen',
  'class_links.guest_only_chats': 'Els convidats només poden conversar amb l’assistent del seu enllaç',
  'class_links.limits_need_guests':
    'Els límits i el pressupost són per a convidats. Un enllaç per a l’organització no té convidats.',
  'class_links.members_only':
    'Aquest enllaç és per a membres de l’organització. Inicia la sessió per fer-lo servir.',
  'class_links.not_published': 'Publica l’assistent abans de crear un enllaç',
  'class_links.not_started': 'Aquest enllaç encara no és obert',
  'class_links.off': 'Aquest enllaç està desactivat',
  'class_links.other_organization':
    'Aquest enllaç és d’una altra organització, i per això el teu compte no en pot conservar les converses',
  'class_links.passphrase_needed': 'Escriu la contrasenya de classe',
  'class_links.passphrase_not_used':
    'Només els enllaços de tipus «passphrase» poden tenir una contrasenya de classe',
  'class_links.passphrase_required': 'Tria una contrasenya de classe per a aquest enllaç',
  'class_links.restore_expired': 'Aquest enllaç ja no es pot restaurar',
  'class_links.too_many': 'Un assistent pot tenir fins a {limit} enllaços. Elimina’n un primer.',
  'class_links.too_many_guests':
    'Han entrat massa persones des de la teva xarxa. Torna-ho a provar més tard.',
  'class_links.wrong_passphrase': 'Contrasenya de classe incorrecta',
} as const satisfies Partial<Record<MessageCode, string>>
