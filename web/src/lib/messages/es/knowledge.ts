import type { MessageCode } from '@bellwether/wire'

export const knowledge = {
  'knowledge.already_processing': 'Este documento ya se está procesando. Espera a que termine o cancélalo.',
  'knowledge.cancel_not_running': 'Solo se puede cancelar un documento que está en espera o procesándose',
  'knowledge.citation_outdated':
    'El documento ha cambiado desde que se citó. Pregunta de nuevo para ver su contenido actual.',
  'knowledge.file_empty': 'El archivo «{name}» está vacío',
  'knowledge.file_gone': 'El archivo ya se había eliminado',
  'knowledge.file_required': 'El formulario no contiene ningún archivo. Envíalo en el campo «files».',
  'knowledge.file_too_large':
    'El archivo «{name}» es demasiado grande (límite: {limit} MB). Divídelo y sube las partes.',
  'knowledge.in_use_by_colleagues':
    'Hay asistentes de colegas que usan esta base de conocimiento y perderían el acceso: {assistants}. Repite la petición con force para dejar de compartirla de todos modos.',
  'knowledge.name_taken': 'Ya tienes una base de conocimiento llamada «{name}»',
  'knowledge.no_image_model': 'No hay ningún modelo disponible para describir imágenes',
  'knowledge.no_transcription_model':
    'El audio y el vídeo necesitan un modelo de transcripción. Pide a un administrador de la organización que elija uno (Organización > Conocimiento) o sube subtítulos (.vtt, .srt).',
  'knowledge.not_from_web': 'Este archivo se subió y no se puede volver a obtener. Súbelo de nuevo.',
  'knowledge.passage_order': 'Un pasaje debe empezar antes de acabar, como 1200-1950',
  'knowledge.passage_too_long': 'El pasaje es demasiado largo (límite: {limit} caracteres)',
  'knowledge.plugin_needs_file': '«{plugin}» lee un archivo subido. Sube uno o elige url_ingest.',
  'knowledge.plugin_needs_url': '«{plugin}» lee una página web. Elige un plugin que lea archivos.',
  'knowledge.plugin_not_found': 'No se ha encontrado el plugin «{plugin}». Disponibles: {plugins}',
  'knowledge.plugin_other_source': '«{plugin}» es para otras fuentes. Disponibles: {plugins}',
  'knowledge.plugin_params_invalid': 'Ajustes no válidos: {reason}',
  'knowledge.retry_not_allowed':
    'Solo se puede volver a procesar un documento que ha fallado o se ha cancelado',
  'knowledge.storage_full':
    'Tus bases de conocimiento no tienen más espacio. Elimina algunos archivos primero.',
  'knowledge.too_many': 'Demasiadas bases de conocimiento (límite: {limit}). Elimina alguna primero.',
  'knowledge.too_many_files': 'Demasiados archivos (límite: {limit} por persona). Elimina algunos primero.',
  'knowledge.too_many_files_at_once': 'Demasiados archivos (límite: {limit} por subida)',
  'knowledge.replace_from_web':
    'Este documento es de la web y no se puede sustituir por un archivo. Vuelve a descargarlo.',
  'knowledge.replace_name_taken':
    'Esta base de conocimiento ya tiene un archivo llamado «{name}». Cambia el nombre de la nueva versión o sustituye ese archivo.',
  'knowledge.replace_one_file': 'Elige un archivo como nueva versión',
  'knowledge.replace_zip': 'Un archivo zip no puede sustituir a un archivo. Súbelo para añadir su contenido.',
  'knowledge.too_many_tags': '«{name}» tendría más de {limit} etiquetas',
  'knowledge.zip_download_too_large':
    'Estos archivos son demasiado grandes para un zip (límite: {limit} GB). Selecciona menos archivos.',
  'knowledge.zip_no_originals': 'Ninguno de estos documentos tiene archivo original: son de la web',
  'knowledge.vectors_inconsistent':
    'El proveedor ha devuelto vectores de dimensiones distintas para un mismo documento',
  'knowledge.zip_damaged_file': 'Dañado en el archivo comprimido',
  'knowledge.zip_required': 'Elige un archivo zip',
  'knowledge.zip_empty': 'Este archivo comprimido no contiene archivos',
  'knowledge.zip_encrypted_file':
    'Protegido con contraseña. Descomprímelo en tu ordenador y sube el archivo.',
  'knowledge.zip_expands_too_much':
    'Este archivo comprimido ocupa mucho más al descomprimirse y se ha rechazado. Si es material real, divídelo en varios.',
  'knowledge.zip_link': 'Un enlace, no un archivo',
  'knowledge.zip_nested': 'Un archivo comprimido dentro de otro. Descomprímelo y sube sus archivos.',
  'knowledge.zip_password':
    'Este archivo comprimido está protegido con contraseña. Descomprímelo en tu ordenador y sube sus archivos.',
  'knowledge.zip_too_many_files':
    'Este archivo comprimido contiene {count} archivos (límite: {limit}). Divídelo y sube las partes.',
  'knowledge.zip_unreadable':
    'No se puede añadir ningún archivo de este archivo comprimido: están protegidos con contraseña, dañados, o son enlaces u otros archivos comprimidos.',
  'knowledge.zip_unsafe_name': 'El nombre de este archivo apunta fuera del archivo comprimido',

  'evaluations.already_running': 'Ya tienes una evaluación en curso. Espera a que termine.',
  'evaluations.csv_columns':
    'La primera línea del archivo CSV debe tener los nombres de las columnas: {columns}',
  'evaluations.duplicate_question': 'Esta pregunta ya está guardada',
  'evaluations.import_failed': 'No se ha importado nada. Errores: {count}. Primer error: {reason}',
  'evaluations.import_no_questions': 'El archivo no contiene preguntas',
  'evaluations.import_not_json': 'El archivo no es JSON válido',
  'evaluations.import_not_utf8': 'El archivo no es texto UTF-8. Guárdalo como JSON o como CSV (UTF-8).',
  'evaluations.import_shape': 'El archivo debe contener {example}',
  'evaluations.import_too_large': 'El archivo es demasiado grande (límite: {limit} MB)',
  'evaluations.import_too_many': 'Demasiadas preguntas: {count} (límite: {limit} por importación)',
  'evaluations.no_questions': 'Todavía no hay preguntas. Añade algunas primero.',
  'evaluations.took_too_long':
    'La evaluación ha tardado más de {seconds} segundos y no se ha guardado. Prueba con menos preguntas o sin comparación.',
  'evaluations.too_many_questions':
    'Demasiadas preguntas: {count} (límite: {limit} por base de conocimiento). Elimina algunas primero.',

  'files.extension': 'Aquí solo se pueden subir archivos {extensions}',
  'files.handed_over': 'Un archivo con este nombre se acaba de traspasar a un colega. Inténtalo de nuevo.',
  'files.image_type': 'La imagen debe ser un archivo PNG, JPEG, WebP o GIF',
  'files.name_required': 'El archivo no tiene nombre',
  'files.name_too_long': 'El nombre del archivo es demasiado largo (límite: {limit} caracteres)',
  'files.not_utf8': 'El archivo no es texto UTF-8 sin formato. Guárdalo como UTF-8 y súbelo de nuevo.',
  'files.path_invalid': 'Ruta de archivo no válida',
  'files.storage_full':
    'Tu almacenamiento está lleno: {used} en uso (límite: {limit}). Elimina algunos archivos primero.',
  'files.too_large': 'El archivo es demasiado grande (límite: {limit})',
  'files.too_large_to_send': 'Este archivo es demasiado grande para descargarlo',
  'files.too_many': 'Demasiados archivos (límite: {limit} por persona). Elimina algunos primero.',

  'grading.accept_changed': 'La calificación ha cambiado desde que la viste. Revísala de nuevo.',
  'grading.accept_incomplete': 'Elige un nivel para cada criterio antes de aceptar la calificación',
  'grading.account_unavailable': 'La cuenta que inició esta calificación ya no se puede usar',
  'grading.already_started':
    'Los trabajos de una calibración no se pueden cambiar una vez que el modelo los ha calificado',
  'grading.file_or_text': 'Elige un archivo o pega un texto',
  'grading.hand_grades_locked':
    'Tus propias calificaciones no se pueden cambiar una vez que el modelo ha calificado, para que la comparación sea justa',
  'grading.hand_grades_missing': 'Califica primero a mano al menos un trabajo',
  'grading.interrupted':
    'El servidor se detuvo varias veces mientras calificaba este trabajo. Inténtalo de nuevo.',
  'grading.limit_used_up':
    'Esta calificación ya ha costado {spent} {currency}. Elige un límite más alto para continuar.',
  'grading.no_text': 'No se ha encontrado texto en este archivo',
  'grading.no_usable_answer':
    'El modelo no ha dado una calificación utilizable, ni siquiera al volver a preguntarle. Inténtalo de nuevo o elige otro modelo.',
  'grading.no_works': 'No hay trabajos que calificar. Añade algunos primero.',
  'grading.not_for_batch': 'Solo los trabajos de una calibración se califican primero a mano',
  'grading.not_for_calibration':
    'Las calificaciones de una calibración no se pueden aceptar: solo sirven para medir la rúbrica',
  'grading.price_unknown':
    'El modelo {model} no tiene precio, así que no se puede comprobar un límite de coste. Empieza sin límite o pide a un administrador que añada el precio.',
  'grading.provider_failed':
    'El modelo no ha respondido. Inténtalo más tarde. Si sigue fallando, avisa al administrador de tu organización.',
  'grading.running': 'Los trabajos se están calificando. Espera a que termine o cancela.',
  'grading.text_too_long': 'Este trabajo es demasiado largo (límite: {limit} caracteres)',
  'grading.too_many':
    'Demasiadas calificaciones con esta rúbrica (límite: {limit}). Elimina algunas primero.',
  'grading.too_many_works': 'Demasiados trabajos (límite: {limit} por calificación)',
  'grading.unexpected': 'No se ha podido calificar este trabajo por un error inesperado. Inténtalo de nuevo.',
  'grading.unknown_criterion': 'La rúbrica no tiene el criterio «{criterion}»',
  'grading.unknown_level': 'El criterio «{criterion}» no tiene el nivel «{level}»',

  'rubrics.column_name':
    'Estructura de rúbrica no válida: la columna {column} de la tabla necesita un nombre como «Bien (3)» (nivel y puntuación)',
  'rubrics.criteria_not_json': 'Los criterios no son JSON válido',
  'rubrics.invalid': 'Estructura de rúbrica no válida: {reason}',
  'rubrics.invalid_json': 'Estructura de rúbrica no válida: el archivo no es JSON válido',
  'rubrics.no_criteria_heading':
    'Estructura de rúbrica no válida: el archivo no tiene el encabezado «{heading}»',
  'rubrics.no_title':
    'Estructura de rúbrica no válida: el archivo no tiene título. Empiézalo con «# » y el título.',
  'rubrics.no_table':
    'No se ha encontrado ninguna rúbrica. Usa una tabla con una fila por criterio y una columna por nivel, como «Excelente (4)».',
  'rubrics.nothing_to_read': 'Elige un archivo o pega una tabla',
  'rubrics.no_text': 'No hay ningún texto que evaluar',
  'rubrics.not_ready': 'Esta rúbrica aún no se puede usar. Añade criterios, cada uno con niveles.',
  'rubrics.showcase_forbidden':
    'Solo un administrador de la organización puede cambiar las rúbricas recomendadas',
  'rubrics.showcase_needs_public': 'Solo se puede recomendar una rúbrica compartida',
  'rubrics.too_many': 'Demasiadas rúbricas (límite: {limit} por persona). Elimina algunas primero.',
  'evaluations.file_not_found': 'Esta base de conocimiento no tiene ningún archivo {id}',
  'evaluations.import_field': 'Fila {row}: {field}: {problem}',
  'evaluations.import_repeated': 'La misma pregunta que en la fila {row}',
  'evaluations.import_row': 'Fila {row}: {problem}',
  'rubrics.different_scale':
    '«{name}» tiene una puntuación máxima de {score}; el total se calcula con la del primer criterio ({scale})',
  'rubrics.no_level': '«{name}» no tiene nivel',
  'rubrics.no_usable_proposal':
    'El modelo no ha devuelto una rúbrica utilizable, ni siquiera en un segundo intento: {problems}',
  'rubrics.quotes_not_found': '«{name}»: se han omitido citas que no están en el texto ({count})',
  'rubrics.weights_not_100': 'Los pesos de la rúbrica suman {sum}, no 100',
  'knowledge.embedding_failed':
    'Algo ha fallado en el servidor al procesar los embeddings de un archivo. Avisa a los administradores de este servidor.',
} satisfies Partial<Record<MessageCode, string>>
