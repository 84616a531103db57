import type { MessageCode } from '@bellwether/wire'

export const lti = {
  'lti.already_set_up': 'Otra persona ha configurado esta actividad. Ábrela de nuevo desde tu curso.',
  'lti.assistant_required': 'Elige al menos un asistente',
  'lti.deployment_taken':
    'Este cliente o uno de sus despliegues ya está registrado, aquí o en otra organización',
  'lti.system_admin':
    'Los administradores del sistema no pueden vincular su cuenta con un LMS. Usa una cuenta de docente.',
  'lti.educator_required': 'Solo las cuentas de docente pueden configurar actividades',
  'lti.grades_not_offered': 'La plataforma no admite calificaciones para esta actividad',
  'lti.key_required': 'Introduce una clave de consumidor',
  'lti.key_taken': 'Esta clave de consumidor ya está en uso. Elige otra.',
  'lti.link_expired': 'Este enlace ha caducado. Abre la actividad de nuevo desde tu curso.',
  'lti.lms_of_other_organization':
    'Este LMS pertenece a otra organización. Usa una cuenta de esa organización.',
  'lti.no_rubric': 'Ningún asistente de esta actividad tiene una rúbrica',
  'lti.not_activity_owner': 'Solo la persona que configuró esta actividad puede cambiarla',
  'lti.one_assistant': 'La plataforma solo admite un asistente cada vez',
  'lti.other_organization': 'Solo puedes configurar actividades en tu propia organización',
  'lti.score_too_high': 'La puntuación no puede ser mayor que {max}',
  'lti.secret_required': 'Introduce un secreto compartido',
  'lti.account_disabled': 'Esta cuenta está desactivada. Contacta con tu docente o administrador.',
  'lti.account_elsewhere': 'Tu cuenta pertenece a otra organización. Contacta con tu administrador.',
  'lti.assistant_gone': 'Este asistente no está disponible. Contacta con tu docente.',
  'lti.launch_refused': 'Se ha rechazado el acceso. Abre la actividad de nuevo desde tu curso.',
  'lti.organization_suspended': 'Tu organización está suspendida. Contacta con tu administrador.',
} as const satisfies Partial<Record<MessageCode, string>>
