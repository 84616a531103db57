import type { MessageCode } from '@bellwether/wire'

export const signIn = {
  'sign_in.email_elsewhere':
    'Ya existe una cuenta con este correo en otra organización. Pide a un administrador que la mueva.',
  'sign_in.email_unverified':
    'Ya existe una cuenta con este correo y tu proveedor de inicio de sesión no ha confirmado que sea tuyo. Inicia sesión como lo haces normalmente o pide ayuda al administrador de tu organización.',
  'sign_in.moved':
    'Tu cuenta pertenece ahora a otra organización. Usa el inicio de sesión de esa organización.',
  'sign_in.system_admin':
    'Los administradores del sistema no pueden iniciar sesión con el proveedor de una organización. Usa tu contraseña.',
  'sign_in.too_many_starts':
    'Demasiadas personas están iniciando sesión desde tu red. Inténtalo de nuevo dentro de un minuto.',
  'sign_in.cancelled': 'Se ha cancelado el inicio de sesión',
  'sign_in.flow_expired': 'Este inicio de sesión ha caducado o ya se ha usado. Inténtalo de nuevo.',
  'sign_in.logout_token_invalid': 'La solicitud de cierre de sesión no es válida',
  'sign_in.organization_missing':
    'Tu cuenta todavía no tiene una organización. Pregunta al operador del servidor.',
  'sign_in.password_hidden':
    'Tu organización usa el inicio de sesión único. Usa su botón en la página de inicio de sesión.',
  'sign_in.password_needs_provider': 'Primero añade y activa un proveedor de inicio de sesión',
  'sign_in.preview_default': 'No se cumple ninguna regla. Las cuentas nuevas son de estudiante.',
  'sign_in.preview_rule': 'Se cumple la regla {number}: {claim} es «{value}»',
  'sign_in.preview_token': 'Esto no es un token. Pega un token de identidad o sus datos en JSON.',
  'sign_in.provider_invalid':
    'No se ha aceptado la respuesta del proveedor de inicio de sesión. Inténtalo de nuevo o pregunta al administrador de tu organización.',
  'sign_in.provider_unreachable':
    'No se puede acceder al proveedor de inicio de sesión. Inténtalo dentro de unos minutos.',
  'sign_in.rule_organization':
    'Las reglas del proveedor de una organización no pueden indicar otra organización',
  'sign_in.unsolicited':
    'El inicio de sesión debe empezar aquí: vuelve a elegir tu proveedor. Un administrador también puede permitir que empiece en el proveedor.',
  'sign_in.discovery_invalid':
    'La URL {url} no devuelve un documento de OpenID Connect (estado {status}). Comprueba el emisor.',
  'sign_in.discovery_issuer': 'El proveedor dice que su emisor es {issuer}. Escríbelo exactamente así.',
  'sign_in.discovery_incomplete': 'Al documento de OpenID Connect del proveedor le faltan datos: {fields}',
  'sign_in.discovery_insecure':
    'El documento de OpenID Connect del proveedor tiene direcciones sin https: {fields}',
  'sign_in.test_ok': 'El proveedor responde y se puede leer su configuración',
  'sign_in.too_many_providers':
    'Demasiados proveedores de inicio de sesión (límite: {limit}). Elimina uno primero.',
  'sign_in.certificate_expired': 'El certificado del proveedor de identidad ha caducado',
  'sign_in.certificate_invalid':
    'Esto no es un certificado. Pega el certificado de firma del proveedor de identidad en PEM o base64.',
  'sign_in.metadata_expired':
    'Estos metadatos eran válidos hasta el {date}. Pide la versión actual al proveedor de identidad.',
  'sign_in.metadata_invalid':
    'Esto no son metadatos SAML. Pega el XML del proveedor de identidad o introduce su URL.',
  'sign_in.metadata_no_idp': 'Los metadatos no tienen ningún proveedor de identidad para SAML 2.0',
  'sign_in.metadata_not_found':
    'Los metadatos no tienen ningún proveedor de identidad con este ID de entidad',
  'sign_in.metadata_no_redirect':
    'El proveedor de identidad no ofrece ninguna URL de inicio de sesión con HTTP-Redirect y https, que Bellwether necesita',
  'sign_in.metadata_no_certificate':
    'Los metadatos del proveedor de identidad no tienen ningún certificado de firma',
  'sign_in.metadata_unreachable': 'No se pueden leer los metadatos en esta URL. Compruébala o pega el XML.',
  'sign_in.saml_no_secret': 'Los proveedores SAML no tienen secreto de cliente',
  'sign_in.saml_ready': 'La configuración está completa. Inicia sesión una vez para probarla.',

  'account.email_unchanged': 'Esta ya es tu dirección de correo',
  'account.link_invalid': 'Este enlace ha caducado o ya se ha usado. Solicita uno nuevo.',
  'account.mail_disabled': 'Este servidor no puede enviar correos. Crea un enlace y envíalo por tu cuenta.',
  'account.no_mail_server':
    'El correo no está configurado. Define SMTP_URL y SMTP_FROM y reinicia el servidor.',
  'account.mail_disabled_own':
    'Este servidor no puede enviar correos. Contacta con el administrador de tu organización.',
  'account.no_password': 'Esta cuenta no tiene contraseña aquí. Se inicia sesión a través de otro servicio.',
  'account.reset_requested':
    'Si existe una cuenta con esta dirección, recibirás en breve un mensaje con un enlace.',
  'account.too_many_mails': 'Se han solicitado demasiados correos. Inténtalo de nuevo dentro de una hora.',
  'invitations.admin_by_link': 'A los administradores solo se les puede invitar por correo electrónico',
  'invitations.admin_of_system':
    'La organización del sistema no tiene administradores de organización a los que invitar',
  'invitations.domain_required': 'Usa una dirección de correo de {domains}',
  'invitations.email_required': 'Escribe tu correo electrónico',
  'invitations.has_account': 'Esta persona ya tiene una cuenta',
  'invitations.invalid': 'Esta invitación ya no es válida. Pide una nueva.',
  'invitations.too_many': 'Hay demasiadas invitaciones abiertas (límite: {limit}). Revoca alguna primero.',

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
