import type { MessageCode } from '@bellwether/wire'

export const assistants = {
  'assistants.changed_meanwhile':
    'Este asistente ha cambiado mientras tanto (ahora es la versión {version}). Vuelve a cargarlo antes de guardar.',
  'creation.already_decided':
    'Esta propuesta ya se ha aceptado, rechazado o sustituido. Vuelve a cargar la conversación.',
  'creation.busy': 'Todavía se está respondiendo al último mensaje. Espera a que termine la respuesta.',
  'creation.name_required': 'El nuevo asistente necesita un nombre antes de guardarse',
  'creation.no_model':
    'Tu organización todavía no tiene ningún modelo que pueda ayudarte a crear. Empieza con una plantilla o pide a un administrador que añada un proveedor.',
  'creation.no_tools_model':
    'El modelo predeterminado de tu organización no puede usar herramientas, así que no puede ayudarte a crear. Empieza con una plantilla o pide a un administrador que elija otro modelo predeterminado.',
  'creation.not_available': 'La propuesta usa algo que no está a tu disposición: {reason}',
  'creation.nothing_changes': 'La propuesta no cambia nada: estos valores ya están establecidos',
  'creation.outdated':
    'El asistente ha cambiado desde esta propuesta. Las diferencias se han actualizado: revísalas y acepta de nuevo.',
  'creation.session_full':
    'Esta conversación es demasiado larga (límite: {limit} mensajes). Empieza una nueva.',
  'creation.starters_budget':
    'Tu presupuesto no permite usar un modelo ahora. Estas preguntas salen de los títulos y las definiciones del material.',
  'creation.starters_failed':
    'No se ha podido usar el modelo. Estas preguntas salen de los títulos y las definiciones del material.',
  'creation.starters_no_model':
    'Tu organización todavía no tiene ningún modelo. Estas preguntas salen de los títulos y las definiciones del material.',
  'creation.unknown_skill': 'No existe la habilidad «{skill}». Disponibles: {skills}',
  'assistants.import_invalid': 'Este asistente no se puede importar: {reason}',
  'assistants.incomplete': 'Este asistente aún no se puede publicar. {reason}',
  'assistants.list_all_forbidden': 'Solo un administrador de la organización puede ver todos sus asistentes',
  'assistants.metadata_incomplete':
    'Los metadatos del asistente están incompletos. Faltan estos campos obligatorios: {fields}',
  'assistants.metadata_not_json': 'Los metadatos del asistente deben ser un objeto JSON en forma de texto',
  'assistants.metadata_unreadable': 'No se pueden leer los metadatos del asistente',
  'assistants.name_published':
    'Ya hay otro asistente publicado con el nombre «{name}». Cambia el nombre de este y publícalo después.',
  'assistants.name_required': 'El asistente necesita un nombre',
  'assistants.name_taken': 'Este propietario ya tiene un asistente llamado «{name}». Elige otro nombre.',
  'assistants.picture_too_large':
    'La imagen es demasiado grande (límite: {limit} KiB y {side} × {side} píxeles)',
  'assistants.picture_type': 'La imagen debe ser un archivo PNG, JPEG o WebP',

  'sharing.allowed': 'Puedes compartir asistentes',
  'sharing.disabled':
    'No puedes compartir porque está desactivado para ti o para tu organización. Consulta a un administrador de la organización.',
  'sharing.disabled_for_object': 'Compartir no está activado en esta organización',
  'sharing.disabled_for_organization': 'Compartir no está activado en tu organización',
  'sharing.disabled_for_you': 'No tienes permiso para compartir asistentes',
  'sharing.forbidden': 'No tienes permiso para compartir',

  'templates.builtin_read_only':
    'Las plantillas incluidas no se pueden cambiar. Guarda una copia para tu organización.',
  'templates.name_taken': 'Ya tienes una plantilla llamada «{name}»',
  'templates.name_taken_in_organization':
    'Tu organización ya tiene una plantilla llamada «{name}». Elige otro nombre.',
  'templates.too_many': 'Demasiadas plantillas (límite: {limit} por organización). Elimina una primero.',
  'templates.tool_invalid': 'La herramienta {number} no tiene tipo. Ejemplo: {example}',

  'tool_secrets.too_many': 'Demasiados secretos (límite: {limit}). Elimina uno primero.',

  'settings.already_multi_tool': 'Este asistente ya es multiherramienta',
  'settings.asks_itself': 'tools/{index}: un asistente no puede usarse a sí mismo como herramienta',
  'settings.cannot_convert': 'Este asistente no se puede convertir: {reason}',
  'settings.choose_assistant': '{tool}: elige un asistente. Mientras tanto, la herramienta se omite.',
  'settings.choose_file': '{tool}: elige un archivo. Mientras tanto, la herramienta se omite.',
  'settings.choose_knowledge_base':
    '{tool}: elige una base de conocimiento. Mientras tanto, la herramienta se omite.',
  'settings.choose_rubric': '{tool}: elige una rúbrica. Mientras tanto, la herramienta se omite.',
  'settings.choose_workspace':
    '{tool}: elige un espacio de trabajo. Mientras tanto, la herramienta se omite.',
  'settings.circular_tools': 'Estas herramientas dependen unas de otras: {placeholders}',
  'settings.empty_knowledge_base':
    'La base de conocimiento aún no tiene documentos, así que el asistente no tiene de dónde responder. Añade documentos.',
  'settings.empty_template':
    'La plantilla del prompt está vacía, así que el modelo no verá el resultado de las herramientas. Añádele {question} y {placeholders}.',
  'settings.field_invalid': '{path}: {problem}',
  'settings.file_missing': 'No se ha encontrado {path} entre los archivos del propietario. Súbelo primero.',
  'settings.file_of_owner': 'Solo el propietario del asistente puede añadirle un archivo',
  'settings.ignored': '{path}: {problem}. Este ajuste se ha ignorado.',
  'settings.is_tool_of_many':
    '{count} asistentes usan este como herramienta. Ahora él mismo usa otros asistentes, así que se deniegan sus llamadas.',
  'settings.is_tool_of_one':
    '1 asistente usa este como herramienta. Ahora él mismo usa otros asistentes, así que se deniegan las llamadas.',
  'settings.max_iterations_invalid': 'max_tool_iterations: escribe un número entero del 1 al 20',
  'settings.missing_assistant':
    'El propietario no tiene acceso al asistente {id}. Mientras tanto, la herramienta se omite.',
  'settings.missing_file':
    'El propietario no tiene acceso al archivo {path}. Mientras tanto, la herramienta se omite.',
  'settings.missing_knowledge_base':
    'El propietario no tiene acceso a la base de conocimiento {ids}. Mientras tanto, la herramienta se omite.',
  'settings.missing_mcp_tool': 'La herramienta MCP {name} no está disponible. Mientras tanto, se omite.',
  'settings.missing_rubric':
    'El propietario no tiene acceso a la rúbrica {id}. Mientras tanto, la herramienta se omite.',
  'settings.missing_workspace':
    'El propietario no tiene acceso al espacio de trabajo. Mientras tanto, la herramienta se omite.',
  'settings.model_not_found':
    '{provider} no muestra ningún modelo «{model}» en su lista. Comprueba el nombre; si es incorrecto, el asistente no podrá responder.',
  'settings.model_unlisted':
    'Tu organización no ofrece «{model}» con {provider}. El asistente no podrá responder hasta que elijas otro modelo.',
  'settings.model_without_pictures':
    '«{model}» está marcado como incapaz de leer imágenes. Elige otro modelo o desactiva las imágenes.',
  'settings.model_without_tools':
    '«{model}» está marcado como incapaz de llamar a herramientas, así que puede que nunca se ejecuten. Elige otro modelo.',
  'settings.multi_tool_off':
    'Los asistentes multiherramienta están desactivados en {organization}. Un administrador de la organización puede activarlos en los ajustes.',
  'settings.nested_assistants':
    'tools/{index}: los asistentes que usan herramientas no se pueden usar como herramienta',
  'settings.no_connector':
    'Este servidor no tiene el conector «{name}». El asistente no podrá responder hasta que elijas otro.',
  'settings.no_prompt_processor':
    'Este servidor no tiene el procesador de prompts «{name}». El asistente no podrá responder hasta que elijas otro.',
  'settings.no_provider':
    'Tu organización no tiene conectado {provider}. El asistente no podrá responder hasta que un administrador lo conecte o elijas otro proveedor.',
  'settings.no_rag_processor':
    'Este servidor no tiene el procesador RAG «{name}». El asistente no podrá responder hasta que se instale o elijas otro.',
  'settings.no_tool':
    'Este servidor no tiene la herramienta «{name}». Sigue en la lista, pero se omite hasta que se instale.',
  'settings.placeholder_invalid': 'tools/{index}/placeholder: usa minúsculas, cifras y _, como {example}',
  'settings.placeholder_is_question':
    'tools/{index}/placeholder: {placeholder} representa la pregunta. Elige otro nombre.',
  'settings.placeholder_missing':
    'La plantilla del prompt no contiene {placeholder}, así que el modelo no verá el resultado de «{tool}». Añade {placeholder} a la plantilla o desactiva la herramienta.',
  'settings.placeholder_reserved':
    'tools/{index}/placeholder: {placeholder} está reservado. Elige otro nombre.',
  'settings.placeholder_taken':
    'Dos herramientas rellenan {placeholder}. Pon otro marcador a una de ellas, como {example}.',
  'settings.placeholder_unfilled':
    'Ninguna herramienta activa rellena {placeholder}, así que se quita del prompt. Activa o añade una herramienta con este marcador, o quítalo de la plantilla.',
  'settings.question_missing': 'La plantilla del prompt no incluye la pregunta del estudiante.',
  'settings.setting_required': '{tool}: falta {field}. Mientras tanto, la herramienta se omite.',
  'settings.students_no_changes':
    'Los estudiantes no pueden usarla: {tool} modifica algo. Permítelo en «Permitir que otras personas usen herramientas que modifican algo».',
  'settings.students_no_workspace':
    'Los estudiantes no pueden usarla: el espacio de trabajo no está compartido con ningún estudiante. Compártelo con ellos.',
  'settings.students_no_writing':
    'Los estudiantes no pueden usarla: {tool} modifica archivos y ningún estudiante puede escribir en el espacio de trabajo. Compártelo con permiso de escritura.',
  'settings.too_deep': 'Los ajustes tienen demasiados niveles anidados (límite: {limit})',
  'settings.too_many_tools': 'Demasiadas herramientas: {count} (límite: {limit} por asistente)',
  'settings.tool_incomplete': '{tool}: {problem}. La herramienta se omite hasta que se corrija.',
  'settings.tool_model_invalid': 'tool_model: escribe el nombre de un modelo o "fast"',
  'settings.tool_model_unlisted':
    'Tu organización no ofrece «{model}» con {provider}. Las herramientas las elige el propio modelo del asistente.',
  'settings.tool_not_callable': 'tools/{index}: {tool} no se puede usar a petición',
  'settings.tool_not_injectable': 'tools/{index}: {tool} no se puede usar en el prompt',
  'settings.tool_once': 'tools/{index}: {tool} solo se puede añadir una vez',
  'settings.tool_timeout_invalid': '{field}: escribe los milisegundos como un número entero de 1000 a 120000',
  'tests.budget_degraded':
    'Un presupuesto está casi agotado, así que respondería un modelo más barato. Las pruebas no se han ejecutado, porque sus resultados no se podrían comparar.',
  'tests.changed':
    'El asistente o sus pruebas han cambiado desde la última ejecución. Vuelve a ejecutar las pruebas.',
  'tests.failed':
    'Pruebas fallidas: {count}. Corrige el asistente o publícalo de todos modos e indica por qué.',
  'tests.message_required': 'Se necesitan mensajes',
  'tests.none': 'Aún no hay pruebas. Añade una primero.',
  'tests.not_run': 'Las pruebas deben superarse antes de publicar este asistente. Ejecútalas primero.',
  'tests.required': 'Este asistente necesita pruebas superadas antes de publicarse. Añade algunas primero.',
  'tests.running':
    'Las pruebas de este asistente ya se están ejecutando. Espera a que terminen o cancélalas.',
  'tests.schedule_failed':
    'La ejecución ha terminado por un error inesperado. La próxima se hará como estaba previsto.',
  'tests.schedule_interrupted':
    'La ejecución se ha interrumpido varias veces. La próxima se hará como estaba previsto.',
  'tests.schedule_no_access':
    'Las ejecuciones automáticas se han desactivado porque quien las configuró ya no puede editar este asistente.',
  'tests.schedule_no_account':
    'Las ejecuciones automáticas se han desactivado porque la cuenta de quien las configuró ya no está activa.',
  'tests.title_required': 'Se necesita un título',
  'tests.too_many': 'Demasiadas pruebas (límite: {limit} por asistente). Elimina algunas primero.',
  'tests.unreviewed':
    'Algunas pruebas no tienen comprobaciones y nadie ha valorado aún sus respuestas. Valóralas, o publica el asistente de todos modos e indica por qué.',
} satisfies Partial<Record<MessageCode, string>>
