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
    unknown_key: 'No hay ninguna clave con este nombre. Revisa la clave del consumidor en la plataforma.',
    old_timestamp:
      'El acceso ha caducado. Abre la actividad de nuevo. Si vuelve a ocurrir, el reloj de la plataforma está mal.',
    replayed: 'Este acceso ya se ha usado. Abre la actividad de nuevo desde tu curso.',
    learner_cannot_build:
      'Solo los docentes pueden abrir esta página. Tu rol en este curso es de estudiante.',
    account_disabled: 'Esta cuenta está desactivada. Contacta con tu docente o administrador.',
    organization_suspended: 'Tu organización está suspendida. Contacta con tu administrador.',
    activity_disabled: 'Esta actividad está desactivada. Contacta con tu docente.',
    assistant_gone: 'Este asistente no está disponible. Contacta con tu docente.',
    link_expired: 'Este enlace ha caducado. Abre la actividad de nuevo desde tu curso.',
    unknown_platform:
      'Esta plataforma no está registrada. Un administrador puede añadirla en Organización → LMS.',
    other_issuer:
      'Esta plataforma está registrada con otro ID de plataforma (emisor). Copia el ID de la plataforma en Organización → LMS tal cual, incluidos el protocolo y la barra final.',
    unknown_client:
      'Esta plataforma está registrada, pero no con este ID de cliente. Compara el ID de cliente de la plataforma con el de Organización → LMS.',
    ambiguous_platform:
      'La plataforma no ha enviado el ID de cliente y hay varios registrados. Indica el ID de cliente en la URL de inicio de sesión.',
    wrong_issuer: 'El emisor del token no es el que inició la sesión.',
    login_refused:
      'La plataforma no ha iniciado tu sesión ({field}). Inicia sesión en la plataforma y abre la actividad de nuevo, o ábrela en una pestaña nueva. Si administras la plataforma, comprueba que la herramienta está activa y que su URI de redirección es la URL de lanzamiento.',
    unknown_state:
      'El inicio de sesión ha caducado o no empezó aquí. Abre la actividad de nuevo desde tu curso.',
    malformed_token: 'La plataforma no ha enviado un token válido.',
    wrong_token_signature:
      'La firma del token no es válida. Comprueba la dirección de las claves de la plataforma (URL JWKS).',
    keys_unavailable:
      'No se pueden cargar las claves de la plataforma. Comprueba su URL JWKS o vuelve a intentarlo más tarde.',
    old_token:
      'El token de la plataforma ha caducado o aún no es válido. Abre la actividad de nuevo. Si vuelve a ocurrir, algún reloj está mal.',
    wrong_audience: 'El token se emitió para otro cliente. Comprueba el ID de cliente.',
    wrong_nonce:
      'El token no corresponde a este inicio de sesión. Abre la actividad de nuevo desde tu curso.',
    missing_claim: 'El token está incompleto: falta «{field}» o no es válido.',
    unsupported_message: 'Este tipo de mensaje LTI no está admitido.',
    unknown_deployment:
      'Este despliegue de la plataforma no está registrado. Un administrador puede añadir su ID en Organización → LMS.',
    other_browser: 'El acceso no viene del navegador que lo inició. Abre la actividad en otra pestaña.',
    account_elsewhere: 'Tu cuenta pertenece a otra organización. Contacta con tu administrador.',
    no_links_accepted:
      'La plataforma no admite aquí enlaces a herramientas. Añade el asistente donde ofrezca herramientas externas.',
    learner_cannot_choose: 'Solo los docentes pueden añadir asistentes a un curso.',
    registration_link: 'Este enlace de registro no es válido. Crea uno nuevo en Organización → LMS.',
    registration_failed: 'La plataforma no ha aceptado el registro: {field}',
  },
  services: {
    not_offered:
      'La plataforma no ofrece este servicio para el curso. Permítelo en la configuración de la herramienta en la plataforma.',
    no_course:
      'Ningún estudiante ha abierto todavía una actividad desde esta plataforma, o la plataforma no permite añadir columnas al libro de calificaciones. Abre una actividad como estudiante y permite los servicios de calificación en la configuración de la herramienta.',
    foreign_address: 'La plataforma ha indicado una dirección que no le pertenece.',
    private_address:
      'La dirección de la plataforma no es pública. Añade su host a OUTBOUND_ALLOW si es lo que quieres.',
    unreachable: 'No se puede conectar con la plataforma. Se volverá a intentar más tarde.',
    redirected:
      'La plataforma ha respondido con una redirección, que no se sigue. Revisa las direcciones de la plataforma.',
    token_refused:
      'La plataforma no ha emitido ningún token de acceso. Revisa la URL del token de acceso y el ID de cliente, y que la plataforma conozca nuestras claves públicas.',
    refused:
      'La plataforma ha denegado el acceso. Permite este servicio en la configuración de la herramienta en la plataforma.',
    not_found:
      'La plataforma ya no lo encuentra. Puede que se haya eliminado el curso, la actividad o la persona.',
    invalid:
      'La plataforma no ha aceptado la petición. Moodle responde así cuando la persona no puede recibir calificaciones, por ejemplo un docente.',
    ungradable:
      'La plataforma no puede calificar a esta persona. Canvas responde así con el estudiante de prueba y con quien no es estudiante del curso.',
    busy: 'La plataforma está ocupada. Se volverá a intentar más tarde.',
    failing: 'La plataforma ha devuelto un error del servidor. Se volverá a intentar más tarde.',
    malformed: 'La plataforma ha enviado una respuesta que no se puede leer.',
    too_large: 'La plataforma ha enviado demasiados datos.',
  },
  waitingTitle: 'Todavía no está lista',
  waiting: 'Tu docente aún no ha configurado esta actividad. Vuelve a intentarlo más tarde.',
  noAccountTitle: 'No se ha encontrado ninguna cuenta',
  noAccount:
    'Para configurar esta actividad necesitas una cuenta de docente. Pídela a tu administrador o vincula la que ya tienes.',
  linkAccount: 'Vincular mi cuenta',
  openTab: 'Abrir en otra pestaña',
  opening: 'Abriendo…',
  returning: 'Volviendo a tu curso…',
  notAddedTitle: 'Los asistentes no se han añadido',
  notAdded:
    'No se ha publicado nada ni se ha enviado nada a tu LMS. Cierra esta ventana y vuelve a elegir los asistentes desde tu curso.',
  cookiesBlocked: 'Tu navegador bloquea las cookies en este marco.',
  registeredTitle: 'Registro completado',
  registered: 'Puedes cerrar esta ventana.',
}
