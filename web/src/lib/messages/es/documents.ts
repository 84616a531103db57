import type { MessageCode } from '@bellwether/wire'

export const documents = {
  'documents.blank_pdf':
    'Este PDF no contiene ni texto ni imágenes escaneadas. Sube el documento original, o exporta sus páginas como imágenes y súbelas.',
  'documents.copy_protected':
    'Este libro electrónico está protegido contra copia (DRM) y no se puede leer su texto. Sube una copia sin protección, si puedes tenerla.',
  'documents.corrupt':
    'Este archivo está dañado o incompleto. Ábrelo en el programa con el que se creó, guárdalo de nuevo y sube el archivo nuevo.',
  'documents.empty': 'No se ha encontrado texto en este archivo. Comprueba que es el correcto.',
  'documents.empty_file': 'Este archivo está vacío (0 bytes). Súbelo de nuevo.',
  'documents.expands_too_much':
    'Este archivo ocupa muchísimo más al descomprimirse y se ha rechazado. Si es un documento de verdad, divídelo en archivos más pequeños.',
  'documents.image_too_large':
    'Esta imagen tiene {width} × {height} píxeles (límite: {limit} en total). Redúcela o divídela.',
  'documents.image_unreadable':
    'Esta imagen está dañada o tiene un formato no compatible. Guárdala como PNG o JPEG y súbela de nuevo.',
  'documents.needs_ocr':
    'Este archivo contiene una imagen de texto. Activa el OCR (reconocimiento de texto) y procésalo de nuevo, o sube una versión con texto real.',
  'documents.needs_password':
    'Este archivo está protegido con contraseña. Escríbela y procésalo de nuevo, o sube una copia sin contraseña.',
  'documents.no_text_at_address': 'No se ha encontrado texto en esta URL',
  'documents.nothing_recognized':
    'No se ha reconocido texto en las imágenes de este PDF. Comprueba que los idiomas del OCR coinciden con el documento, o sube un escaneado más nítido.',
  'documents.office_protection':
    'La protección de este archivo de Office no es compatible. Ábrelo en Office, quita la contraseña (Archivo, Información, Proteger) y sube esa copia.',
  'documents.original_missing': 'El archivo subido no está en el servidor. Súbelo de nuevo.',
  'documents.page_too_deep':
    'Esta página tiene demasiados niveles anidados. Guarda su contenido como texto o PDF y súbelo.',
  'documents.json_too_deep':
    'Este archivo JSON tiene demasiados niveles anidados. Simplifícalo y súbelo de nuevo.',
  'documents.recording_too_large':
    'Esta grabación no se puede dividir, y solo se pueden enviar enteras las grabaciones de hasta {limit} MB. Guárdala como MP3 o sube subtítulos (.vtt, .srt).',
  'documents.silent_recording':
    'No se ha encontrado voz en esta grabación. Comprueba que es el archivo correcto.',
  'documents.unsupported_recording':
    'Aquí no se pueden leer audio ni vídeo. Sube una transcripción o subtítulos (.vtt, .srt), o añade la grabación a una base de conocimiento.',
  'documents.site_too_large':
    'Las páginas de este sitio son demasiado grandes (límite: {limit} MB). Reduce el número de páginas o excluye algunas rutas.',
  'documents.too_large': 'Este archivo es demasiado grande (límite: {limit} MB). Divídelo y sube las partes.',
  'documents.too_many_characters':
    'Este archivo tiene demasiado texto (límite: {limit} caracteres). Divídelo y sube las partes.',
  'documents.too_many_parts':
    'Este archivo consta de {count} partes (límite: {limit}). Divídelo en archivos más pequeños.',
  'documents.too_many_pages':
    'Este archivo tiene {count} páginas (límite: {limit}). Divídelo y sube las partes.',
  'documents.too_many_sheets':
    'Este archivo tiene {count} hojas (límite: {limit}). Divídelo y sube las partes.',
  'documents.too_many_slides':
    'Este archivo tiene {count} diapositivas (límite: {limit}). Divídelo y sube las partes.',
  'documents.took_too_long':
    'Procesar este archivo ha tardado más de {seconds} segundos. Divídelo y sube las partes.',
  'documents.unexpected':
    'Algo ha ido mal en el servidor al procesar este archivo. Inténtalo de nuevo. Si sigue fallando, contacta con el operador del servidor.',
  'documents.unsupported_archive':
    'Es un archivo zip o un formato de Office desconocido. Descomprímelo y sube los archivos que contiene.',
  'documents.unsupported_binary_excel':
    'Los archivos binarios de Excel (.xlsb) no son compatibles. Ábrelo en Excel o LibreOffice, guárdalo como .xlsx y súbelo.',
  'documents.unsupported_encrypted_opendocument':
    'Los archivos OpenDocument (.odt, .odp, .ods) protegidos con contraseña no son compatibles. Ábrelo en LibreOffice, guarda una copia sin contraseña (Archivo > Guardar como, desmarca «Guardar con contraseña») y súbela.',
  'documents.unsupported_old_office':
    'Los archivos antiguos de Office (.doc, .ppt, .xls) no son compatibles. Ábrelo en Microsoft Office o LibreOffice, guárdalo como .docx, .pptx o .xlsx y súbelo.',
  'documents.unsupported_outlook':
    'Los mensajes de Outlook (.msg) no son compatibles. Guárdalo como .eml y súbelo.',
  'documents.unsupported_type':
    'Este tipo de archivo no es compatible. Sube un archivo PDF, Word, PowerPoint, Excel, HTML, Markdown, de texto, CSV o JSON.',
  'documents.unknown_kind':
    'Este archivo no se puede leer: está dañado o tiene un formato poco habitual. Guárdalo de nuevo en el programa con el que se creó y sube el archivo nuevo.',
  'documents.reader_ended':
    'El programa que lee los documentos se ha cerrado al leer este archivo. Puede que esté dañado o que necesite demasiada memoria. Inténtalo de nuevo; si sigue fallando, guárdalo otra vez con el programa con el que se creó, o divídelo.',
  'documents.stopped_server':
    'El servidor se ha detenido cada vez que procesaba este archivo. Divídelo en archivos más pequeños y súbelos, o contacta con el operador del servidor.',
  'documents.wrong_extension':
    'Este archivo se llama .{extension}, pero no es {type} o está dañado. Guárdalo de nuevo en el programa con el que se creó y sube el archivo nuevo.',
  'documents.wrong_password': 'La contraseña de este archivo no es correcta. Revísala e inténtalo de nuevo.',
  'documents.image_not_described': 'Si es una imagen de texto, activa el OCR. {reason}',
  'documents.no_text_because': 'No se ha encontrado texto en esta URL. {reason}',

  'web_pages.compressed':
    '{host} ha enviado la página con una compresión no compatible. Guarda la página en un navegador y súbela como archivo.',
  'web_pages.credentials_in_url':
    'La URL contiene un usuario o una contraseña. Quítalos. Si la página exige iniciar sesión, guárdala y súbela como archivo.',
  'web_pages.excluded_by_robots':
    '{host} no permite obtener esta página (robots.txt). Pregunta al propietario del sitio, o guarda la página y súbela como archivo.',
  'web_pages.noindex':
    '{host} no permite recopilar esta página (noindex). Si la necesitas, añade su URL por separado.',
  'web_pages.not_found': 'No se ha encontrado la página en {host} (estado {status}). Revisa la URL.',
  'web_pages.not_a_page':
    'No es la URL de una página web. Cópiala del navegador; empieza por https:// o http://.',
  'web_pages.outside_scope':
    'Esta página redirige a {url}, fuera del sitio elegido. Si la necesitas, añade esa URL por separado.',
  'web_pages.redirect_not_a_page':
    'Esta página redirige a algo que no es una página web. Ábrela en un navegador y copia la URL final.',
  'web_pages.response_unreadable': '{host} ha enviado una respuesta que no se puede leer',
  'web_pages.robots_unavailable':
    'El robots.txt de {host} no está disponible (estado {status}). Inténtalo más tarde.',
  'web_pages.settings_invalid': 'La página no se puede obtener con estos ajustes: {reason}',
  'web_pages.status':
    '{host} ha respondido con el estado {status}. Abre la URL en un navegador y compruébala.',
  'web_pages.status_forbidden':
    '{host} ha denegado el acceso (estado {status}). Guarda la página en un navegador y súbela como archivo.',
  'web_pages.status_server_error': '{host} tiene un problema (estado {status}). Inténtalo más tarde.',
  'web_pages.status_too_many_requests':
    '{host} limita el número de peticiones (estado {status}). Inténtalo más tarde.',
  'web_pages.timed_out':
    '{host} no ha enviado la página en {seconds} s. Inténtalo más tarde, o guarda la página y súbela como archivo.',
  'web_pages.too_large':
    'La página de {host} es demasiado grande (límite: {limit} MB). Descárgala, divídela y sube las partes como archivos.',
  'web_pages.transcript_blocked':
    'YouTube no responde a este servidor en este momento. Inténtalo más tarde, o copia la transcripción en un archivo de texto y súbelo.',
  'web_pages.transcript_chunk_duration': 'La duración de los fragmentos debe estar entre 5 y 3600 segundos',
  'web_pages.transcript_language':
    'Este vídeo no tiene transcripción en {languages}. Idiomas disponibles: {available}.',
  'web_pages.transcript_missing':
    'Este vídeo no tiene transcripción. Elige otro vídeo o sube el texto como archivo.',
  'web_pages.transcript_sign_in':
    'YouTube exige iniciar sesión para este vídeo y no se puede obtener su transcripción. Sube el texto como archivo.',
  'web_pages.unsupported_type':
    '{host} ha enviado «{type}», que no es compatible. Usa la URL de una página web o de un archivo PDF, Word, PowerPoint, Excel, de texto, Markdown, CSV o JSON.',
  'web_pages.url_scheme': 'La URL debe empezar por https:// o http://',
  'web_pages.url_too_long': 'La URL es demasiado larga (límite: {limit} caracteres)',
  'web_pages.video_not_found': 'Este vídeo de YouTube no existe o es privado. Revisa la URL.',
  'web_pages.video_url_invalid':
    'No es la URL de un vídeo de YouTube. Tiene la forma https://www.youtube.com/watch?v=… o https://youtu.be/….',
  'web_pages.failed': 'No se puede descargar la página: {reason}',
  'document_warnings.attachment_damaged': 'Está dañado.',
  'document_warnings.attachment_not_read': 'No se ha leído el adjunto «{name}». {reason}',
  'document_warnings.attachment_over_limit': 'Hay demasiados adjuntos (límite: {limit}).',
  'document_warnings.description_empty': 'El modelo no ha devuelto texto',
  'document_warnings.description_failed': 'Algo ha fallado en el servidor',
  'document_warnings.description_timeout': 'El modelo ha tardado demasiado',
  'document_warnings.cut_off':
    'El archivo termina antes de tiempo, así que puede faltar el final del texto. Si falta, vuelve a subir el archivo.',
  'document_warnings.hidden_sheets':
    'Se han omitido las hojas ocultas: {sheets}. Para incluirlas, muéstralas en Excel o LibreOffice y vuelve a subir el archivo.',
  'document_warnings.images_not_described':
    'Imágenes que el modelo no ha descrito: {missing} de {total}. Se ha conservado su texto alternativo. Para describir las demás, vuelve a subir el archivo. Motivo: {reason}',
  'document_warnings.images_over_limit':
    'El modelo solo ha descrito las primeras {limit} imágenes. Sin describir: {count}. Divide el archivo para que se describan todas.',
  'document_warnings.images_unsupported':
    'Imágenes con un formato o tamaño que los modelos no pueden leer: {count}. Guárdalas en el documento como PNG o JPEG para que se describan.',
  'document_warnings.images_with_text':
    'Páginas con imágenes que pueden contener texto: {pages}. Para leerlas, procesa el archivo de nuevo con «Leer imágenes con OCR».',
  'document_warnings.ocr_doubtful':
    'El OCR no está seguro del texto de estas páginas: {pages}. Revísalo o sube un escaneo más nítido.',
  'document_warnings.ocr_doubtful_image':
    'El OCR no está seguro del texto de esta imagen. Revísalo o sube una imagen más nítida.',
  'document_warnings.page_numbers':
    'Números de página omitidos: {count}. Para conservarlos, procesa el archivo de nuevo con «Conservar encabezados, pies y números de página».',
  'document_warnings.pages_without_text':
    'Páginas sin texto: {pages}. Si son imágenes de texto, activa el OCR y procesa el archivo de nuevo.',
  'document_warnings.pages_without_text_after_ocr':
    'Páginas sin texto: {pages}. El OCR no ha encontrado nada en ellas: lee imágenes escaneadas, pero no el texto dibujado como formas.',
  'document_warnings.part': '{part}: {reason}',
  'document_warnings.repeated_lines':
    'Los encabezados y pies que se repiten se han conservado una sola vez (entre paréntesis: cuántas veces se han omitido): {lines}. Para conservarlos, procesa el archivo de nuevo con «Conservar encabezados, pies y números de página».',
  'document_warnings.site_broken_links':
    'El sitio tiene demasiados enlaces rotos, así que no se ha seguido con el resto. Páginas leídas: {count}. Incluye solo las rutas que necesites.',
  'document_warnings.site_links':
    'El sitio tiene más enlaces de los que se pueden seguir. Páginas leídas: {count}. Incluye solo las rutas que necesites.',
  'document_warnings.site_page_failed': 'No se ha podido obtener la página {url}. {reason}',
  'document_warnings.site_page_limit':
    'El sitio tiene más páginas que el límite. Páginas leídas: {count}. Aumenta el límite o incluye solo las rutas que necesites.',
  'document_warnings.site_pages_failed':
    'Páginas que no se han podido obtener: {count}. La primera es {url}. {reason}',
  'document_warnings.site_timeout':
    'Se ha tardado demasiado en obtener el sitio. Páginas leídas: {count}. Aumenta el tiempo límite o incluye solo las rutas que necesites.',
} satisfies Partial<Record<MessageCode, string>>
