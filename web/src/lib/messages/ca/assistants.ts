import type { MessageCode } from '@bellwether/wire'

export const assistants = {
  'assistants.changed_meanwhile':
    'Aquest assistent ha canviat mentrestant (ara és la versió {version}). Torna’l a carregar abans de desar.',
  'creation.already_decided':
    'Aquesta proposta ja s’ha acceptat, rebutjat o substituït. Torna a carregar la conversa.',
  'creation.busy': 'Encara s’està responent l’últim missatge. Espera que acabi la resposta.',
  'creation.name_required': 'El nou assistent necessita un nom abans de desar-se',
  'creation.no_model':
    'La teva organització encara no té cap model que et pugui ajudar a crear. Comença amb una plantilla o demana a un administrador que afegeixi un proveïdor.',
  'creation.no_tools_model':
    'El model per defecte de la teva organització no pot fer servir eines, així que no et pot ajudar a crear. Comença amb una plantilla o demana a un administrador que triï un altre model per defecte.',
  'creation.not_available': 'La proposta fa servir una cosa que no tens disponible: {reason}',
  'creation.nothing_changes': 'La proposta no canvia res: aquests valors ja estan establerts',
  'creation.outdated':
    'L’assistent ha canviat des d’aquesta proposta. Les diferències s’han actualitzat: revisa-les i accepta de nou.',
  'creation.session_full':
    'Aquesta conversa és massa llarga (límit: {limit} missatges). Comença’n una de nova.',
  'creation.starters_budget':
    'El teu pressupost no permet fer servir un model ara. Aquestes preguntes surten dels títols i les definicions del material.',
  'creation.starters_failed':
    'No s’ha pogut fer servir el model. Aquestes preguntes surten dels títols i les definicions del material.',
  'creation.starters_no_model':
    'La teva organització encara no té cap model. Aquestes preguntes surten dels títols i les definicions del material.',
  'creation.unknown_skill': 'No existeix l’habilitat «{skill}». Disponibles: {skills}',
  'assistants.import_invalid': 'Aquest assistent no es pot importar: {reason}',
  'assistants.incomplete': 'Aquest assistent encara no es pot publicar. {reason}',
  'assistants.list_all_forbidden':
    'Només un administrador de l’organització en pot veure tots els assistents',
  'assistants.metadata_incomplete':
    'Les metadades de l’assistent estan incompletes. Hi falten aquests camps obligatoris: {fields}',
  'assistants.metadata_not_json': 'Les metadades de l’assistent han de ser un objecte JSON en forma de text',
  'assistants.metadata_unreadable': 'No es poden llegir les metadades de l’assistent',
  'assistants.name_published':
    'Ja hi ha un altre assistent publicat amb el nom «{name}». Canvia el nom d’aquest i publica’l després.',
  'assistants.name_required': 'L’assistent necessita un nom',
  'assistants.name_taken': 'Aquest propietari ja té un assistent anomenat «{name}». Tria un altre nom.',
  'assistants.picture_too_large': 'La imatge és massa gran (límit: {limit} KiB i {side} × {side} píxels)',
  'assistants.picture_type': 'La imatge ha de ser un fitxer PNG, JPEG o WebP',

  'sharing.allowed': 'Pots compartir assistents',
  'sharing.disabled':
    'No pots compartir perquè està desactivat per a tu o per a la teva organització. Consulta-ho a un administrador de l’organització.',
  'sharing.disabled_for_object': 'L’opció de compartir no està activada en aquesta organització',
  'sharing.disabled_for_organization': 'L’opció de compartir no està activada a la teva organització',
  'sharing.disabled_for_you': 'No tens permís per compartir assistents',
  'sharing.forbidden': 'No tens permís per compartir',

  'templates.builtin_read_only':
    'Les plantilles incloses no es poden canviar. Desa’n una còpia per a la teva organització.',
  'templates.name_taken': 'Ja tens una plantilla anomenada «{name}»',
  'templates.name_taken_in_organization':
    'La teva organització ja té una plantilla anomenada «{name}». Tria un altre nom.',
  'templates.too_many': 'Massa plantilles (límit: {limit} per organització). Elimina’n una primer.',
  'templates.tool_invalid': 'L’eina {number} no té tipus. Exemple: {example}',

  'tool_secrets.too_many': 'Massa secrets (límit: {limit}). Elimina’n un primer.',

  'settings.already_multi_tool': 'Aquest assistent ja és multieina',
  'settings.asks_itself': 'tools/{index}: un assistent no es pot fer servir a si mateix com a eina',
  'settings.cannot_convert': 'Aquest assistent no es pot convertir: {reason}',
  'settings.choose_assistant': '{tool}: tria un assistent. Mentrestant, l’eina s’omet.',
  'settings.choose_file': '{tool}: tria un fitxer. Mentrestant, l’eina s’omet.',
  'settings.choose_knowledge_base': '{tool}: tria una base de coneixement. Mentrestant, l’eina s’omet.',
  'settings.choose_rubric': '{tool}: tria una rúbrica. Mentrestant, l’eina s’omet.',
  'settings.choose_workspace': '{tool}: tria un espai de treball. Mentrestant, l’eina s’omet.',
  'settings.circular_tools': 'Aquestes eines depenen les unes de les altres: {placeholders}',
  'settings.empty_knowledge_base':
    'La base de coneixement encara no té documents, així que l’assistent no té d’on respondre. Afegeix-hi documents.',
  'settings.empty_template':
    'La plantilla del prompt és buida i el model no veurà el resultat de les eines. Afegeix-hi {question} i {placeholders}.',
  'settings.field_invalid': '{path}: {problem}',
  'settings.file_missing': 'No s’ha trobat {path} entre els fitxers del propietari. Puja’l primer.',
  'settings.file_of_owner': 'Només el propietari de l’assistent hi pot afegir un fitxer',
  'settings.ignored': '{path}: {problem}. Aquesta configuració s’ha ignorat.',
  'settings.is_tool_of_many':
    '{count} assistents fan servir aquest com a eina. Ara ell mateix fa servir altres assistents, i per això es deneguen les seves crides.',
  'settings.is_tool_of_one':
    '1 assistent fa servir aquest com a eina. Ara ell mateix fa servir altres assistents, i per això es deneguen les crides.',
  'settings.max_iterations_invalid': 'max_tool_iterations: escriu un nombre enter de l’1 al 20',
  'settings.missing_assistant': 'El propietari no té accés a l’assistent {id}. Mentrestant, l’eina s’omet.',
  'settings.missing_file': 'El propietari no té accés al fitxer {path}. Mentrestant, l’eina s’omet.',
  'settings.missing_knowledge_base':
    'El propietari no té accés a la base de coneixement {ids}. Mentrestant, l’eina s’omet.',
  'settings.missing_mcp_tool': 'L’eina MCP {name} no està disponible. Mentrestant, s’omet.',
  'settings.missing_rubric': 'El propietari no té accés a la rúbrica {id}. Mentrestant, l’eina s’omet.',
  'settings.missing_workspace': 'El propietari no té accés a l’espai de treball. Mentrestant, l’eina s’omet.',
  'settings.model_not_found':
    '{provider} no mostra cap model «{model}» a la seva llista. Comprova el nom; si és incorrecte, l’assistent no podrà respondre.',
  'settings.model_unlisted':
    'La teva organització no ofereix «{model}» amb {provider}. L’assistent no podrà respondre fins que triïs un altre model.',
  'settings.model_without_pictures':
    '«{model}» està marcat com a incapaç de llegir imatges. Tria un altre model o desactiva les imatges.',
  'settings.model_without_tools':
    '«{model}» està marcat com a incapaç de cridar eines, de manera que potser no s’executaran mai. Tria un altre model.',
  'settings.multi_tool_off':
    'Els assistents multieina estan desactivats a {organization}. Un administrador de l’organització els pot activar a la configuració.',
  'settings.nested_assistants':
    'tools/{index}: els assistents que fan servir eines no es poden fer servir com a eina',
  'settings.no_connector':
    'Aquest servidor no té el connector «{name}». L’assistent no podrà respondre fins que en triïs un altre.',
  'settings.no_prompt_processor':
    'Aquest servidor no té el processador de prompts «{name}». L’assistent no podrà respondre fins que en triïs un altre.',
  'settings.no_provider':
    'La teva organització no té connectat {provider}. L’assistent no podrà respondre fins que un administrador el connecti o triïs un altre proveïdor.',
  'settings.no_rag_processor':
    'Aquest servidor no té el processador RAG «{name}». L’assistent no podrà respondre fins que s’instal·li o en triïs un altre.',
  'settings.no_tool':
    'Aquest servidor no té l’eina «{name}». Continua a la llista, però s’omet fins que s’instal·li.',
  'settings.placeholder_invalid':
    'tools/{index}/placeholder: fes servir minúscules, xifres i _, com ara {example}',
  'settings.placeholder_is_question':
    'tools/{index}/placeholder: {placeholder} representa la pregunta. Tria un altre nom.',
  'settings.placeholder_missing':
    'La plantilla del prompt no conté {placeholder} i el model no veurà el resultat de «{tool}». Afegeix {placeholder} a la plantilla o desactiva l’eina.',
  'settings.placeholder_reserved':
    'tools/{index}/placeholder: {placeholder} està reservat. Tria un altre nom.',
  'settings.placeholder_taken':
    'Dues eines omplen {placeholder}. Posa un altre marcador a una de les dues, com ara {example}.',
  'settings.placeholder_unfilled':
    'Cap eina activa no omple {placeholder} i per això es treu del prompt. Activa o afegeix una eina amb aquest marcador, o treu-lo de la plantilla.',
  'settings.question_missing': 'La plantilla del prompt no inclou la pregunta de l’estudiant.',
  'settings.setting_required': '{tool}: falta {field}. Mentrestant, l’eina s’omet.',
  'settings.students_no_changes':
    'Els estudiants no la poden fer servir: {tool} modifica alguna cosa. Permet-ho a «Permet que altres persones facin servir eines que modifiquen alguna cosa».',
  'settings.students_no_workspace':
    'Els estudiants no la poden fer servir: l’espai de treball no està compartit amb cap estudiant. Comparteix-l’hi.',
  'settings.students_no_writing':
    'Els estudiants no la poden fer servir: {tool} modifica fitxers i cap estudiant no pot escriure a l’espai de treball. Comparteix-lo amb permís d’escriptura.',
  'settings.too_deep': 'La configuració té massa nivells imbricats (límit: {limit})',
  'settings.too_many_tools': 'Massa eines: {count} (límit: {limit} per assistent)',
  'settings.tool_incomplete': '{tool}: {problem}. L’eina s’omet fins que es corregeixi.',
  'settings.tool_model_invalid': 'tool_model: escriu el nom d’un model o "fast"',
  'settings.tool_model_unlisted':
    'La teva organització no ofereix «{model}» amb {provider}. Les eines les tria el mateix model de l’assistent.',
  'settings.tool_not_callable': 'tools/{index}: {tool} no es pot fer servir a petició',
  'settings.tool_not_injectable': 'tools/{index}: {tool} no es pot fer servir en el prompt',
  'settings.tool_once': 'tools/{index}: {tool} només es pot afegir una vegada',
  'settings.tool_timeout_invalid': '{field}: escriu els mil·lisegons com un nombre enter de 1000 a 120000',
  'tests.budget_degraded':
    'Un pressupost està gairebé exhaurit, així que respondria un model més barat. Les proves no s’han executat, perquè els resultats no es podrien comparar.',
  'tests.changed':
    'L’assistent o les proves han canviat des de l’última execució. Torna a executar les proves.',
  'tests.failed': 'Proves fallides: {count}. Corregeix l’assistent o publica’l igualment i indica per què.',
  'tests.message_required': 'Calen missatges',
  'tests.none': 'Encara no hi ha proves. Afegeix-ne una primer.',
  'tests.not_run': 'Cal superar les proves abans de publicar aquest assistent. Executa-les primer.',
  'tests.required': 'Aquest assistent necessita proves superades abans de publicar-se. Afegeix-ne primer.',
  'tests.running': 'Les proves d’aquest assistent ja s’estan executant. Espera que acabin o cancel·la-les.',
  'tests.schedule_failed':
    'L’execució ha acabat per un error inesperat. La propera es farà com estava previst.',
  'tests.schedule_interrupted':
    'L’execució s’ha interromput diverses vegades. La propera es farà com estava previst.',
  'tests.schedule_no_access':
    'Les execucions automàtiques s’han desactivat perquè qui les va configurar ja no pot editar aquest assistent.',
  'tests.schedule_no_account':
    'Les execucions automàtiques s’han desactivat perquè el compte de qui les va configurar ja no està actiu.',
  'tests.title_required': 'Cal un títol',
  'tests.too_many': 'Massa proves (límit: {limit} per assistent). Elimina’n algunes primer.',
  'tests.unreviewed':
    'Algunes proves no tenen comprovacions i encara ningú n’ha valorat les respostes. Valora-les, o publica l’assistent igualment i indica per què.',
} satisfies Partial<Record<MessageCode, string>>
