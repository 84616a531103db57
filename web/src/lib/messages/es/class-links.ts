import type { MessageCode } from '@bellwether/wire'

export const classLinks = {
  'class_links.address_busy': 'Llegan demasiadas preguntas desde tu red. Inténtalo de nuevo en unos minutos.',
  'class_links.assistant_limit':
    'Este asistente ha alcanzado su límite por ahora. Avisa a la persona que te dio el enlace.',
  'class_links.budget_used':
    'Este enlace ha agotado su presupuesto del mes. Avisa a la persona que te dio el enlace.',
  'class_links.busy': 'Hay demasiadas personas preguntando ahora mismo. Inténtalo de nuevo en unos segundos.',
  'class_links.daily_questions': 'Ya has hecho tus {limit} preguntas de hoy. Vuelve mañana.',
  'class_links.daily_uploads': 'Hoy no puedes adjuntar más archivos. Vuelve mañana.',
  'class_links.ended': 'Este enlace está cerrado',
  'class_links.ends_before_start': 'El final debe ser posterior al inicio',
  'class_links.guest_gone': 'Estas conversaciones de invitado ya no existen',
  'class_links.guest_only_chats': 'Los invitados solo pueden conversar con el asistente de su enlace',
  'class_links.limits_need_guests':
    'Los límites y el presupuesto son para invitados. Un enlace para la organización no tiene invitados.',
  'class_links.members_only': 'Este enlace es para miembros de la organización. Inicia sesión para usarlo.',
  'class_links.not_published': 'Publica el asistente antes de crear un enlace',
  'class_links.not_started': 'Este enlace todavía no está abierto',
  'class_links.off': 'Este enlace está desactivado',
  'class_links.other_organization':
    'Este enlace pertenece a otra organización, así que tu cuenta no puede conservar sus conversaciones',
  'class_links.passphrase_needed': 'Escribe la contraseña de clase',
  'class_links.passphrase_not_used':
    'Solo los enlaces de tipo «passphrase» pueden tener una contraseña de clase',
  'class_links.passphrase_required': 'Elige una contraseña de clase para este enlace',
  'class_links.restore_expired': 'Este enlace ya no se puede restaurar',
  'class_links.too_many': 'Un asistente puede tener hasta {limit} enlaces. Elimina uno primero.',
  'class_links.too_many_guests': 'Han entrado demasiadas personas desde tu red. Inténtalo más tarde.',
  'class_links.wrong_passphrase': 'Contraseña de clase incorrecta',
} as const satisfies Partial<Record<MessageCode, string>>
