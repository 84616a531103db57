import type { MessageCode } from '@bellwether/wire'

export const people = {
  'users.account_disabled':
    'Esta cuenta está desactivada. Pide al administrador de tu organización que la active.',
  'users.admin_needs_system_organization': 'El administrador debe ser miembro de la organización del sistema',
  'users.api_key_expiry_past': 'La fecha de caducidad ya ha pasado',
  'users.api_key_forwarding':
    'Solo un administrador de la organización puede crear una clave que actúe en nombre de otros usuarios',
  'users.admin_deletes_admin':
    'Los administradores no pueden eliminar su propia cuenta. Pídeselo a otro administrador.',
  'users.confirm_with_email': 'Escribe la dirección de correo de tu cuenta para confirmar',
  'users.cannot_delete_yourself': 'No puedes eliminar tu propia cuenta',
  'users.cannot_demote_yourself': 'No puedes quitarte el rol de administrador',
  'users.cannot_disable_yourself': 'No puedes desactivar tu propia cuenta',
  'users.chat_only':
    'Tu cuenta solo permite conversar. Pide una cuenta de docente al administrador de tu organización.',
  'users.current_password_wrong': 'La contraseña actual no es correcta',
  'users.delete_admin_forbidden': 'Solo un administrador del sistema puede eliminar a un administrador',
  'users.email_taken': 'Ya existe un usuario con el correo {email}',
  'users.email_unknown': 'No se conoce la dirección de correo de esta persona, así que no se puede confirmar',
  'users.import_csv_columns':
    'La primera línea del archivo CSV debe tener los nombres de las columnas: email, name, user_type, enabled',
  'users.import_empty': 'El archivo no contiene usuarios',
  'users.import_json_shape': 'El archivo debe contener {example}',
  'users.import_json_invalid': 'El archivo no es JSON válido',
  'users.import_skipped': 'Ya existe una cuenta con este correo electrónico',
  'users.import_too_many': 'Demasiados usuarios: {count} (límite: {limit} por importación)',
  'users.invalid_credentials': 'Correo o contraseña incorrectos',
  'users.last_system_admin': 'Es el último administrador del sistema activo. Añade otro primero.',
  'users.make_system_admin_forbidden': 'Solo un administrador del sistema puede añadir a otro',
  'users.manage_system_admin_forbidden':
    'Solo un administrador del sistema puede ver o cambiar la cuenta de otro',
  'users.member_of_other_organization': 'El usuario no es miembro de esta organización',
  'users.move_name_conflict':
    'Un usuario que se va a mover tiene dos objetos con el mismo nombre. Cambia el nombre de uno primero.',
  'users.not_in_organization': 'No se ha encontrado el usuario en esta organización',
  'users.oauth_keys_unavailable':
    'No se puede acceder al servidor OAuth o este no publica sus claves. Inténtalo más tarde.',
  'users.oauth_unavailable': 'No se puede acceder al servidor OAuth. Inténtalo más tarde.',
  'users.organization_suspended': 'Tu organización está suspendida. Contacta con el operador del servidor.',
  'users.password_too_long': 'La contraseña debe tener como máximo {limit} caracteres',
  'users.password_too_short': 'La contraseña debe tener al menos {limit} caracteres',
  'users.session_expired': 'Tu sesión ha caducado. Inicia sesión de nuevo.',
  'users.sign_in_suspended': 'Tu organización está suspendida',
  'users.signup_key_wrong': 'La clave de registro no es válida o el registro está desactivado',
  'users.still_owns_content': 'El usuario todavía tiene contenido. Elimínalo o traspásalo primero.',
  'users.still_owns': 'El usuario todavía tiene {content}. Elimínalo o traspásalo todo primero.',
  'users.system_admin_fixed_organization':
    'Los administradores del sistema no pueden dejar la organización del sistema',
  'users.system_admin_not_organization_admin':
    'Un administrador del sistema no puede ser administrador de una organización',
  'users.system_roles_fixed': 'Los roles de la organización del sistema no se pueden cambiar aquí',
  'users.too_many_api_keys': 'Demasiadas claves de API (límite: {limit}). Revoca una primero.',
  'users.unknown_id': 'No existe el usuario {id}',

  'hand_over.assistant_changed': 'Un asistente ha cambiado mientras tanto. Inténtalo de nuevo.',
  'hand_over.item_not_found': 'El usuario no tiene este contenido: {kind} {id}',
  'hand_over.new_owner_chat_only':
    'La cuenta del nuevo propietario solo permite conversar y no puede tener contenido',
  'hand_over.new_owner_disabled': 'La cuenta del nuevo propietario está desactivada',
  'hand_over.owner_is_system_admin':
    'Solo un administrador del sistema puede gestionar el contenido de un administrador del sistema',
  'hand_over.same_owner': 'Elige a un colega. El contenido ya es de esta persona.',
  'hand_over.secret_clash':
    'El asistente «{assistant}» usa el secreto de herramienta {secret}, y el nuevo propietario tiene un secreto con el mismo nombre. Traspasa también ese secreto o cambia antes el asistente.',
  'hand_over.unreachable_reference':
    'El asistente «{assistant}» usa {kind} {id}, y su propietario actual no tiene acceso. Quítalo antes del asistente.',

  'organizations.audit_all_forbidden':
    'Solo un administrador del sistema puede leer el registro de auditoría de todas las organizaciones',
  'organizations.audit_unfinished': 'Sin terminar. Compruebe si se ha guardado el cambio.',
  'organizations.has_users':
    'La organización todavía tiene usuarios ({count}). Elimínalos primero o añade users=move para moverlos con su contenido a la organización del sistema.',
  'organizations.report_too_long':
    'El informe tiene demasiadas filas (límite: {limit}). Elige un periodo más corto.',
  'organizations.same_target': 'Elige otra organización de destino',
  'organizations.signup_key_format':
    'La clave de registro debe tener de 8 a 64 letras, cifras, - o _, y empezar y acabar con una letra o una cifra',
  'organizations.signup_key_required': 'Escribe una clave de registro para activar el registro',
  'organizations.signup_key_taken': 'Esta clave de registro ya está en uso. Elige otra.',
  'organizations.slug_format':
    'El nombre corto debe tener de 2 a 64 minúsculas, cifras o guiones, y empezar y acabar con una letra o una cifra',
  'organizations.slug_reserved': 'El nombre corto «{slug}» está reservado. Elige otro.',
  'organizations.slug_taken': 'Ya existe una organización con el nombre corto «{slug}»',
  'organizations.system_not_deletable': 'La organización del sistema no se puede eliminar',
  'organizations.system_not_movable': 'La organización del sistema no se puede mover a otra',
  'organizations.system_not_suspendable': 'La organización del sistema no se puede suspender',
  'organizations.system_providers_forbidden':
    'Solo un administrador del sistema puede permitir que una organización use los proveedores del sistema',
  'organizations.url_has_credentials': 'La URL no puede contener un usuario ni una contraseña',
  'organizations.url_scheme': 'La URL debe empezar por http:// o https://',

  'budgets.above_organization': '{field}: supera el límite de la organización ({limit} por {period})',
  'budgets.duplicate': 'Este presupuesto ya existe. Cámbialo en lugar de crear otro.',
  'budgets.maximum_required': 'Indica max_cost, max_tokens o max_requests, o elimina el presupuesto',
  'budgets.set_by_organization':
    'Este presupuesto lo ha fijado la organización. Pide a un administrador de la organización que lo cambie.',
  'budgets.system_organization':
    'La organización del sistema usa sus propios proveedores y no puede tener este límite',
  'budgets.system_providers_forbidden':
    'Solo un administrador del sistema puede limitar el uso de los proveedores del sistema',
  'budgets.too_many': 'Demasiados presupuestos (límite: {limit} por organización). Elimina uno primero.',
  'budgets.assistant_day': 'El presupuesto diario de este asistente',
  'budgets.assistant_month': 'El presupuesto mensual de este asistente',
  'budgets.contact_operator': 'Para obtener más, contacta con quienes gestionan este servidor.',
  'budgets.contact_people': 'Para obtener más, contacta con {people}.',
  'budgets.contact_system_admin': 'Para obtener más, contacta con un administrador del sistema.',
  'budgets.degraded':
    '{budget} se ha gastado en un {percent} %, así que el asistente {restrictions} hasta {resets}',
  'budgets.link_day': 'El límite diario de tu enlace',
  'budgets.link_month': 'El límite mensual de tu enlace',
  'budgets.organization_day': 'El presupuesto diario de la organización',
  'budgets.organization_month': 'El presupuesto mensual de la organización',
  'budgets.own_assistant_day': 'Tu presupuesto diario para este asistente',
  'budgets.own_assistant_month': 'Tu presupuesto mensual para este asistente',
  'budgets.own_day': 'Tu presupuesto diario',
  'budgets.own_month': 'Tu presupuesto mensual',
  'budgets.reserved':
    '{budget} ({amounts}) está reservado para respuestas en curso. Inténtalo de nuevo en unos segundos. Se restablece a las {resets}. {contact}',
  'budgets.system_providers_day': 'El límite diario de tu organización para usar los proveedores del sistema',
  'budgets.system_providers_month':
    'El límite mensual de tu organización para usar los proveedores del sistema',
  'budgets.used_up':
    '{budget} ({amounts}) se ha agotado, o queda demasiado poco para esta petición. Se restablece a las {resets}. {contact}',
  'mcp_servers.connected': 'Conectado. Herramientas: {count}',
  'parts.audit_assistant': 'asistente {assistant}',
  'parts.audit_assistant_tool': 'asistente {assistant}, herramienta {tool}',
  'parts.audit_draft_tool': 'un borrador, herramienta {tool}',
  'parts.audit_hand_over': 'del usuario {from_user} al usuario {to_user}',
  'parts.audit_identity_created': '{provider}: cuenta nueva',
  'parts.audit_identity_email': '{provider}: la dirección de correo ha cambiado',
  'parts.audit_identity_linked': '{provider}: vinculada por una dirección de correo verificada',
  'parts.audit_identity_secured':
    '{provider}: vinculada por una dirección de correo verificada; se han eliminado la contraseña, las claves de API, las sesiones y los demás inicios de sesión de la cuenta sin confirmar',
  'parts.audit_last_admin': '{provider}: el último administrador de la organización conserva su rol',
  'parts.audit_link': 'enlace {link}',
  'parts.audit_link_anyone': 'asistente {assistant}, para cualquiera que tenga el enlace',
  'parts.audit_link_organization': 'asistente {assistant}, para los miembros de la organización',
  'parts.audit_link_passphrase': 'asistente {assistant}, con contraseña de clase',
  'parts.audit_migration': 'de la organización {from} a la organización {to}',
  'parts.audit_role_changed': '{provider}: {before} → {after}',
  'parts.audit_tests_changed': 'modificado desde la última ejecución de las pruebas: {reason}',
  'parts.audit_tests_failed': 'pruebas fallidas ({count}): {reason}',
  'parts.audit_tests_missing': 'sin pruebas: {reason}',
  'parts.audit_tests_not_run': 'pruebas no ejecutadas: {reason}',
  'parts.audit_tests_unreviewed': 'respuestas sin valorar: {reason}',
  'parts.audit_user': 'usuario {user}',
  'parts.educator_admin': 'docente, administrador',
  'parts.educator_member': 'docente, miembro',
  'parts.student_admin': 'estudiante, administrador',
  'parts.student_member': 'estudiante, miembro',
} satisfies Partial<Record<MessageCode, string>>
