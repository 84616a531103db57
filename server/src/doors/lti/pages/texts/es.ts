import type { LaunchTexts } from './shape.ts'

export const es: LaunchTexts = {
  refusedTitle: 'No se puede abrir esta actividad',
  problems: {
    malformed: 'La solicitud de la plataforma no es un acceso LTI 1.1 válido.',
    duplicate_field: 'La plataforma ha enviado el campo «{field}» más de una vez.',
    missing_field: 'La plataforma no ha enviado el campo «{field}».',
    not_a_launch: 'Esta dirección solo admite solicitudes de acceso básicas.',
    wrong_signature:
      'La clave o la firma no son válidas. Comprueba la clave, el secreto compartido y la dirección de acceso en la plataforma.',
    old_timestamp:
      'El acceso ha caducado. Abre la actividad de nuevo. Si vuelve a ocurrir, el reloj de la plataforma está mal.',
    replayed: 'Este acceso ya se ha usado. Abre la actividad de nuevo desde tu curso.',
    learner_cannot_build:
      'Solo el profesorado puede abrir esta página. Tu rol en este curso es de estudiante.',
    account_disabled: 'Esta cuenta está desactivada. Contacta con tu docente o administrador.',
    organization_suspended: 'Tu organización está suspendida. Contacta con tu administrador.',
    activity_disabled: 'Esta actividad está desactivada. Contacta con tu docente.',
    assistant_gone: 'Este asistente no está disponible. Contacta con tu docente.',
    link_expired: 'Este enlace ha caducado. Abre la actividad de nuevo desde tu curso.',
  },
  waitingTitle: 'Todavía no está lista',
  waiting: 'Tu docente aún no ha configurado esta actividad. Vuelve a intentarlo más tarde.',
  noAccountTitle: 'No se ha encontrado ninguna cuenta',
  noAccount:
    'Para configurar esta actividad necesitas una cuenta de docente. Pídela a tu administrador o vincula la que ya tienes.',
  linkAccount: 'Vincular mi cuenta',
}
