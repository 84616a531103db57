import type { MessageCode } from '@bellwether/wire'

export const chats = {
  'attachments.busy': 'Encara s’està llegint un altre document. Torna-ho a provar quan acabi.',
  'attachments.not_allowed': 'No pots adjuntar documents a les converses amb aquest assistent',
  'attachments.too_large': 'El fitxer és massa gran (límit: {limit} MB)',
  'attachments.too_many': 'Massa documents (límit: {limit} per conversa). Treu-ne un abans.',
  'chats.access_denied': 'No tens accés a aquest assistent',
  'chats.feedback_on_answers': 'Només es poden valorar les respostes',
  'chats.folder_name_taken': 'Ja tens una carpeta anomenada «{name}»',
  'chats.too_many_folders': 'Tens {limit} carpetes, el màxim possible. Elimina’n una abans.',
  'chats.hide_questions': 'Només es poden amagar preguntes. Les respostes s’amaguen amb elles.',

  'activity.date_invalid': 'Data no vàlida: {value}. Fes servir una data com 2026-11-16.',
  'activity.period_invalid': 'Període no vàlid. Fes servir day, week o month.',
  'activity.chats_for_owner':
    'Només el propietari de l’assistent pot llegir-ne les converses. Els administradors poden veure’n les estadístiques.',
  'activity.course_small':
    'Tria un curs amb almenys {limit} estudiants amb compte. Els grups més petits no es poden mostrar de manera anònima.',
  'activity.course_unnamed':
    'Menys de {limit} estudiants d’aquest curs amaguen el nom, de manera que aquí no serien anònims. Tria un altre curs.',
  'activity.off': 'La teva organització no mostra les converses als docents',
  'activity.titles_unusable':
    'Els títols del model no es poden fer servir. Torna-ho a provar o tria un altre model per defecte.',
  'activity.foreign_knowledge_base': 'Tria una base de coneixement que faci servir aquest assistent',

  'memories.person_required':
    'Aquesta clau actua en nom d’altres persones. Indica la persona a la capçalera x-openwebui-user-email.',

  'traces.before_invalid': 'Valor no vàlid a «before». Fes servir l’identificador d’una traça.',

  'approvals.already_decided': 'Aquesta aprovació ja està decidida',
  'approvals.expired': 'Aquesta aprovació ha caducat',
  'approvals.input_only_with_approval': 'Els arguments només es poden enviar en aprovar',
  'approvals.input_too_long': 'Els arguments són massa llargs perquè els revisi una persona',

  'answers.assistant_required': 'Indica l’assistent a l’URL, com ara ?assistant=12',
  'answers.access_denied': 'No tens accés a aquest assistent',
  'answers.interrupted': 'El servidor que escrivia aquesta resposta s’ha aturat. Torna a preguntar.',
  'answers.calls_itself':
    'Un assistent no pot cridar assistents del mateix servidor a través de l’API. Fes servir l’eina «Un altre assistent».',
  'answers.field_invalid': '{path}: {problem}',
  'answers.input_invalid': 'input/{path}: {problem}',
  'answers.invalid': 'Petició no vàlida',
  'answers.after_not_a_model':
    'Fes servir el last_id de la pàgina anterior com a after, per exemple lamb_assistant.12',
  'answers.model_not_found': 'No s’ha trobat el model {model}',
  'answers.nested_assistants': 'Els assistents que fan servir eines no es poden cridar com a eina',
  'answers.one_choice': 'n: els assistents que criden eines donen una sola resposta per petició',
  'answers.param_invalid': '{param}: {problem}',
  'answers.prompt_hidden': 'Per veure què rep el model necessites accés als prompts d’aquest assistent',
  'answers.request_too_long':
    'Aquesta conversa és massa llarga: amb els documents, més de {limit} milions de caràcters. Escurça el missatge o comença una conversa nova.',
  'prompts.repeats':
    'El prompt tindria més de {limit} milions de caràcters, perquè {placeholder} apareix {times} vegades en una plantilla. Fes-lo servir només un cop.',
  'prompts.too_long':
    'El prompt tindria més de {limit} milions de caràcters. Escurça la plantilla o fes que les eines retornin menys text.',
  'answers.too_many_choices': '{param}: aquest assistent en dona com a màxim {limit} per petició',
  'answers.too_slow': 'La resposta ha trigat més de {seconds} segons',
  'answers.unknown_tool_choice': 'tool_choice: «{name}» no és una de les eines',

  'agents.api_key_required': 'Envia una clau d’API: a l’URL, com a token bearer o a x-api-key',
  'agents.bearer_required': 'Envia una clau d’API o un token com a token bearer',
  'agents.busy': 'Ja hi ha una resposta en curs en aquest diàleg. Atura-la o espera que acabi.',
  'agents.checkpoint_gone':
    'Aquest punt de control ja no existeix perquè s’ha esborrat l’historial antic. No s’ha canviat res. Tria’n un de posterior o restableix l’última aprovació.',
  'agents.message_required': 'Escriu un missatge',
  'agents.message_too_long': 'El missatge és massa llarg (límit: {limit} caràcters)',
  'agents.no_workspace':
    'Aquest diàleg no té fitxers. Tria abans un espai de treball per a les eines d’aquest assistent.',
  'agents.system_key': 'La clau del sistema no pertany a cap usuari. Fes servir la clau d’API d’un usuari.',
  'mcp.argument_invalid': '{path}: {problem}',
  'mcp.no_argument': 'No s’ha trobat l’argument {name}',
  'mcp.no_page': 'Cursor no vàlid',
  'mcp.query_encoding': 'query: fes servir la codificació d’URL',
  'mcp.query_required': 'query: escriu una pregunta',
  'mcp.query_too_long': 'query: massa llarg (límit: {limit} caràcters)',
  'mcp.search_not_watchable': 'Les cerques no es poden observar. Observa la base de coneixement.',
  'mcp.session_required': 'Per observar cal una sessió. Envia Mcp-Session-Id.',
  'mcp.text_required': 'Envia la pregunta a {name}',
  'mcp.too_many_requests': 'Massa peticions en curs (límit: {limit})',
  'mcp.too_many_watched': 'Massa recursos observats (límit: {limit} per sessió)',

  'statuses.answer_limit': 'Ja no es criden més eines: s’ha arribat al límit d’una resposta',
  'statuses.approval': '{tool} espera la teva aprovació',
  'statuses.knowledge_base_unavailable': 'La base de coneixement {id} no està disponible',
  'statuses.merging': 'S’estan combinant els resultats de les eines',
  'statuses.model_fallback': '{model} ha fallat. Es fa servir {fallback} en lloc seu.',
  'statuses.round_limit': 'Ja no es criden més eines després de {rounds} rondes',
  'statuses.round_limit_one': 'Ja no es criden més eines després d’1 ronda',
  'statuses.tool_call': 'S’està cridant {tool}...',
  'statuses.tool_complete': '{tool}: completat',
  'statuses.tool_denied': '{tool}: denegat',
  'statuses.tool_failed': '{tool}: ha fallat',
  'reasons.approval_expired': 'no s’ha aprovat a temps',
  'reasons.approval_rejected': 's’ha rebutjat',
  'reasons.approval_rejected_because': 's’ha rebutjat: {reason}',
  'reasons.approved_input_invalid': 'els arguments aprovats no són vàlids',
  'reasons.assistant_not_found': 'no s’ha trobat l’assistent {id}',
  'reasons.changes_not_allowed': 'modifica alguna cosa, i això només ho pot fer el propietari de l’assistent',
  'reasons.cycle': 'depèn d’una eina que al seu torn en depèn',
  'reasons.failed': 'ha fallat',
  'reasons.filled_settings_invalid': 'la seva configuració no era vàlida després d’omplir els marcadors',
  'reasons.forbidden': 'no està permesa',
  'reasons.forbidden_by_organization': 'l’organització no permet aquesta eina',
  'reasons.function_limit': 's’ha arribat al límit de {limit} funcions',
  'reasons.function_name_invalid': 'no té un nom de funció vàlid',
  'reasons.not_installed': 'no està instal·lada',
  'reasons.not_offered': 'no s’ha ofert al model: {reason}',
  'reasons.objects_from_tool':
    'només la seva configuració, i no una altra eina, pot triar els objectes que llegeix',
  'reasons.only_in_prompt': 'només es pot fer servir en el prompt',
  'reasons.only_on_call': 'només es pot fer servir a petició',
  'reasons.settings_invalid': 'la seva configuració no és vàlida',
  'reasons.target_not_found':
    'no s’ha trobat el que fa servir ({objects}), o el propietari de l’assistent no hi té accés',
  'reasons.targets_unknown': 'no s’ha pogut determinar què fa servir',
  'reasons.timeout': 'ha trigat massa',
  'answer_notes.model_failed': 'El model {model} ha fallat; ha respost {fallback}',
  'answer_notes.model_not_offered': 'L’organització no ofereix el model «{wanted}»; s’ha fet servir {model}',
  'answer_notes.params_not_sent': 'Paràmetres que no s’han enviat al proveïdor: {params}',
  'outcomes.cancelled': 'La resposta ha acabat abans',
  'outcomes.denied': 'No permès',
  'outcomes.failed': 'Sense resultat',
  'outcomes.skipped': 'No s’ha executat',
  'outcomes.timeout': 'Temps esgotat',
} satisfies Partial<Record<MessageCode, string>>
