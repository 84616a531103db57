import type { MessageCode } from '@bellwether/wire'

export const common = {
  'common.internal':
    'Algo ha ido mal en el servidor. El registro del servidor tiene los detalles con este identificador de petición.',
  'common.invalid_token': 'La sesión no es válida o ha caducado',
  'common.nested_too_deeply': 'La petición tiene demasiados niveles anidados',
  'common.number_out_of_range': 'Un número de la petición es demasiado grande',
  'common.shutting_down': 'El servidor se está apagando',

  'not_found.activity': 'Actividad no encontrada',
  'not_found.platform': 'Plataforma no encontrada',
  'not_found.api_key': 'No se ha encontrado la clave de API',
  'not_found.approval': 'No se ha encontrado la aprobación',
  'not_found.assistant': 'No se ha encontrado el asistente',
  'not_found.attachment': 'No se ha encontrado el documento',
  'not_found.budget': 'No se ha encontrado el presupuesto',
  'not_found.chat': 'No se ha encontrado la conversación',
  'not_found.checkpoint': 'No se ha encontrado el punto de control',
  'not_found.course': 'No se ha encontrado el curso',
  'not_found.dialog': 'No se ha encontrado el diálogo',
  'not_found.document': 'No se ha encontrado el documento',
  'not_found.edit': 'No se ha encontrado el cambio',
  'not_found.evaluation': 'No se ha encontrado la evaluación',
  'not_found.file': 'No se ha encontrado el archivo',
  'not_found.import': 'No se ha encontrado la importación',
  'not_found.invitation': 'No se ha encontrado la invitación',
  'not_found.job': 'No se ha encontrado el trabajo',
  'not_found.knowledge_base': 'No se ha encontrado la base de conocimiento',
  'not_found.link': 'No se ha encontrado el enlace',
  'not_found.mcp_server': 'No se ha encontrado el servidor MCP',
  'not_found.member': 'No se ha encontrado el miembro',
  'not_found.memory': 'No se ha encontrado el recuerdo',
  'not_found.message': 'No se ha encontrado el mensaje',
  'not_found.model': 'No se ha encontrado el modelo',
  'not_found.organization': 'No se ha encontrado la organización',
  'not_found.page': 'No se ha encontrado la página',
  'not_found.picture': 'No se ha encontrado la imagen',
  'not_found.prompt': 'No se ha encontrado el prompt',
  'not_found.question': 'No se ha encontrado la pregunta',
  'not_found.resource': 'No se ha encontrado el recurso',
  'not_found.rubric': 'No se ha encontrado la rúbrica',
  'not_found.secret': 'No se ha encontrado el secreto',
  'not_found.sign_in_provider': 'No se ha encontrado el proveedor de inicio de sesión',
  'not_found.template': 'No se ha encontrado la plantilla',
  'not_found.tool': 'No se ha encontrado la herramienta',
  'not_found.tool_result': 'No se ha encontrado el resultado de la herramienta',
  'not_found.trace': 'No se ha encontrado la traza',
  'not_found.user': 'No se ha encontrado el usuario',
  'not_found.version': 'No se ha encontrado la versión',
  'not_found.workspace': 'No se ha encontrado el espacio de trabajo',

  'requests.account_cannot_build':
    'Tu cuenta solo permite conversar. Pide una cuenta de docente al administrador de tu organización.',
  'requests.content_type_not_json': 'Envía el cuerpo en JSON (Content-Type: application/json)',
  'requests.cross_site': 'Esta petición tiene que venir de una página de este sitio',
  'requests.empty_body': 'El cuerpo de la petición está vacío. Envía JSON.',
  'requests.field_too_long': 'El campo «{field}» es demasiado largo (límite: {limit} bytes)',
  'requests.form_unreadable':
    'No se ha podido leer el formulario. Envíalo como multipart/form-data o application/x-www-form-urlencoded.',
  'requests.idempotency_key_in_progress':
    'La primera petición con esta Idempotency-Key sigue en curso. Si no termina, comprueba qué se ha creado y usa una clave nueva.',
  'requests.idempotency_key_invalid':
    'Idempotency-Key debe tener de 1 a 200 caracteres ASCII imprimibles, sin espacios',
  'requests.idempotency_key_reused': 'Esta Idempotency-Key ya se usó en otra petición. Usa una clave nueva.',
  'requests.incomplete_body': 'La petición se ha cortado antes de llegar completa',
  'requests.insufficient_permissions': 'No tienes permisos suficientes para este objeto ({kind})',
  'requests.invalid_input': 'Datos no válidos',
  'requests.invalid_json': 'El cuerpo de la petición no es JSON válido',
  'requests.key_limited_to_assistants': 'Esta clave de API solo sirve para conversar con sus asistentes',
  'requests.missing_file': 'Elige un archivo para este campo',
  'requests.multipart_required': 'Envía el formulario como multipart/form-data',
  'requests.not_authenticated': 'No has iniciado sesión',
  'requests.not_found': 'No encontrado',
  'requests.nul_character': 'El texto no puede contener el carácter nulo (U+0000)',
  'requests.organization_admin_required': 'Solo un administrador de la organización puede hacer esto',
  'requests.session_required': 'Las claves de API no sirven para esto. Inicia sesión.',
  'requests.system_admin_required': 'Solo un administrador del sistema puede hacer esto',
  'requests.system_key_only_completions':
    'La clave del sistema solo sirve para pedir respuestas. Inicia sesión con una cuenta.',
  'requests.too_large': 'La petición es demasiado grande (límite: {limit} KiB)',
  'requests.too_many_attempts': 'Demasiados intentos fallidos. Inténtalo más tarde.',
  'requests.too_many_form_fields': 'El formulario tiene demasiados campos y archivos (límite: {limit})',
  'requests.unknown_field': 'Campo desconocido',

  'server.database_busy': 'La base de datos está ocupada. Inténtalo de nuevo en un momento.',
  'server.database_disk_full':
    'No se ha guardado nada porque el disco está lleno. Puedes seguir leyendo; se podrá guardar cuando haya espacio.',
  'server.database_io': 'Ahora mismo no se puede leer ni escribir en la base de datos',
  'server.database_restarting':
    'La base de datos se está reiniciando. Comprueba si tu cambio se ha guardado.',
  'server.database_unreachable':
    'Ahora mismo no se puede acceder a la base de datos. Inténtalo de nuevo en un momento.',
  'server.disk_full': 'El disco del servidor está lleno. No se ha guardado nada.',
  'server.files_moved':
    'Los archivos de esta instalación se han trasladado a otro almacén. Hay que reiniciar este servidor.',
  'server.storage_unavailable':
    'El servidor no puede acceder a su almacén de archivos. Inténtalo de nuevo en un momento.',
  'server.import_not_kb':
    'El archivo comprimido no tiene la base de datos del servidor de bases de conocimiento de LAMB (lamb-kb-server.db)',
  'server.import_not_lamb': 'El archivo no es una base de datos de LAMB',
  'server.import_not_webui': 'El archivo no es una base de datos de Open WebUI',
  'server.import_not_zip': 'No se puede leer el archivo comprimido. Envía un zip sin contraseña.',
  'server.import_zip_too_large':
    'El archivo comprimido es demasiado grande. Importa la carpeta con npm run import-lamb en el servidor.',
  'server.import_running': 'Ya hay una importación en curso. Espera a que termine.',
  'server.key_busy':
    'Esta clave de API ya tiene {limit} respuestas en curso. Inténtalo de nuevo cuando termine una.',
  'server.overloaded': 'El servidor tiene demasiadas peticiones abiertas. Inténtalo de nuevo en un momento.',
  'server.person_busy': 'Ya tienes {limit} respuestas en curso. Espera a que termine una.',
  'server.report_too_slow': 'El informe tarda demasiado. Elige menos días.',
  'server.secret_unreadable':
    'Un secreto guardado no se puede descifrar con esta clave de cifrado. Vuelve a escribir el secreto o restaura la clave.',
  'server.setup_code_wrong':
    'Código de configuración incorrecto. Cópialo del registro de arranque del servidor.',
  'server.setup_done': 'Ya existe una cuenta de administrador. Inicia sesión.',
  'server.shutting_down': 'El servidor se está apagando. Inténtalo de nuevo en un momento.',
  'server.too_many_reports': 'Hay demasiados informes en marcha. Inténtalo de nuevo en un momento.',
} satisfies Partial<Record<MessageCode, string>>
