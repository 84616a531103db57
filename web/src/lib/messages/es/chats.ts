import type { MessageCode } from '@bellwether/wire'

export const chats = {
  'attachments.busy': 'Todavía se está leyendo otro documento. Inténtalo de nuevo cuando termine.',
  'attachments.not_allowed': 'No puedes adjuntar documentos en las conversaciones con este asistente',
  'attachments.too_large': 'El archivo es demasiado grande (límite: {limit} MB)',
  'attachments.too_many': 'Demasiados documentos (límite: {limit} por conversación). Quita uno antes.',
  'chats.access_denied': 'No tienes acceso a este asistente',
  'chats.feedback_on_answers': 'Solo se pueden valorar las respuestas',
  'chats.folder_name_taken': 'Ya tienes una carpeta llamada «{name}»',
  'chats.too_many_folders': 'Tienes {limit} carpetas, el máximo posible. Elimina una antes.',
  'chats.hide_questions': 'Solo se pueden ocultar preguntas. Sus respuestas se ocultan con ellas.',

  'activity.date_invalid': 'Fecha no válida: {value}. Usa una fecha como 2026-11-16.',
  'activity.period_invalid': 'Periodo no válido. Usa day, week o month.',
  'activity.chats_for_owner':
    'Solo el propietario del asistente puede leer sus conversaciones. Los administradores pueden ver las estadísticas.',
  'activity.course_small':
    'Elige un curso con al menos {limit} estudiantes con cuenta. Los grupos más pequeños no se pueden mostrar de forma anónima.',
  'activity.course_unnamed':
    'Menos de {limit} estudiantes de este curso ocultan su nombre, así que aquí no serían anónimos. Elige otro curso.',
  'activity.off': 'Tu organización no muestra las conversaciones a los docentes',
  'activity.titles_unusable':
    'Los títulos del modelo no se pueden usar. Inténtalo de nuevo o elige otro modelo predeterminado.',
  'activity.foreign_knowledge_base': 'Elige una base de conocimiento que use este asistente',

  'memories.person_required':
    'Esta clave actúa en nombre de otras personas. Indica la persona en la cabecera x-openwebui-user-email.',

  'traces.before_invalid': 'Valor no válido en «before». Usa el identificador de una traza.',

  'approvals.already_decided': 'Esta aprobación ya está decidida',
  'approvals.expired': 'Esta aprobación ha caducado',
  'approvals.input_only_with_approval': 'Los argumentos solo se pueden enviar al aprobar',
  'approvals.input_too_long': 'Los argumentos son demasiado largos para que los revise una persona',

  'answers.assistant_required': 'Indica el asistente en la URL, como ?assistant=12',
  'answers.access_denied': 'No tienes acceso a este asistente',
  'answers.interrupted': 'El servidor que escribía esta respuesta se ha detenido. Vuelve a preguntar.',
  'answers.calls_itself':
    'Un asistente no puede llamar a asistentes del mismo servidor a través de la API. Usa la herramienta «Otro asistente».',
  'answers.field_invalid': '{path}: {problem}',
  'answers.input_invalid': 'input/{path}: {problem}',
  'answers.invalid': 'Petición no válida',
  'answers.after_not_a_model':
    'Usa el last_id de la página anterior como after, por ejemplo lamb_assistant.12',
  'answers.model_not_found': 'No se ha encontrado el modelo {model}',
  'answers.nested_assistants': 'Los asistentes que usan herramientas no se pueden llamar como herramienta',
  'answers.one_choice': 'n: los asistentes que llaman a herramientas dan una sola respuesta por petición',
  'answers.param_invalid': '{param}: {problem}',
  'answers.prompt_hidden':
    'Para ver lo que recibe el modelo necesitas acceso a los prompts de este asistente',
  'answers.request_too_long':
    'Esta conversación es demasiado larga: con sus documentos, más de {limit} millones de caracteres. Acorta el mensaje o empieza una conversación nueva.',
  'prompts.repeats':
    'El prompt tendría más de {limit} millones de caracteres, porque {placeholder} aparece {times} veces en una plantilla. Úsalo una sola vez.',
  'prompts.too_long':
    'El prompt tendría más de {limit} millones de caracteres. Acorta la plantilla o haz que las herramientas devuelvan menos texto.',
  'answers.too_many_choices': '{param}: este asistente da como máximo {limit} por petición',
  'answers.too_slow': 'La respuesta ha tardado más de {seconds} segundos',
  'answers.unknown_tool_choice': 'tool_choice: «{name}» no es una de las herramientas',

  'agents.api_key_required': 'Envía una clave de API: en la URL, como token bearer o en x-api-key',
  'agents.bearer_required': 'Envía una clave de API o un token como token bearer',
  'agents.busy': 'Ya hay una respuesta en curso en este diálogo. Detenla o espera a que termine.',
  'agents.checkpoint_gone':
    'Este punto de control ya no existe porque se ha borrado el historial antiguo. No se ha cambiado nada. Elige uno posterior o restablece la última aprobación.',
  'agents.message_required': 'Escribe un mensaje',
  'agents.message_too_long': 'El mensaje es demasiado largo (límite: {limit} caracteres)',
  'agents.no_workspace':
    'Este diálogo no tiene archivos. Elige antes un espacio de trabajo para las herramientas de este asistente.',
  'agents.system_key':
    'La clave del sistema no pertenece a ningún usuario. Usa la clave de API de un usuario.',
  'mcp.argument_invalid': '{path}: {problem}',
  'mcp.no_argument': 'No se ha encontrado el argumento {name}',
  'mcp.no_page': 'Cursor no válido',
  'mcp.query_encoding': 'query: usa la codificación de URL',
  'mcp.query_required': 'query: escribe una pregunta',
  'mcp.query_too_long': 'query: demasiado largo (límite: {limit} caracteres)',
  'mcp.search_not_watchable': 'No se pueden observar las búsquedas. Observa la base de conocimiento.',
  'mcp.session_required': 'Para observar hace falta una sesión. Envía Mcp-Session-Id.',
  'mcp.text_required': 'Envía la pregunta en {name}',
  'mcp.too_many_requests': 'Demasiadas peticiones en curso (límite: {limit})',
  'mcp.too_many_watched': 'Demasiados recursos observados (límite: {limit} por sesión)',

  'statuses.answer_limit': 'Ya no se llaman más herramientas: se ha alcanzado el límite de una respuesta',
  'statuses.approval': '{tool} espera tu aprobación',
  'statuses.knowledge_base_unavailable': 'La base de conocimiento {id} no está disponible',
  'statuses.merging': 'Combinando los resultados de las herramientas',
  'statuses.model_fallback': '{model} ha fallado. Se usa {fallback} en su lugar.',
  'statuses.round_limit': 'Ya no se llaman más herramientas tras {rounds} rondas',
  'statuses.round_limit_one': 'Ya no se llaman más herramientas tras 1 ronda',
  'statuses.tool_call': 'Llamando a {tool}...',
  'statuses.tool_complete': '{tool}: completado',
  'statuses.tool_denied': '{tool}: denegado',
  'statuses.tool_failed': '{tool}: ha fallado',
  'reasons.approval_expired': 'no se ha aprobado a tiempo',
  'reasons.approval_rejected': 'se ha rechazado',
  'reasons.approval_rejected_because': 'se ha rechazado: {reason}',
  'reasons.approved_input_invalid': 'los argumentos aprobados no son válidos',
  'reasons.assistant_not_found': 'no se ha encontrado el asistente {id}',
  'reasons.changes_not_allowed': 'modifica algo, y eso solo puede hacerlo el propietario del asistente',
  'reasons.cycle': 'depende de una herramienta que a su vez depende de ella',
  'reasons.failed': 'ha fallado',
  'reasons.filled_settings_invalid': 'sus ajustes no eran válidos después de rellenar los marcadores',
  'reasons.forbidden': 'no está permitida',
  'reasons.forbidden_by_organization': 'la organización no permite esta herramienta',
  'reasons.function_limit': 'se ha alcanzado el límite de {limit} funciones',
  'reasons.function_name_invalid': 'no tiene un nombre de función válido',
  'reasons.not_installed': 'no está instalada',
  'reasons.not_offered': 'no se ha ofrecido al modelo: {reason}',
  'reasons.objects_from_tool': 'solo sus ajustes, y no otra herramienta, pueden elegir los objetos que lee',
  'reasons.only_in_prompt': 'solo se puede usar en el prompt',
  'reasons.only_on_call': 'solo se puede usar a petición',
  'reasons.settings_invalid': 'sus ajustes no son válidos',
  'reasons.target_not_found':
    'no se ha encontrado lo que usa ({objects}), o el propietario del asistente no tiene acceso',
  'reasons.targets_unknown': 'no se ha podido determinar qué usa',
  'reasons.timeout': 'ha tardado demasiado',
  'answer_notes.model_failed': 'El modelo {model} ha fallado; ha respondido {fallback}',
  'answer_notes.model_not_offered': 'La organización no ofrece el modelo «{wanted}»; se ha usado {model}',
  'answer_notes.params_not_sent': 'Parámetros que no se han enviado al proveedor: {params}',
  'outcomes.cancelled': 'La respuesta ha terminado antes',
  'outcomes.denied': 'No permitido',
  'outcomes.failed': 'Sin resultado',
  'outcomes.skipped': 'No se ha ejecutado',
  'outcomes.timeout': 'Tiempo agotado',
} satisfies Partial<Record<MessageCode, string>>
