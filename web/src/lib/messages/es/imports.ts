import type { MessageCode } from '@bellwether/wire'

export const imports = {
  'imports.account_deleted': 'La cuenta se eliminó aquí después de la importación.',
  'imports.account_exists': 'Ya existe aquí una cuenta con este correo electrónico.',
  'imports.account_exists_choose':
    'Ya existe aquí una cuenta con este correo electrónico. Elige si se usa o se omite.',
  'imports.account_linked':
    'Usa la cuenta existente. La contraseña, los roles y los ajustes se quedan como están.',
  'imports.account_not_imported': 'La cuenta no se ha importado.',
  'imports.activities_without_key':
    'Actividades LTI: {count}. Su clave está en el entorno de LAMB (.env), que no se importa. Define LTI_GLOBAL_SECRET como en LAMB, o LTI_SECRET si LAMB solo tiene esa. Hasta entonces, un LMS no puede abrirlas.',
  'imports.activity_link_invalid': 'El identificador de su enlace falta o es demasiado largo.',
  'imports.activity_link_twice': 'Ya se ha importado una actividad con el mismo enlace.',
  'imports.activity_not_imported': 'La actividad no se ha importado.',
  'imports.activity_type_unknown':
    'Su tipo en LAMB, «{type}», no existe aquí. Es una actividad de chat, sin los ajustes, las entregas ni las calificaciones de ese tipo.',
  'imports.address_invalid': 'Se ha omitido una dirección no válida ({setting}).',
  'imports.address_private':
    '{address} es una dirección privada. Un administrador del sistema tiene que guardarla de nuevo; o bien, importa confiando en direcciones privadas.',
  'imports.admin_dropped':
    'Era administrador del sistema fuera de la organización del sistema. Aquí tienen que pertenecer a ella, así que ha perdido ese rol.',
  'imports.admin_kept': 'Es administrador del sistema, igual que en LAMB.',
  'imports.admin_not_linked':
    'Los administradores del sistema inician sesión aquí: un LMS no puede abrir sus cuentas.',
  'imports.answer_cut': 'Su respuesta se ha cortado a los {limit} caracteres.',
  'imports.assistant_exists_choose':
    'Ya existe aquí un asistente con este identificador. Elige si este se omite o recibe un identificador nuevo.',
  'imports.assistant_id_taken': 'Su identificador ya está en uso aquí.',
  'imports.assistant_id_twice': 'Otro asistente tiene el mismo identificador.',
  'imports.assistant_new_id':
    'Tiene un identificador nuevo, porque el suyo ya está en uso aquí o no es válido. Cambia los enlaces y nombres de modelo que lo usan.',
  'imports.assistant_not_imported': 'El asistente no se ha importado.',
  'imports.assistant_of_owner': 'Ahora pertenece a la organización de su propietario, como lo trataba LAMB.',
  'imports.assistant_or_person_not_imported': 'El asistente o la persona no se ha importado.',
  'imports.assistant_owner_is_student': 'Su propietario tiene una cuenta de estudiante y no puede editarlo.',
  'imports.assistants_missing':
    'Asistentes suyos que no se han importado o son de otra organización: {count}.',
  'imports.chat_assistant_not_imported':
    'Su asistente no se ha importado, o es una conversación con otro modelo.',
  'imports.chat_unreadable': 'No se puede leer.',
  'imports.chats_readable':
    'Conversaciones de estudiantes que los docentes pueden leer, porque los estudiantes lo aceptaron en LAMB: {readable}. Conversaciones que siguen siendo privadas: {private}.',
  'imports.connector_unknown':
    'El conector «{name}» no existe aquí y se ha cambiado a openai. Revisa el modelo.',
  'imports.criteria_unreadable': 'No se pueden leer sus criterios.',
  'imports.deleted_here': 'Se eliminó aquí después de la importación y no se importa de nuevo.',
  'imports.deleted_in_lamb': 'Se eliminó en LAMB.',
  'imports.document_owner': 'El propietario de la base de conocimiento no puede añadir documentos.',
  'imports.document_read_again': 'Se lee de nuevo desde {address}.',
  'imports.document_rebuilt': 'Falta el original. Se usa su texto.',
  'imports.educator_not_imported': 'Su docente no se ha importado.',
  'imports.email_invalid': 'El correo electrónico no es válido.',
  'imports.email_missing': 'Sin correo electrónico, la persona tiene que vincular la cuenta de nuevo.',
  'imports.email_twice': 'El usuario {id} tiene el mismo correo electrónico.',
  'imports.environment_missing':
    'Asistentes publicados: {count}. Sin definir aquí, pero sí en el entorno de LAMB (.env), que no se importa: {settings}. Sin LTI_SECRET, un LMS no puede abrir enlaces a asistentes concretos; sin LAMB_BEARER_TOKEN, Open WebUI no puede usarlos.',
  'imports.file_exists': 'Ya existe aquí un archivo con este nombre.',
  'imports.file_missing': 'Falta su archivo.',
  'imports.file_name_invalid': 'Su nombre no es válido aquí.',
  'imports.file_not_image': 'No es una imagen.',
  'imports.file_not_text': 'Solo se importan textos ({types}).',
  'imports.file_not_yet':
    'El archivo {path} todavía no está aquí. Importa de nuevo con los archivos de LAMB, o súbelo.',
  'imports.file_removed': 'El archivo {path} no se ha importado y se ha quitado.',
  'imports.file_unreadable': 'No se puede leer, es un enlace o es demasiado grande.',
  'imports.id_invalid': 'El identificador no es válido.',
  'imports.id_not_a_number': 'El identificador no es un número.',
  'imports.images_not_described': 'Aquí ningún modelo describe imágenes, así que las suyas no se describen.',
  'imports.knowledge_bases_removed':
    'Se han quitado las bases de conocimiento que no se han importado: {ids}.',
  'imports.knowledge_server_removed':
    'Se ha quitado el servidor de bases de conocimiento de sus ajustes: ahora las bases de conocimiento se guardan aquí.',
  'imports.knowledge_store':
    'Aquí no hay almacenes de conocimiento. Crea una base de conocimiento con sus documentos.',
  'imports.knowledge_stores_removed':
    'Los almacenes de conocimiento {ids} no se pueden importar y se han quitado.',
  'imports.knowledge_without_documents':
    'Las bases de conocimiento aún no tienen documentos. Importa también la carpeta o la dirección del servidor de bases de conocimiento para añadirlos.',
  'imports.lamb_name_changed':
    'Su nombre ya está en uso aquí o no es válido, así que los clientes de LAMB lo conocen como {name}.',
  'imports.libraries_without_files':
    'Los archivos de las bibliotecas no están en la base de datos de LAMB. Importa con --library-data para añadirlos.',
  'imports.library_files_needed':
    'Su archivo no está en la base de datos de LAMB. Importa de nuevo con --library-data.',
  'imports.library_is_knowledge_base': 'Aquí es una base de conocimiento.',
  'imports.library_not_imported': 'La biblioteca no se ha importado.',
  'imports.library_text_is_file': 'Su elemento de una biblioteca es ahora el archivo {path}.',
  'imports.library_text_not_yet':
    'El archivo {path} aún no está aquí. Importa otra vez con --library-data, o súbelo.',
  'imports.listed_twice': 'Está dos veces en la lista.',
  'imports.lms_id_invalid': 'El identificador en el LMS falta o es demasiado largo.',
  'imports.lms_id_missing': 'Falta el identificador en el LMS.',
  'imports.lms_id_twice': 'Otra cuenta tiene el mismo id en el LMS y se usó después. Es la que se abre.',
  'imports.lti_id_taken':
    'Otra cuenta de la organización tiene el mismo identificador LTI, así que esta no tiene ninguno.',
  'imports.lti_key_invalid': 'La clave o su secreto está vacío o es demasiado largo.',
  'imports.lti_key_of_installation': 'Esta instalación ya tiene una clave para actividades, que se conserva.',
  'imports.lti_key_of_organization': 'La organización ya tiene una clave aquí.',
  'imports.lti_key_of_other': 'Otra organización tiene esta clave.',
  'imports.messages_left_out': 'Mensajes que se han omitido, como los de otras ramas: {count}.',
  'imports.model_permission':
    'Aquí no hay permisos por persona y modelo. Las organizaciones eligen los modelos que ofrecen.',
  'imports.moved_to_system': 'No tenía organización y ahora está en la organización del sistema.',
  'imports.no_counterpart': 'No se ha importado, porque aquí no tiene equivalente: {objects} ({count}).',
  'imports.not_saved': 'No se ha podido guardar: {reason}',
  'imports.nul_removed':
    'El carácter U+0000 no se puede guardar y se ha quitado de textos de la tabla {table} ({count}): {ids}.',
  'imports.old_collection':
    'LAMB ya no usaba esta lista. Las bases de conocimiento vienen de --kb-data o --kb.',
  'imports.organization_exists': 'Ya existe aquí una organización con el identificador {slug}.',
  'imports.organization_exists_choose':
    'Ya existe aquí una organización con el identificador {slug}. Elige si se usa o se omite.',
  'imports.organization_is_system': '{slug} es la organización del sistema aquí.',
  'imports.organization_linked':
    'Sus miembros pasan a la organización existente {slug}, cuyos ajustes se quedan como están.',
  'imports.organization_not_imported': 'La organización no se ha importado.',
  'imports.organization_settings_unreadable':
    'No se han podido leer sus ajustes. Empieza sin proveedores de modelos.',
  'imports.organization_slug_changed':
    'El identificador «{slug}» no es válido aquí y se ha cambiado a {newSlug}.',
  'imports.organization_status_unknown': 'Su estado es desconocido, así que está suspendida.',
  'imports.owner_not_imported': 'Su propietario no se ha importado.',
  'imports.owner_with_email_not_imported': 'Su propietario {email} no se ha importado.',
  'imports.password_missing': 'No tiene una contraseña utilizable. Envíale un enlace para crear una.',
  'imports.passwords_in_webui':
    'Algunas contraseñas están en la base de datos de Open WebUI. Impórtala también para conservarlas.',
  'imports.person_in_other_organization': 'La persona no está en la organización del asistente.',
  'imports.person_not_imported': 'La cuenta a la que pertenece no se ha importado.',
  'imports.price_invalid': 'El precio no es válido.',
  'imports.prompt_processor_unknown':
    'El procesador de prompts «{name}» no existe aquí y se ha cambiado a simple_augment.',
  'imports.prompt_too_long': 'Su prompt tiene más de {limit} caracteres.',
  'imports.provider_missing':
    '{organization} no tiene el proveedor de modelos «{provider}». Configúralo para que sus asistentes puedan responder ({count}).',
  'imports.publication_name_taken':
    'No está publicado: el nombre de consumidor LTI {name} ya está en uso aquí.',
  'imports.quota_from_alerts': 'Su límite de coste de {limit} USD viene de las alertas de cuota de LAMB.',
  'imports.rag_processor_unknown':
    'El procesador RAG «{name}» no existe aquí. El asistente responde sin material.',
  'imports.renamed': 'Su nombre ya está en uso aquí o no es válido. Ahora es {name}.',
  'imports.role_dropped': 'Tenía el rol {role} en otra organización, o uno desconocido aquí. Se ha quitado.',
  'imports.rubric_new_id':
    'Tiene un identificador nuevo, porque el suyo ya está en uso aquí. Los asistentes usan el nuevo.',
  'imports.rubric_removed': 'La rúbrica {id} no se ha importado y se ha quitado.',
  'imports.session_without_assistant': 'Su asistente no se ha importado, así que no pertenece a ninguno.',
  'imports.setting_removed': 'Se ha quitado {setting}: no se puede importar.',
  'imports.settings_not_json':
    'Sus ajustes no son JSON válido. Como en LAMB, no responde hasta que se guarde de nuevo.',
  'imports.settings_too_large': 'Sus ajustes son demasiado grandes.',
  'imports.sign_up_closed':
    'Su clave de registro se usa en otro sitio o no es válida aquí. El registro se ha cerrado.',
  'imports.sign_up_open': 'El registro sigue abierto y crea docentes, como en LAMB.',
  'imports.static_without_users':
    'La carpeta de archivos e imágenes no contiene carpetas de usuarios. Debe ser static/public de LAMB.',
  'imports.step_assistants': 'Asistentes',
  'imports.step_chats': 'Conversaciones',
  'imports.step_documents': 'Documentos',
  'imports.step_files': 'Archivos',
  'imports.step_lti_students': 'Estudiantes de LTI',
  'imports.step_student_chats': 'Conversaciones de estudiantes',
  'imports.step_usage': 'Uso',
  'imports.step_users': 'Usuarios',
  'imports.student_chats_in_webui':
    'Las conversaciones de los estudiantes están en la base de datos de Open WebUI. Impórtala también para conservarlas.',
  'imports.system_settings_kept':
    'La organización del sistema ya tiene aquí sus propios proveedores de modelos, así que sus ajustes no se han reemplazado.',
  'imports.table_damaged': 'La tabla {table} está dañada. Algunas de sus filas no se han importado.',
  'imports.test_invalid': 'Su último mensaje no es una pregunta, o es demasiado larga.',
  'imports.test_result_not_imported': 'Su resultado de prueba no se ha importado.',
  'imports.test_without_verdict': 'No tiene veredicto.',
  'imports.text_too_long': '{column} tiene más de {limit} caracteres.',
  'imports.too_many_prices': 'Hay más de {limit} precios.',
  'imports.too_many_tests': 'El asistente tiene más de {limit} pruebas.',
  'imports.tool': 'Herramienta {number}: {problem}',
  'imports.top_k_changed': 'Su número de pasajes no es válido y se ha cambiado a {number}.',
  'imports.usage_left_out': 'Se ha omitido el uso de asistentes que no se han importado.',
  'imports.user_name_missing': 'Falta el nombre de usuario.',

  'imports.user_settings_unreadable': 'Sus ajustes no se pueden leer. Empieza con los predeterminados.',
  'parts.import_audit_entries': 'entradas de auditoría',
  'parts.import_bulk_records': 'registros de importaciones masivas',
  'parts.import_database_error': 'error de la base de datos {code}',
  'parts.import_store_items': 'elementos de almacenes de conocimiento',
  'parts.import_unknown_database_error': 'error de la base de datos',
} satisfies Partial<Record<MessageCode, string>>
