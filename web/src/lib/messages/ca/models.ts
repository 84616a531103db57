import type { MessageCode } from '@bellwether/wire'

export const models = {
  'models.cannot_describe_images':
    'Cap model no pot descriure imatges: {reason}. També pots posar image_descriptions a «basic».',
  'models.default_required':
    'No hi ha cap model per defecte. Un administrador de l’organització en pot triar un de {provider} a la configuració.',
  'models.fast_required':
    'No hi ha cap model petit i ràpid. Un administrador de l’organització en pot triar un a la configuració.',
  'models.no_connector': 'No s’ha trobat el connector «{name}»',
  'models.no_default': 'No s’ha triat cap model i {provider} no té model per defecte',
  'models.no_embeddings': '{provider} no té models d’embeddings. Tria un altre proveïdor.',
  'models.no_prompt_processor': 'No s’ha trobat el processador de prompts «{name}»',
  'models.no_provider': 'No s’ha trobat el proveïdor «{name}»',
  'models.no_rag_processor': 'No s’ha trobat el processador RAG «{name}»',
  'models.no_reranker': 'No s’ha triat cap reordenador',
  'models.no_rerankers': '{provider} no té reordenadors. Tria un altre proveïdor.',
  'models.no_transcription': '{provider} no té models de transcripció. Tria un altre proveïdor.',
  'models.transcription_timeout':
    'La transcripció ha trigat més de {minutes} minuts. Divideix la gravació o torna-ho a provar més tard.',
  'models.not_offered':
    '{organization} no ofereix el model «{model}» amb {provider}. Tria’n un altre a la configuració de l’assistent.',
  'models.not_offered_here':
    '{organization} no ofereix el model «{model}». Deixa’l buit per fer servir el model per defecte.',
  'models.none':
    '{organization} no té models. Un administrador de l’organització pot configurar un proveïdor a la configuració.',
  'models.provider_incomplete': 'La configuració de {provider} està incompleta: {problem}',
  'models.provider_not_set_up':
    '{provider} no està configurat a {organization}. Un administrador de l’organització ho pot fer a la configuració.',
  'models.timeout':
    'El model no ha acabat en {seconds} segons. Torna-ho a provar o demana menys coses alhora.',
  'models.tool_incomplete': 'La configuració de {tool} està incompleta: {problem}',

  'providers.cut_off': '{provider} ha tallat la resposta abans de completar-la',
  'providers.endless': '{provider} no ha parat d’enviar dades sense acabar la resposta',
  'providers.event_malformed': 'El proveïdor ha enviat un esdeveniment mal format',
  'providers.event_too_large': 'El proveïdor ha enviat un esdeveniment de més d’1 MiB',
  'providers.function_call': '{param}: {provider} no admet function_call. Fes servir tool_calls.',
  'providers.image_declined':
    '{provider} s’ha negat a crear aquesta imatge ({reason}); prova amb una altra descripció{detail}',
  'providers.image_needs_text': 'L’últim missatge no té text. Descriu la imatge que vols.',
  'providers.image_url': 'Ollama només accepta imatges com a URL data:, no com a URL web',
  'providers.key_missing':
    'No hi ha clau d’API per a {provider}. Un administrador de l’organització la pot afegir a la configuració.',
  'providers.key_rejected': '{provider} ha rebutjat la clau d’API (estat {status}){detail}',
  'providers.malformed': '{provider} ha enviat una resposta que no es pot llegir',
  'providers.model_missing':
    '{provider} no té el model «{model}» (estat 404); tria un altre model o revisa l’URL base{detail}',
  'providers.no_connector': 'No s’ha trobat el connector «{name}»',
  'providers.no_image': '{provider} no ha retornat ni imatge ni text',
  'providers.part_unsupported': '{param}: {provider} no admet el tipus "{type}"',
  'providers.rate_limited':
    '{provider} està limitant les peticions (estat 429); torna-ho a provar més tard{detail}',
  'providers.redirects':
    '{provider} redirigeix a un altre URL (estat {status}); corregeix-ne l’URL base{detail}',
  'providers.reported': '{provider} ha informat: {detail}',
  'providers.status': '{provider} ha retornat l’estat {status}{detail}',
  'providers.unavailable': '{provider} no està disponible temporalment (estat {status}){detail}',
  'providers.vectors_mismatch': '{provider} ha enviat {count} vectors per a {texts} textos',
  'providers.web_page': '{provider} ha retornat una pàgina web. Revisa’n l’URL base.',

  'org_settings.describe_needs_text': 'Posa primer un nom o un prompt del sistema a l’assistent',
  'org_settings.embeddings_required': 'No s’ha triat cap model d’embeddings',
  'org_settings.fast_model':
    'El model ràpid «{model}» no és un dels models de {provider}. Es fa servir el model per defecte.',
  'org_settings.import_too_large': 'El fitxer és massa gran (límit: 5 MB)',
  'org_settings.import_not_text': 'El fitxer no és text UTF-8. Desa’l com a JSON o CSV.',
  'org_settings.kb_key_elsewhere': 'La clau desada és d’un altre URL. Escriu la clau d’aquest.',
  'org_settings.kb_key_rejected': 'El servidor respon, però rebutja la clau',
  'org_settings.kb_status': 'El servidor ha retornat l’estat {status}',
  'org_settings.kb_works': 'El servidor de bases de coneixement respon',
  'org_settings.key_removed':
    'S’ha tret la clau d’API de {provider} perquè n’ha canviat l’URL base. Torna-la a escriure.',
  'org_settings.model_works': 'El model respon',
  'org_settings.models_found': '{count} models',
  'org_settings.moodle_functions': 'Afegeix {functions} al servei del token a Moodle',
  'org_settings.moodle_timeout': 'Moodle no ha respost en {seconds} segons',
  'org_settings.moodle_token_required':
    'Escriu el token d’aquest Moodle. Un token desat només es fa servir amb l’URL amb què es va desar.',
  'org_settings.moodle_url_required': 'Escriu primer l’URL del teu Moodle',
  'org_settings.moodle_works': 'Moodle respon i accepta el token',
  'org_settings.no_response': 'Sense resposta en {seconds} segons',
  'org_settings.provider_incomplete': 'La configuració està incompleta',
  'org_settings.provider_internal': 'La comprovació ha fallat al servidor. El registre en té els detalls.',
  'org_settings.provider_not_set_up': 'Aquest proveïdor no està configurat',
  'org_settings.transcription_required': 'No s’ha triat cap model de transcripció',
  'org_settings.reranker_required': 'No s’ha triat cap reordenador',
  'org_settings.reranker_works': 'El reordenador respon',
  'org_settings.reranker_wrong':
    'El reordenador respon, però ha ordenat malament un text de prova. Comprova que sigui un model de reordenació.',
  'org_settings.rubric_too_large': 'El fitxer de la rúbrica és massa gran (límit: {limit} KiB)',
  'org_settings.search_provider': 'El proveïdor «{name}» no té models per a això. Tria’n un de {providers}.',
  'org_settings.signup_key_required': 'Si el registre està activat, cal una clau de registre',
  'org_settings.small_fast_model':
    'El model petit i ràpid «{model}» no és un dels models de {provider}. Es fa servir el model per defecte.',
  'org_settings.tool_use_model':
    'El model per cridar eines «{model}» no és un dels models de {provider}. Es fa servir el model per defecte.',
  'kb_server.file_required': 'El formulari no té cap fitxer',
  'kb_server.params_not_json': 'plugin_params no és JSON vàlid',
  'kb_server.params_not_object': 'plugin_params ha de ser un objecte JSON',
  'kb_server.query_required': 'query_text és buit. Escriu una pregunta.',
  'kb_server.apikey_required':
    'Introdueix una clau d’API per al model d’embeddings (embeddings_model.apikey)',
  'kb_server.status_invalid': 'status ha de ser deleted, cancelled, pending o l’estat actual',
  'kb_server.visibility_invalid': 'visibility ha de ser private o public',
  'kb_server.urls_required': 'urls és buit',
  'providers.only_function_choice': '{provider} només permet triar una funció',
  'providers.only_function_tools': '{provider} només admet eines de tipus "function"',
  'providers.param_unsupported': '{provider} no admet aquest paràmetre',
} satisfies Partial<Record<MessageCode, string>>
