import type { MessageCode } from '@bellwether/wire'

export const imports = {
  'imports.account_deleted': 'El compte es va eliminar aquí després de la importació.',
  'imports.account_exists': 'Ja hi ha aquí un compte amb aquest correu electrònic.',
  'imports.account_exists_choose':
    'Ja hi ha aquí un compte amb aquest correu electrònic. Tria si es fa servir o s’omet.',
  'imports.account_linked':
    'Fa servir el compte existent. La contrasenya, els rols i la configuració es queden com estan.',
  'imports.account_not_imported': 'El compte no s’ha importat.',
  'imports.activities_without_key':
    'Activitats LTI: {count}. La seva clau és a l’entorn de LAMB (.env), que no s’importa. Defineix LTI_GLOBAL_SECRET com a LAMB, o LTI_SECRET si LAMB només té aquesta. Fins llavors, un LMS no les pot obrir.',
  'imports.activity_link_invalid': 'L’identificador del seu enllaç falta o és massa llarg.',
  'imports.activity_link_twice': 'Ja s’ha importat una activitat amb el mateix enllaç.',
  'imports.activity_not_imported': 'L’activitat no s’ha importat.',
  'imports.activity_type_unknown':
    'El seu tipus a LAMB, «{type}», no existeix aquí. És una activitat de xat, sense la configuració, els lliuraments ni les qualificacions d’aquell tipus.',
  'imports.address_invalid': 'S’ha omès una adreça no vàlida ({setting}).',
  'imports.address_private':
    '{address} és una adreça privada. Un administrador del sistema l’ha de tornar a desar; o bé, importa confiant en adreces privades.',
  'imports.admin_dropped':
    'Era administrador del sistema fora de l’organització del sistema. Aquí hi han de pertànyer, de manera que ha perdut aquest rol.',
  'imports.admin_kept': 'És administrador del sistema, igual que a LAMB.',
  'imports.admin_not_linked':
    'Els administradors del sistema inicien la sessió aquí: un LMS no pot obrir els seus comptes.',
  'imports.answer_cut': 'La resposta s’ha tallat als {limit} caràcters.',
  'imports.assistant_exists_choose':
    'Ja hi ha aquí un assistent amb aquest identificador. Tria si aquest s’omet o rep un identificador nou.',
  'imports.assistant_id_taken': 'El seu identificador ja es fa servir aquí.',
  'imports.assistant_id_twice': 'Un altre assistent té el mateix identificador.',
  'imports.assistant_new_id':
    'Té un identificador nou, perquè el seu ja es fa servir aquí o no és vàlid. Canvia els enllaços i noms de model que el fan servir.',
  'imports.assistant_not_imported': 'L’assistent no s’ha importat.',
  'imports.assistant_of_owner': 'Ara pertany a l’organització del seu propietari, tal com el tractava LAMB.',
  'imports.assistant_or_person_not_imported': 'L’assistent o la persona no s’ha importat.',
  'imports.assistant_owner_is_student': 'El seu propietari té un compte d’estudiant i no el pot editar.',
  'imports.assistants_missing':
    'Assistents seus que no s’han importat o són d’una altra organització: {count}.',
  'imports.chat_assistant_not_imported':
    'El seu assistent no s’ha importat, o és una conversa amb un altre model.',
  'imports.chat_unreadable': 'No es pot llegir.',
  'imports.chats_readable':
    'Converses d’estudiants que els docents poden llegir, perquè els estudiants ho van acceptar a LAMB: {readable}. Converses que continuen sent privades: {private}.',
  'imports.connector_unknown':
    'El connector «{name}» no existeix aquí i s’ha canviat a openai. Revisa’n el model.',
  'imports.criteria_unreadable': 'No se’n poden llegir els criteris.',
  'imports.deleted_here': 'Es va eliminar aquí després de la importació i no es torna a importar.',
  'imports.deleted_in_lamb': 'Es va eliminar a LAMB.',
  'imports.document_owner': 'El propietari de la base de coneixement no pot afegir documents.',
  'imports.document_read_again': 'Es torna a llegir des de {address}.',
  'imports.document_rebuilt': 'Falta l’original. Se’n fa servir el text.',
  'imports.educator_not_imported': 'El seu docent no s’ha importat.',
  'imports.email_invalid': 'El correu electrònic no és vàlid.',
  'imports.email_missing': 'Sense correu electrònic, la persona ha de tornar a vincular el compte.',
  'imports.email_twice': 'L’usuari {id} té el mateix correu electrònic.',
  'imports.environment_missing':
    'Assistents publicats: {count}. Sense definir aquí, però sí a l’entorn de LAMB (.env), que no s’importa: {settings}. Sense LTI_SECRET, un LMS no pot obrir enllaços a assistents concrets; sense LAMB_BEARER_TOKEN, Open WebUI no els pot fer servir.',
  'imports.file_exists': 'Ja hi ha aquí un fitxer amb aquest nom.',
  'imports.file_missing': 'En falta el fitxer.',
  'imports.file_name_invalid': 'El nom no és vàlid aquí.',
  'imports.file_not_image': 'No és una imatge.',
  'imports.file_not_text': 'Només s’importen textos ({types}).',
  'imports.file_not_yet':
    'El fitxer {path} encara no és aquí. Torna a importar amb els fitxers de LAMB, o puja’l.',
  'imports.file_removed': 'El fitxer {path} no s’ha importat i s’ha tret.',
  'imports.file_unreadable': 'No es pot llegir, és un enllaç o és massa gran.',
  'imports.id_invalid': 'L’identificador no és vàlid.',
  'imports.id_not_a_number': 'L’identificador no és un número.',
  'imports.images_not_described': 'Aquí cap model descriu imatges, de manera que les seves no es descriuen.',
  'imports.knowledge_bases_removed': 'S’han tret les bases de coneixement que no s’han importat: {ids}.',
  'imports.knowledge_server_removed':
    'S’ha tret el servidor de bases de coneixement de la configuració: ara les bases de coneixement es desen aquí.',
  'imports.knowledge_store':
    'Aquí no hi ha magatzems de coneixement. Crea una base de coneixement amb els seus documents.',
  'imports.knowledge_stores_removed': 'Els magatzems de coneixement {ids} no es poden importar i s’han tret.',
  'imports.knowledge_without_documents':
    'Les bases de coneixement encara no tenen documents. Importa també la carpeta o l’adreça del servidor de bases de coneixement per afegir-los.',
  'imports.lamb_name_changed':
    'El seu nom ja s’utilitza aquí o no és vàlid, de manera que els clients de LAMB el coneixen com a {name}.',
  'imports.libraries_without_files':
    'Els fitxers de les biblioteques no són a la base de dades de LAMB. Importa amb --library-data per afegir-los.',
  'imports.library_files_needed':
    'El seu fitxer no és a la base de dades de LAMB. Torna a importar amb --library-data.',
  'imports.library_is_knowledge_base': 'Aquí és una base de coneixement.',
  'imports.library_not_imported': 'La biblioteca no s’ha importat.',
  'imports.library_text_is_file': 'El seu element d’una biblioteca és ara el fitxer {path}.',
  'imports.library_text_not_yet':
    'El fitxer {path} encara no és aquí. Torna a importar amb --library-data, o puja’l.',
  'imports.listed_twice': 'És dues vegades a la llista.',
  'imports.lms_id_invalid': 'L’identificador a l’LMS falta o és massa llarg.',
  'imports.lms_id_missing': 'Falta l’identificador a l’LMS.',
  'imports.lms_id_twice':
    'Un altre compte té el mateix id a l’LMS i s’ha fet servir després. És el que s’obre.',
  'imports.lti_id_taken':
    'Un altre compte de l’organització té el mateix identificador LTI, de manera que aquest no en té cap.',
  'imports.lti_key_invalid': 'La clau o el secret és buit o massa llarg.',
  'imports.lti_key_of_installation': 'Aquesta instal·lació ja té una clau per a activitats, que es conserva.',
  'imports.lti_key_of_organization': 'L’organització ja té una clau aquí.',
  'imports.lti_key_of_other': 'Una altra organització té aquesta clau.',
  'imports.messages_left_out': 'Missatges que s’han omès, com els d’altres branques: {count}.',
  'imports.model_permission':
    'Aquí no hi ha permisos per persona i model. Les organitzacions trien els models que ofereixen.',
  'imports.moved_to_system': 'No tenia organització i ara és a l’organització del sistema.',
  'imports.no_counterpart': 'No s’ha importat, perquè aquí no té equivalent: {objects} ({count}).',
  'imports.not_saved': 'No s’ha pogut desar: {reason}',
  'imports.nul_removed':
    'El caràcter U+0000 no es pot desar i s’ha tret de textos de la taula {table} ({count}): {ids}.',
  'imports.old_collection':
    'LAMB ja no feia servir aquesta llista. Les bases de coneixement venen de --kb-data o --kb.',
  'imports.organization_exists': 'Ja hi ha aquí una organització amb l’identificador {slug}.',
  'imports.organization_exists_choose':
    'Ja hi ha aquí una organització amb l’identificador {slug}. Tria si es fa servir o s’omet.',
  'imports.organization_is_system': '{slug} és l’organització del sistema aquí.',
  'imports.organization_linked':
    'Els membres passen a l’organització existent {slug}, la configuració de la qual es queda com està.',
  'imports.organization_not_imported': 'L’organització no s’ha importat.',
  'imports.organization_settings_unreadable':
    'No se n’ha pogut llegir la configuració. Comença sense proveïdors de models.',
  'imports.organization_slug_changed':
    'L’identificador «{slug}» no és vàlid aquí i s’ha canviat a {newSlug}.',
  'imports.organization_status_unknown': 'El seu estat és desconegut, de manera que està suspesa.',
  'imports.owner_not_imported': 'El seu propietari no s’ha importat.',
  'imports.owner_with_email_not_imported': 'El seu propietari {email} no s’ha importat.',
  'imports.password_missing': 'No té cap contrasenya utilitzable. Envia-li un enllaç per crear-ne una.',
  'imports.passwords_in_webui':
    'Algunes contrasenyes són a la base de dades d’Open WebUI. Importa-la també per conservar-les.',
  'imports.person_in_other_organization': 'La persona no és a l’organització de l’assistent.',
  'imports.person_not_imported': 'El compte al qual pertany no s’ha importat.',
  'imports.price_invalid': 'El preu no és vàlid.',
  'imports.prompt_processor_unknown':
    'El processador de prompts «{name}» no existeix aquí i s’ha canviat a simple_augment.',
  'imports.prompt_too_long': 'El prompt té més de {limit} caràcters.',
  'imports.provider_missing':
    '{organization} no té el proveïdor de models «{provider}». Configura’l perquè els seus assistents puguin respondre ({count}).',
  'imports.publication_name_taken': 'No està publicat: el nom de consumidor LTI {name} ja es fa servir aquí.',
  'imports.quota_from_alerts': 'El seu límit de cost de {limit} USD ve de les alertes de quota de LAMB.',
  'imports.rag_processor_unknown':
    'El processador RAG «{name}» no existeix aquí. L’assistent respon sense material.',
  'imports.renamed': 'El seu nom ja s’utilitza aquí o no és vàlid. Ara és {name}.',
  'imports.role_dropped':
    'Tenia el rol {role} en una altra organització, o un de desconegut aquí. S’ha tret.',
  'imports.rubric_new_id':
    'Té un identificador nou, perquè el seu ja es fa servir aquí. Els assistents fan servir el nou.',
  'imports.rubric_removed': 'La rúbrica {id} no s’ha importat i s’ha tret.',
  'imports.session_without_assistant': 'El seu assistent no s’ha importat, de manera que no pertany a cap.',
  'imports.setting_removed': 'S’ha tret {setting}: no es pot importar.',
  'imports.settings_not_json':
    'La configuració no és JSON vàlid. Com a LAMB, no respon fins que es torni a desar.',
  'imports.settings_too_large': 'La configuració és massa gran.',
  'imports.sign_up_closed':
    'La clau de registre es fa servir en un altre lloc o no és vàlida aquí. El registre s’ha tancat.',
  'imports.sign_up_open': 'El registre continua obert i crea docents, com a LAMB.',
  'imports.static_without_users':
    'La carpeta de fitxers i imatges no conté carpetes d’usuaris. Ha de ser static/public de LAMB.',
  'imports.step_assistants': 'Assistents',
  'imports.step_chats': 'Converses',
  'imports.step_documents': 'Documents',
  'imports.step_files': 'Fitxers',
  'imports.step_lti_students': 'Estudiants d’LTI',
  'imports.step_student_chats': 'Converses d’estudiants',
  'imports.step_usage': 'Ús',
  'imports.step_users': 'Usuaris',
  'imports.student_chats_in_webui':
    'Les converses dels estudiants són a la base de dades d’Open WebUI. Importa-la també per conservar-les.',
  'imports.system_settings_kept':
    'L’organització del sistema ja té aquí els seus propis proveïdors de models, de manera que la configuració no s’ha reemplaçat.',
  'imports.table_damaged': 'La taula {table} està malmesa. Algunes de les seves files no s’han importat.',
  'imports.test_invalid': 'El darrer missatge no és una pregunta, o és massa llarga.',
  'imports.test_result_not_imported': 'El seu resultat de prova no s’ha importat.',
  'imports.test_without_verdict': 'No té veredicte.',
  'imports.text_too_long': '{column} té més de {limit} caràcters.',
  'imports.too_many_prices': 'Hi ha més de {limit} preus.',
  'imports.too_many_tests': 'L’assistent té més de {limit} proves.',
  'imports.tool': 'Eina {number}: {problem}',
  'imports.top_k_changed': 'El seu nombre de passatges no és vàlid i s’ha canviat a {number}.',
  'imports.usage_left_out': 'S’ha omès l’ús d’assistents que no s’han importat.',
  'imports.user_name_missing': 'Falta el nom d’usuari.',

  'imports.user_settings_unreadable': 'La seva configuració no es pot llegir. Comença amb la predeterminada.',
  'parts.import_audit_entries': 'entrades d’auditoria',
  'parts.import_bulk_records': 'registres d’importacions massives',
  'parts.import_database_error': 'error de la base de dades {code}',
  'parts.import_store_items': 'elements de magatzems de coneixement',
  'parts.import_unknown_database_error': 'error de la base de dades',
} satisfies Partial<Record<MessageCode, string>>
