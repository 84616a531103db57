import type { MessageCode } from '@bellwether/wire'

export const knowledge = {
  'knowledge.already_processing': 'Aquest document ja s’està processant. Espera que acabi o cancel·la’l.',
  'knowledge.cancel_not_running':
    'Només es pot cancel·lar un document que està en espera o que s’està processant',
  'knowledge.citation_outdated':
    'El document ha canviat des que es va citar. Torna a preguntar per veure’n el contingut actual.',
  'knowledge.file_empty': 'El fitxer «{name}» és buit',
  'knowledge.file_gone': 'El fitxer ja s’havia eliminat',
  'knowledge.file_required': 'El formulari no conté cap fitxer. Envia’l al camp «files».',
  'knowledge.file_too_large':
    'El fitxer «{name}» és massa gran (límit: {limit} MB). Divideix-lo i puja’n les parts.',
  'knowledge.in_use_by_colleagues':
    'Hi ha assistents de col·legues que fan servir aquesta base de coneixement i hi perdrien l’accés: {assistants}. Repeteix la petició amb force per deixar de compartir-la igualment.',
  'knowledge.name_taken': 'Ja tens una base de coneixement anomenada «{name}»',
  'knowledge.no_image_model': 'No hi ha cap model disponible per descriure imatges',
  'knowledge.no_transcription_model':
    'L’àudio i el vídeo necessiten un model de transcripció. Demana a un administrador de l’organització que en triï un (Organització > Coneixement) o puja subtítols (.vtt, .srt).',
  'knowledge.not_from_web': 'Aquest fitxer es va pujar i no es pot tornar a obtenir. Torna’l a pujar.',
  'knowledge.passage_order': 'Un passatge ha de començar abans d’acabar, com ara 1200-1950',
  'knowledge.passage_too_long': 'El passatge és massa llarg (límit: {limit} caràcters)',
  'knowledge.plugin_needs_file': '«{plugin}» llegeix un fitxer pujat. Puja’n un o tria url_ingest.',
  'knowledge.plugin_needs_url': '«{plugin}» llegeix una pàgina web. Tria un plugin que llegeixi fitxers.',
  'knowledge.plugin_not_found': 'No s’ha trobat el plugin «{plugin}». Disponibles: {plugins}',
  'knowledge.plugin_other_source': '«{plugin}» és per a altres fonts. Disponibles: {plugins}',
  'knowledge.plugin_params_invalid': 'Configuració no vàlida: {reason}',
  'knowledge.retry_not_allowed':
    'Només es pot tornar a processar un document que ha fallat o s’ha cancel·lat',
  'knowledge.storage_full':
    'Les teves bases de coneixement no tenen més espai. Elimina alguns fitxers primer.',
  'knowledge.too_many': 'Massa bases de coneixement (límit: {limit}). Elimina’n alguna primer.',
  'knowledge.too_many_files': 'Massa fitxers (límit: {limit} per persona). Elimina’n alguns primer.',
  'knowledge.too_many_files_at_once': 'Massa fitxers (límit: {limit} per pujada)',
  'knowledge.replace_from_web':
    'Aquest document és del web i no es pot substituir per un fitxer. Torna’l a baixar.',
  'knowledge.replace_name_taken':
    'Aquesta base de coneixement ja té un fitxer anomenat «{name}». Canvia el nom de la versió nova o substitueix aquell fitxer.',
  'knowledge.replace_one_file': 'Tria un fitxer com a versió nova',
  'knowledge.replace_zip': 'Un fitxer zip no pot substituir un fitxer. Puja’l per afegir-ne el contingut.',
  'knowledge.too_many_tags': '«{name}» tindria més de {limit} etiquetes',
  'knowledge.zip_download_too_large':
    'Aquests fitxers són massa grans per a un zip (límit: {limit} GB). Selecciona’n menys.',
  'knowledge.zip_no_originals': 'Cap d’aquests documents no té fitxer original: són del web',
  'knowledge.vectors_inconsistent':
    'El proveïdor ha retornat vectors de dimensions diferents per a un mateix document',
  'knowledge.zip_damaged_file': 'Malmès dins del fitxer comprimit',
  'knowledge.zip_required': 'Tria un fitxer zip',
  'knowledge.zip_empty': 'Aquest fitxer comprimit no conté cap fitxer',
  'knowledge.zip_encrypted_file':
    'Protegit amb contrasenya. Descomprimeix-lo al teu ordinador i puja el fitxer.',
  'knowledge.zip_expands_too_much':
    'Aquest fitxer comprimit ocupa molt més en descomprimir-se i s’ha rebutjat. Si és material real, divideix-lo en uns quants.',
  'knowledge.zip_link': 'Un enllaç, no un fitxer',
  'knowledge.zip_nested': 'Un fitxer comprimit dins d’un altre. Descomprimeix-lo i puja els seus fitxers.',
  'knowledge.zip_password':
    'Aquest arxiu està protegit amb contrasenya. Descomprimeix-lo al teu ordinador i puja’n els fitxers.',
  'knowledge.zip_too_many_files':
    'Aquest fitxer comprimit conté {count} fitxers (límit: {limit}). Divideix-lo i puja les parts.',
  'knowledge.zip_unreadable':
    'No es pot afegir cap fitxer d’aquest fitxer comprimit: estan protegits amb contrasenya, malmesos, o són enllaços o altres fitxers comprimits.',
  'knowledge.zip_unsafe_name': 'El nom d’aquest fitxer apunta fora del fitxer comprimit',

  'evaluations.already_running': 'Ja tens una avaluació en curs. Espera que acabi.',
  'evaluations.csv_columns':
    'La primera línia del fitxer CSV ha de tenir els noms de les columnes: {columns}',
  'evaluations.duplicate_question': 'Aquesta pregunta ja està desada',
  'evaluations.import_failed': 'No s’ha importat res. Errors: {count}. Primer error: {reason}',
  'evaluations.import_no_questions': 'El fitxer no conté preguntes',
  'evaluations.import_not_json': 'El fitxer no és JSON vàlid',
  'evaluations.import_not_utf8': 'El fitxer no és text UTF-8. Desa’l com a JSON o com a CSV (UTF-8).',
  'evaluations.import_shape': 'El fitxer ha de contenir {example}',
  'evaluations.import_too_large': 'El fitxer és massa gran (límit: {limit} MB)',
  'evaluations.import_too_many': 'Massa preguntes: {count} (límit: {limit} per importació)',
  'evaluations.no_questions': 'Encara no hi ha preguntes. Afegeix-ne algunes primer.',
  'evaluations.took_too_long':
    'L’avaluació ha trigat més de {seconds} segons i no s’ha desat. Prova amb menys preguntes o sense comparació.',
  'evaluations.too_many_questions':
    'Massa preguntes: {count} (límit: {limit} per base de coneixement). Elimina’n algunes primer.',

  'files.extension': 'Aquí només es poden pujar fitxers {extensions}',
  'files.handed_over': 'Un fitxer amb aquest nom s’acaba de traspassar a un col·lega. Torna-ho a provar.',
  'files.image_type': 'La imatge ha de ser un fitxer PNG, JPEG, WebP o GIF',
  'files.name_required': 'El fitxer no té nom',
  'files.name_too_long': 'El nom del fitxer és massa llarg (límit: {limit} caràcters)',
  'files.not_utf8': 'El fitxer no és text UTF-8 sense format. Desa’l com a UTF-8 i torna’l a pujar.',
  'files.path_invalid': 'Camí de fitxer no vàlid',
  'files.storage_full':
    'El teu emmagatzematge és ple: {used} en ús (límit: {limit}). Elimina alguns fitxers primer.',
  'files.too_large': 'El fitxer és massa gran (límit: {limit})',
  'files.too_large_to_send': 'Aquest fitxer és massa gran per baixar-lo',
  'files.too_many': 'Massa fitxers (límit: {limit} per persona). Elimina’n alguns primer.',

  'grading.accept_changed': 'La qualificació ha canviat des que la vas veure. Revisa-la de nou.',
  'grading.accept_incomplete': 'Tria un nivell per a cada criteri abans d’acceptar la qualificació',
  'grading.account_unavailable': 'El compte que va iniciar aquesta qualificació ja no es pot fer servir',
  'grading.already_started':
    'Els treballs d’un calibratge no es poden canviar un cop el model els ha qualificat',
  'grading.file_or_text': 'Tria un fitxer o enganxa un text',
  'grading.hand_grades_locked':
    'Les teves qualificacions no es poden canviar un cop el model ha qualificat, perquè la comparació sigui justa',
  'grading.hand_grades_missing': 'Qualifica primer a mà com a mínim un treball',
  'grading.interrupted':
    'El servidor s’ha aturat diverses vegades mentre qualificava aquest treball. Torna-ho a provar.',
  'grading.limit_used_up':
    'Aquesta qualificació ja ha costat {spent} {currency}. Tria un límit més alt per continuar.',
  'grading.no_text': 'No s’ha trobat text en aquest fitxer',
  'grading.no_usable_answer':
    'El model no ha donat cap qualificació utilitzable, ni tan sols en tornar-li a preguntar. Torna-ho a provar o tria un altre model.',
  'grading.no_works': 'No hi ha treballs per qualificar. Afegeix-ne alguns primer.',
  'grading.not_for_batch': 'Només els treballs d’un calibratge es qualifiquen primer a mà',
  'grading.not_for_calibration':
    'Les qualificacions d’un calibratge no es poden acceptar: només serveixen per mesurar la rúbrica',
  'grading.price_unknown':
    'El model {model} no té preu, així que no es pot comprovar un límit de cost. Comença sense límit o demana a un administrador que afegeixi el preu.',
  'grading.provider_failed':
    'El model no ha respost. Torna-ho a provar més tard. Si continua fallant, avisa l’administrador de la teva organització.',
  'grading.running': 'Els treballs s’estan qualificant. Espera que acabi o cancel·la.',
  'grading.text_too_long': 'Aquest treball és massa llarg (límit: {limit} caràcters)',
  'grading.too_many': 'Massa qualificacions amb aquesta rúbrica (límit: {limit}). Elimina’n algunes primer.',
  'grading.too_many_works': 'Massa treballs (límit: {limit} per qualificació)',
  'grading.unexpected': 'No s’ha pogut qualificar aquest treball per un error inesperat. Torna-ho a provar.',
  'grading.unknown_criterion': 'La rúbrica no té el criteri «{criterion}»',
  'grading.unknown_level': 'El criteri «{criterion}» no té el nivell «{level}»',

  'rubrics.column_name':
    'Estructura de rúbrica no vàlida: la columna {column} de la taula necessita un nom com ara «Bé (3)» (nivell i puntuació)',
  'rubrics.criteria_not_json': 'Els criteris no són JSON vàlid',
  'rubrics.invalid': 'Estructura de rúbrica no vàlida: {reason}',
  'rubrics.invalid_json': 'Estructura de rúbrica no vàlida: el fitxer no és JSON vàlid',
  'rubrics.no_criteria_heading':
    'Estructura de rúbrica no vàlida: el fitxer no té l’encapçalament «{heading}»',
  'rubrics.no_title':
    'Estructura de rúbrica no vàlida: el fitxer no té títol. Comença’l amb «# » i el títol.',
  'rubrics.no_table':
    'No s’ha trobat cap rúbrica. Fes servir una taula amb una fila per criteri i una columna per nivell, com ara «Excel·lent (4)».',
  'rubrics.nothing_to_read': 'Tria un fitxer o enganxa una taula',
  'rubrics.no_text': 'No hi ha cap text per avaluar',
  'rubrics.not_ready':
    'Aquesta rúbrica encara no es pot fer servir. Afegeix-hi criteris, cadascun amb nivells.',
  'rubrics.showcase_forbidden':
    'Només un administrador de l’organització pot canviar les rúbriques recomanades',
  'rubrics.showcase_needs_public': 'Només es pot recomanar una rúbrica compartida',
  'rubrics.too_many': 'Massa rúbriques (límit: {limit} per persona). Elimina’n algunes primer.',
  'evaluations.file_not_found': 'Aquesta base de coneixement no té cap fitxer {id}',
  'evaluations.import_field': 'Fila {row}: {field}: {problem}',
  'evaluations.import_repeated': 'La mateixa pregunta que a la fila {row}',
  'evaluations.import_row': 'Fila {row}: {problem}',
  'rubrics.different_scale':
    '«{name}» té una puntuació màxima de {score}; el total es calcula amb la del primer criteri ({scale})',
  'rubrics.no_level': '«{name}» no té nivell',
  'rubrics.no_usable_proposal':
    'El model no ha retornat cap rúbrica utilitzable, ni tan sols en un segon intent: {problems}',
  'rubrics.quotes_not_found': '«{name}»: s’han omès citacions que no són al text ({count})',
  'rubrics.weights_not_100': 'Els pesos de la rúbrica sumen {sum}, no 100',
  'knowledge.embedding_failed':
    'Alguna cosa ha fallat al servidor en processar els embeddings d’un fitxer. Avisa els administradors d’aquest servidor.',
} satisfies Partial<Record<MessageCode, string>>
