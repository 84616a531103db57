import type { MessageCode } from '@bellwether/wire'

export const models = {
  'models.cannot_describe_images':
    'Ningún modelo puede describir imágenes: {reason}. También puedes poner image_descriptions en «basic».',
  'models.default_required':
    'No hay un modelo predeterminado. Un administrador de la organización puede elegir uno de {provider} en los ajustes.',
  'models.fast_required':
    'No hay un modelo pequeño y rápido. Un administrador de la organización puede elegir uno en los ajustes.',
  'models.no_connector': 'No se ha encontrado el conector «{name}»',
  'models.no_default': 'No se ha elegido ningún modelo y {provider} no tiene un modelo predeterminado',
  'models.no_embeddings': '{provider} no tiene modelos de embeddings. Elige otro proveedor.',
  'models.no_prompt_processor': 'No se ha encontrado el procesador de prompts «{name}»',
  'models.no_provider': 'No se ha encontrado el proveedor «{name}»',
  'models.no_rag_processor': 'No se ha encontrado el procesador RAG «{name}»',
  'models.no_reranker': 'No se ha elegido ningún reordenador',
  'models.no_rerankers': '{provider} no tiene reordenadores. Elige otro proveedor.',
  'models.no_transcription': '{provider} no tiene modelos de transcripción. Elige otro proveedor.',
  'models.transcription_timeout':
    'La transcripción ha tardado más de {minutes} minutos. Divide la grabación o inténtalo más tarde.',
  'models.not_offered':
    '{organization} no ofrece el modelo «{model}» con {provider}. Elige otro en los ajustes del asistente.',
  'models.not_offered_here':
    '{organization} no ofrece el modelo «{model}». Déjalo vacío para usar el modelo predeterminado.',
  'models.none':
    '{organization} no tiene modelos. Un administrador de la organización puede configurar un proveedor en los ajustes.',
  'models.provider_incomplete': 'Los ajustes de {provider} están incompletos: {problem}',
  'models.provider_not_set_up':
    '{provider} no está configurado en {organization}. Un administrador de la organización puede hacerlo en los ajustes.',
  'models.timeout':
    'El modelo no ha terminado en {seconds} segundos. Inténtalo de nuevo o pide menos cosas a la vez.',
  'models.tool_incomplete': 'Los ajustes de {tool} están incompletos: {problem}',

  'providers.cut_off': '{provider} ha cortado la respuesta antes de completarla',
  'providers.endless': '{provider} no ha dejado de enviar datos sin terminar su respuesta',
  'providers.event_malformed': 'El proveedor ha enviado un evento mal formado',
  'providers.event_too_large': 'El proveedor ha enviado un evento de más de 1 MiB',
  'providers.function_call': '{param}: {provider} no admite function_call. Usa tool_calls.',
  'providers.image_declined':
    '{provider} se ha negado a crear esta imagen ({reason}); prueba con otra descripción{detail}',
  'providers.image_needs_text': 'El último mensaje no tiene texto. Describe la imagen que quieres.',
  'providers.image_url': 'Ollama solo acepta imágenes como URL data:, no como URL web',
  'providers.key_missing':
    'No hay clave de API para {provider}. Un administrador de la organización puede añadirla en los ajustes.',
  'providers.key_rejected': '{provider} ha rechazado la clave de API (estado {status}){detail}',
  'providers.malformed': '{provider} ha enviado una respuesta que no se puede leer',
  'providers.model_missing':
    '{provider} no tiene el modelo «{model}» (estado 404); elige otro modelo o revisa la URL base{detail}',
  'providers.no_connector': 'No se ha encontrado el conector «{name}»',
  'providers.no_image': '{provider} no ha devuelto ni imagen ni texto',
  'providers.part_unsupported': '{param}: {provider} no admite el tipo "{type}"',
  'providers.rate_limited':
    '{provider} está limitando las peticiones (estado 429); inténtalo más tarde{detail}',
  'providers.redirects': '{provider} redirige a otra URL (estado {status}); corrige su URL base{detail}',
  'providers.reported': '{provider} ha informado: {detail}',
  'providers.status': '{provider} ha devuelto el estado {status}{detail}',
  'providers.unavailable': '{provider} no está disponible temporalmente (estado {status}){detail}',
  'providers.vectors_mismatch': '{provider} ha enviado {count} vectores para {texts} textos',
  'providers.web_page': '{provider} ha devuelto una página web. Revisa su URL base.',

  'org_settings.describe_needs_text': 'Pon primero un nombre o un prompt del sistema al asistente',
  'org_settings.embeddings_required': 'No se ha elegido ningún modelo de embeddings',
  'org_settings.fast_model':
    'El modelo rápido «{model}» no es uno de los modelos de {provider}. Se usa el modelo predeterminado.',
  'org_settings.import_too_large': 'El archivo es demasiado grande (límite: 5 MB)',
  'org_settings.import_not_text': 'El archivo no es texto UTF-8. Guárdalo como JSON o CSV.',
  'org_settings.kb_key_elsewhere': 'La clave guardada es de otra URL. Escribe la clave de esta.',
  'org_settings.kb_key_rejected': 'El servidor responde, pero rechaza la clave',
  'org_settings.kb_status': 'El servidor ha devuelto el estado {status}',
  'org_settings.kb_works': 'El servidor de bases de conocimiento responde',
  'org_settings.key_removed':
    'Se ha quitado la clave de API de {provider} porque ha cambiado su URL base. Escríbela de nuevo.',
  'org_settings.model_works': 'El modelo responde',
  'org_settings.models_found': '{count} modelos',
  'org_settings.moodle_functions': 'Añade {functions} al servicio del token en Moodle',
  'org_settings.moodle_timeout': 'Moodle no ha respondido en {seconds} segundos',
  'org_settings.moodle_token_required':
    'Escribe el token de este Moodle. Un token guardado solo se usa con la URL con la que se guardó.',
  'org_settings.moodle_url_required': 'Escribe primero la URL de tu Moodle',
  'org_settings.moodle_works': 'Moodle responde y acepta el token',
  'org_settings.no_response': 'Sin respuesta en {seconds} segundos',
  'org_settings.provider_incomplete': 'Los ajustes están incompletos',
  'org_settings.provider_internal':
    'La comprobación ha fallado en el servidor. El registro tiene los detalles.',
  'org_settings.provider_not_set_up': 'Este proveedor no está configurado',
  'org_settings.transcription_required': 'No se ha elegido ningún modelo de transcripción',
  'org_settings.reranker_required': 'No se ha elegido ningún reordenador',
  'org_settings.reranker_works': 'El reordenador responde',
  'org_settings.reranker_wrong':
    'El reordenador responde, pero ha ordenado mal un texto de prueba. Comprueba que es un modelo de reordenación.',
  'org_settings.rubric_too_large': 'El archivo de la rúbrica es demasiado grande (límite: {limit} KiB)',
  'org_settings.search_provider':
    'El proveedor «{name}» no tiene modelos para esto. Elige uno de {providers}.',
  'org_settings.signup_key_required': 'Si el registro está activado, hace falta una clave de registro',
  'org_settings.small_fast_model':
    'El modelo pequeño y rápido «{model}» no es uno de los modelos de {provider}. Se usa el modelo predeterminado.',
  'org_settings.tool_use_model':
    'El modelo para llamar a herramientas «{model}» no es uno de los modelos de {provider}. Se usa el modelo predeterminado.',
  'kb_server.file_required': 'El formulario no tiene ningún archivo',
  'kb_server.params_not_json': 'plugin_params no es JSON válido',
  'kb_server.params_not_object': 'plugin_params debe ser un objeto JSON',
  'kb_server.query_required': 'query_text está vacío. Escribe una pregunta.',
  'kb_server.apikey_required':
    'Introduce una clave de API para el modelo de embeddings (embeddings_model.apikey)',
  'kb_server.status_invalid': 'status debe ser deleted, cancelled, pending o el estado actual',
  'kb_server.visibility_invalid': 'visibility debe ser private o public',
  'kb_server.urls_required': 'urls está vacío',
  'providers.only_function_choice': '{provider} solo permite elegir una función',
  'providers.only_function_tools': '{provider} solo admite herramientas de tipo "function"',
  'providers.param_unsupported': '{provider} no admite este parámetro',
} satisfies Partial<Record<MessageCode, string>>
