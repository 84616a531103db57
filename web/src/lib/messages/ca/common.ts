import type { MessageCode } from '@bellwether/wire'

export const common = {
  'common.internal':
    'Alguna cosa ha anat malament al servidor. El registre del servidor té els detalls amb aquest identificador de petició.',
  'common.invalid_token': 'La sessió no és vàlida o ha caducat',
  'common.nested_too_deeply': 'La petició té massa nivells imbricats',
  'common.number_out_of_range': 'Un nombre de la petició és massa gran',
  'common.shutting_down': 'El servidor s’està aturant',

  'not_found.activity': 'No s’ha trobat l’activitat',
  'not_found.platform': 'No s’ha trobat la plataforma',
  'not_found.api_key': 'No s’ha trobat la clau d’API',
  'not_found.approval': 'No s’ha trobat l’aprovació',
  'not_found.assistant': 'No s’ha trobat l’assistent',
  'not_found.attachment': 'No s’ha trobat el document',
  'not_found.budget': 'No s’ha trobat el pressupost',
  'not_found.chat': 'No s’ha trobat la conversa',
  'not_found.checkpoint': 'No s’ha trobat el punt de control',
  'not_found.course': 'No s’ha trobat el curs',
  'not_found.dialog': 'No s’ha trobat el diàleg',
  'not_found.document': 'No s’ha trobat el document',
  'not_found.edit': 'No s’ha trobat el canvi',
  'not_found.evaluation': 'No s’ha trobat l’avaluació',
  'not_found.file': 'No s’ha trobat el fitxer',
  'not_found.grading': 'No s’ha trobat la qualificació',
  'not_found.folder': 'No s’ha trobat la carpeta',
  'not_found.import': 'No s’ha trobat la importació',
  'not_found.invitation': 'No s’ha trobat la invitació',
  'not_found.job': 'No s’ha trobat la tasca de fons',
  'not_found.knowledge_base': 'No s’ha trobat la base de coneixement',
  'not_found.link': 'No s’ha trobat l’enllaç',
  'not_found.mcp_server': 'No s’ha trobat el servidor MCP',
  'not_found.member': 'No s’ha trobat el membre',
  'not_found.memory': 'No s’ha trobat el record',
  'not_found.message': 'No s’ha trobat el missatge',
  'not_found.model': 'No s’ha trobat el model',
  'not_found.organization': 'No s’ha trobat l’organització',
  'not_found.page': 'No s’ha trobat la pàgina',
  'not_found.picture': 'No s’ha trobat la imatge',
  'not_found.prompt': 'No s’ha trobat el prompt',
  'not_found.question': 'No s’ha trobat la pregunta',
  'not_found.resource': 'No s’ha trobat el recurs',
  'not_found.rubric': 'No s’ha trobat la rúbrica',
  'not_found.secret': 'No s’ha trobat el secret',
  'not_found.sign_in_provider': 'No s’ha trobat el proveïdor d’inici de sessió',
  'not_found.template': 'No s’ha trobat la plantilla',
  'not_found.tool': 'No s’ha trobat l’eina',
  'not_found.tool_result': 'No s’ha trobat el resultat de l’eina',
  'not_found.trace': 'No s’ha trobat la traça',
  'not_found.user': 'No s’ha trobat l’usuari',
  'not_found.version': 'No s’ha trobat la versió',
  'not_found.work': 'No s’ha trobat el treball',
  'not_found.workspace': 'No s’ha trobat l’espai de treball',

  'requests.account_cannot_build':
    'El teu compte només permet conversar. Demana un compte de docent a l’administrador de la teva organització.',
  'requests.content_type_not_json': 'Envia el cos en JSON (Content-Type: application/json)',
  'requests.cross_site': 'Aquesta petició ha de venir d’una pàgina d’aquest lloc',
  'requests.empty_body': 'El cos de la petició és buit. Envia JSON.',
  'requests.field_too_long': 'El camp «{field}» és massa llarg (límit: {limit} bytes)',
  'requests.form_unreadable':
    'No s’ha pogut llegir el formulari. Envia’l com a multipart/form-data o application/x-www-form-urlencoded.',
  'requests.idempotency_key_in_progress':
    'La primera petició amb aquesta Idempotency-Key encara està en curs. Si no acaba, comprova què s’ha creat i fes servir una clau nova.',
  'requests.idempotency_key_invalid':
    'Idempotency-Key ha de tenir d’1 a 200 caràcters ASCII imprimibles, sense espais',
  'requests.idempotency_key_reused':
    'Aquesta Idempotency-Key ja s’ha fet servir en una altra petició. Fes servir una clau nova.',
  'requests.incomplete_body': 'La petició s’ha tallat abans d’arribar completa',
  'requests.insufficient_permissions': 'No tens prou permisos per a aquest objecte ({kind})',
  'requests.invalid_input': 'Dades no vàlides',
  'requests.invalid_json': 'El cos de la petició no és JSON vàlid',
  'requests.key_limited_to_assistants':
    'Aquesta clau d’API només serveix per conversar amb els seus assistents',
  'requests.missing_file': 'Tria un fitxer per a aquest camp',
  'requests.multipart_required': 'Envia el formulari com a multipart/form-data',
  'requests.not_authenticated': 'No has iniciat la sessió',
  'requests.not_found': 'No s’ha trobat',
  'requests.nul_character': 'El text no pot contenir el caràcter nul (U+0000)',
  'requests.organization_admin_required': 'Només un administrador de l’organització pot fer això',
  'requests.session_required': 'Les claus d’API no serveixen per a això. Inicia la sessió.',
  'requests.system_admin_required': 'Només un administrador del sistema pot fer això',
  'requests.system_key_only_completions':
    'La clau del sistema només serveix per demanar respostes. Inicia la sessió amb un compte.',
  'requests.too_large': 'La petició és massa gran (límit: {limit} KiB)',
  'requests.too_many_attempts': 'Massa intents fallits. Torna-ho a provar més tard.',
  'requests.too_many_form_fields': 'El formulari té massa camps i fitxers (límit: {limit})',
  'requests.unknown_field': 'Camp desconegut',

  'server.database_busy': 'La base de dades està ocupada. Torna-ho a provar d’aquí a un moment.',
  'server.database_disk_full':
    'No s’ha desat res perquè el disc és ple. Encara pots llegir; es podrà desar quan hi hagi espai.',
  'server.database_io': 'Ara mateix no es pot llegir ni escriure a la base de dades',
  'server.database_restarting': 'La base de dades s’està reiniciant. Comprova si el teu canvi s’ha desat.',
  'server.database_unreachable':
    'Ara mateix no es pot accedir a la base de dades. Torna-ho a provar d’aquí a un moment.',
  'server.disk_full': 'El disc del servidor és ple. No s’ha desat res.',
  'server.files_moved':
    'Els fitxers d’aquesta instal·lació s’han traslladat a un altre magatzem. Cal reiniciar aquest servidor.',
  'server.storage_unavailable':
    'El servidor no pot accedir al seu magatzem de fitxers. Torna-ho a provar d’aquí a un moment.',
  'server.import_not_kb':
    'L’arxiu no té la base de dades del servidor de bases de coneixement de LAMB (lamb-kb-server.db)',
  'server.import_not_lamb': 'El fitxer no és una base de dades de LAMB',
  'server.import_not_webui': 'El fitxer no és una base de dades d’Open WebUI',
  'server.import_not_zip': 'No es pot llegir l’arxiu. Envia un zip sense contrasenya.',
  'server.import_zip_too_large':
    'L’arxiu és massa gran. Importa la carpeta amb npm run import-lamb al servidor.',
  'server.import_running': 'Ja hi ha una importació en curs. Espera que acabi.',
  'server.key_busy':
    'Aquesta clau d’API ja té {limit} respostes en curs. Torna-ho a provar quan n’acabi una.',
  'server.overloaded': 'El servidor té massa peticions obertes. Torna-ho a provar d’aquí a un moment.',
  'server.person_busy': 'Ja tens {limit} respostes en curs. Espera que n’acabi una.',
  'server.report_too_slow': 'L’informe triga massa. Tria menys dies.',
  'server.secret_unreadable':
    'Un secret desat no es pot desxifrar amb aquesta clau de xifratge. Torna a escriure el secret o restaura la clau.',
  'server.setup_code_wrong':
    'El codi de configuració no és correcte. Copia’l del registre d’arrencada del servidor.',
  'server.setup_done': 'Ja hi ha un compte d’administrador. Inicia la sessió.',
  'server.shutting_down': 'El servidor s’està aturant. Torna-ho a provar d’aquí a un moment.',
  'server.too_many_reports': 'Hi ha massa informes en marxa. Torna-ho a provar d’aquí a un moment.',
} satisfies Partial<Record<MessageCode, string>>
