import type { MessageCode } from '@bellwether/wire'

export const documents = {
  'documents.blank_pdf':
    'Aquest PDF no conté ni text ni imatges escanejades. Puja el document original, o exporta’n les pàgines com a imatges i puja-les.',
  'documents.copy_protected':
    'Aquest llibre electrònic està protegit contra còpia (DRM) i no se’n pot llegir el text. Puja’n una còpia sense protecció, si en pots tenir una.',
  'documents.corrupt':
    'Aquest fitxer està malmès o incomplet. Obre’l amb el programa que el va crear, torna’l a desar i puja el fitxer nou.',
  'documents.empty': 'No s’ha trobat text en aquest fitxer. Comprova que sigui el correcte.',
  'documents.empty_file': 'Aquest fitxer és buit (0 bytes). Torna’l a pujar.',
  'documents.expands_too_much':
    'Aquest fitxer ocupa moltíssim més quan es descomprimeix i s’ha rebutjat. Si és un document de debò, divideix-lo en fitxers més petits.',
  'documents.image_too_large':
    'Aquesta imatge té {width} × {height} píxels (límit: {limit} en total). Redueix-la o divideix-la.',
  'documents.image_unreadable':
    'Aquesta imatge està malmesa o té un format no compatible. Desa-la com a PNG o JPEG i torna-la a pujar.',
  'documents.needs_ocr':
    'Aquest fitxer conté una imatge de text. Activa l’OCR (reconeixement de text) i torna’l a processar, o puja’n una versió amb text real.',
  'documents.needs_password':
    'Aquest fitxer està protegit amb contrasenya. Escriu-la i torna’l a processar, o puja’n una còpia sense contrasenya.',
  'documents.no_text_at_address': 'No s’ha trobat text en aquest URL',
  'documents.nothing_recognized':
    'No s’ha reconegut text a les imatges d’aquest PDF. Comprova que els idiomes de l’OCR coincideixin amb el document, o puja un escaneig més nítid.',
  'documents.office_protection':
    'La protecció d’aquest fitxer d’Office no és compatible. Obre’l amb l’Office, treu la contrasenya (Fitxer, Informació, Protegeix) i puja aquesta còpia.',
  'documents.original_missing': 'El fitxer pujat no és al servidor. Torna’l a pujar.',
  'documents.page_too_deep':
    'Aquesta pàgina té massa nivells imbricats. Desa’n el contingut com a text o PDF i puja’l.',
  'documents.json_too_deep': 'Aquest fitxer JSON té massa nivells imbricats. Simplifica’l i torna’l a pujar.',
  'documents.recording_too_large':
    'Aquesta gravació no es pot dividir, i només es poden enviar senceres les gravacions de fins a {limit} MB. Desa-la com a MP3 o puja subtítols (.vtt, .srt).',
  'documents.silent_recording': 'No s’ha trobat veu en aquesta gravació. Comprova que és el fitxer correcte.',
  'documents.unsupported_recording':
    'Aquí no es poden llegir àudio ni vídeo. Puja una transcripció o subtítols (.vtt, .srt), o afegeix la gravació a una base de coneixement.',
  'documents.site_too_large':
    'Les pàgines d’aquest lloc són massa grans (límit: {limit} MB). Redueix el nombre de pàgines o exclou alguns camins.',
  'documents.too_large': 'Aquest fitxer és massa gran (límit: {limit} MB). Divideix-lo i puja’n les parts.',
  'documents.too_many_characters':
    'Aquest fitxer té massa text (límit: {limit} caràcters). Divideix-lo i puja’n les parts.',
  'documents.too_many_parts':
    'Aquest fitxer consta de {count} parts (límit: {limit}). Divideix-lo en fitxers més petits.',
  'documents.too_many_pages':
    'Aquest fitxer té {count} pàgines (límit: {limit}). Divideix-lo i puja’n les parts.',
  'documents.too_many_sheets':
    'Aquest fitxer té {count} fulls (límit: {limit}). Divideix-lo i puja’n les parts.',
  'documents.too_many_slides':
    'Aquest fitxer té {count} diapositives (límit: {limit}). Divideix-lo i puja’n les parts.',
  'documents.took_too_long':
    'Processar aquest fitxer ha trigat més de {seconds} segons. Divideix-lo i puja’n les parts.',
  'documents.unexpected':
    'Alguna cosa ha anat malament al servidor en processar aquest fitxer. Torna-ho a provar. Si continua fallant, contacta amb l’operador del servidor.',
  'documents.unsupported_archive':
    'És un fitxer zip o un format d’Office desconegut. Descomprimeix-lo i puja els fitxers que conté.',
  'documents.unsupported_binary_excel':
    'Els fitxers binaris d’Excel (.xlsb) no són compatibles. Obre’l amb l’Excel o el LibreOffice, desa’l com a .xlsx i puja’l.',
  'documents.unsupported_encrypted_opendocument':
    'Els fitxers OpenDocument (.odt, .odp, .ods) protegits amb contrasenya no són compatibles. Obre’l amb el LibreOffice, desa’n una còpia sense contrasenya (Fitxer > Anomena i desa, desmarca «Desa amb contrasenya») i puja-la.',
  'documents.unsupported_old_office':
    'Els fitxers antics d’Office (.doc, .ppt, .xls) no són compatibles. Obre’l amb el Microsoft Office o el LibreOffice, desa’l com a .docx, .pptx o .xlsx i puja’l.',
  'documents.unsupported_outlook':
    'Els missatges d’Outlook (.msg) no són compatibles. Desa’l com a .eml i puja’l.',
  'documents.unsupported_type':
    'Aquest tipus de fitxer no és compatible. Puja un fitxer PDF, Word, PowerPoint, Excel, HTML, Markdown, de text, CSV o JSON.',
  'documents.unknown_kind':
    'Aquest fitxer no es pot llegir: està malmès o té un format poc habitual. Torna’l a desar amb el programa que el va crear i puja el fitxer nou.',
  'documents.reader_ended':
    'El programa que llegeix els documents s’ha tancat en llegir aquest fitxer. Pot ser que estigui malmès o que necessiti massa memòria. Torna-ho a provar; si continua fallant, desa’l una altra vegada amb el programa que el va crear, o divideix-lo.',
  'documents.stopped_server':
    'El servidor s’ha aturat cada vegada que processava aquest fitxer. Divideix-lo en fitxers més petits i puja’ls, o contacta amb l’operador del servidor.',
  'documents.wrong_extension':
    'Aquest fitxer es diu .{extension}, però no és {type} o està malmès. Torna’l a desar amb el programa que el va crear i puja el fitxer nou.',
  'documents.wrong_password': 'La contrasenya d’aquest fitxer no és correcta. Revisa-la i torna-ho a provar.',
  'documents.image_not_described': 'Si és una imatge de text, activa l’OCR. {reason}',
  'documents.no_text_because': 'No s’ha trobat text en aquest URL. {reason}',

  'web_pages.compressed':
    '{host} ha enviat la pàgina amb una compressió no compatible. Desa la pàgina en un navegador i puja-la com a fitxer.',
  'web_pages.credentials_in_url':
    'L’URL conté un usuari o una contrasenya. Treu-los. Si la pàgina exigeix iniciar la sessió, desa-la i puja-la com a fitxer.',
  'web_pages.excluded_by_robots':
    '{host} no permet obtenir aquesta pàgina (robots.txt). Pregunta-ho al propietari del lloc, o desa la pàgina i puja-la com a fitxer.',
  'web_pages.noindex':
    '{host} no permet recopilar aquesta pàgina (noindex). Si la necessites, afegeix-ne l’URL per separat.',
  'web_pages.not_found': 'No s’ha trobat la pàgina a {host} (estat {status}). Revisa l’URL.',
  'web_pages.not_a_page':
    'No és l’URL d’una pàgina web. Copia’l del navegador; comença per https:// o http://.',
  'web_pages.outside_scope':
    'Aquesta pàgina redirigeix a {url}, fora del lloc triat. Si la necessites, afegeix aquest URL per separat.',
  'web_pages.redirect_not_a_page':
    'Aquesta pàgina redirigeix a una cosa que no és una pàgina web. Obre-la en un navegador i copia’n l’URL final.',
  'web_pages.response_unreadable': '{host} ha enviat una resposta que no es pot llegir',
  'web_pages.robots_unavailable':
    'El robots.txt de {host} no està disponible (estat {status}). Torna-ho a provar més tard.',
  'web_pages.settings_invalid': 'La pàgina no es pot obtenir amb aquesta configuració: {reason}',
  'web_pages.status': '{host} ha respost amb l’estat {status}. Obre l’URL en un navegador i comprova’l.',
  'web_pages.status_forbidden':
    '{host} ha denegat l’accés (estat {status}). Desa la pàgina en un navegador i puja-la com a fitxer.',
  'web_pages.status_server_error': '{host} té un problema (estat {status}). Torna-ho a provar més tard.',
  'web_pages.status_too_many_requests':
    '{host} limita el nombre de peticions (estat {status}). Torna-ho a provar més tard.',
  'web_pages.timed_out':
    '{host} no ha enviat la pàgina en {seconds} s. Torna-ho a provar més tard, o desa la pàgina i puja-la com a fitxer.',
  'web_pages.too_large':
    'La pàgina de {host} és massa gran (límit: {limit} MB). Baixa-la, divideix-la i puja’n les parts com a fitxers.',
  'web_pages.transcript_blocked':
    'YouTube no respon a aquest servidor en aquest moment. Torna-ho a provar més tard, o copia la transcripció en un fitxer de text i puja’l.',
  'web_pages.transcript_chunk_duration': 'La durada dels fragments ha de ser entre 5 i 3600 segons',
  'web_pages.transcript_language':
    'Aquest vídeo no té transcripció en {languages}. Idiomes disponibles: {available}.',
  'web_pages.transcript_missing':
    'Aquest vídeo no té transcripció. Tria un altre vídeo o puja el text com a fitxer.',
  'web_pages.transcript_sign_in':
    'YouTube exigeix iniciar la sessió per a aquest vídeo i no se’n pot obtenir la transcripció. Puja el text com a fitxer.',
  'web_pages.unsupported_type':
    '{host} ha enviat «{type}», que no és compatible. Fes servir l’URL d’una pàgina web o d’un fitxer PDF, Word, PowerPoint, Excel, de text, Markdown, CSV o JSON.',
  'web_pages.url_scheme': 'L’URL ha de començar per https:// o http://',
  'web_pages.url_too_long': 'L’URL és massa llarg (límit: {limit} caràcters)',
  'web_pages.video_not_found': 'Aquest vídeo de YouTube no existeix o és privat. Revisa l’URL.',
  'web_pages.video_url_invalid':
    'No és l’URL d’un vídeo de YouTube. Té la forma https://www.youtube.com/watch?v=… o https://youtu.be/….',
  'web_pages.failed': 'No es pot baixar la pàgina: {reason}',
  'document_warnings.attachment_damaged': 'Està malmès.',
  'document_warnings.attachment_not_read': 'No s’ha llegit l’adjunt «{name}». {reason}',
  'document_warnings.attachment_over_limit': 'Hi ha massa adjunts (límit: {limit}).',
  'document_warnings.description_empty': 'El model no ha retornat cap text',
  'document_warnings.description_failed': 'Alguna cosa ha fallat al servidor',
  'document_warnings.description_timeout': 'El model ha trigat massa',
  'document_warnings.cut_off':
    'El fitxer acaba abans d’hora, de manera que hi pot faltar el final del text. Si hi falta, torna a pujar el fitxer.',
  'document_warnings.hidden_sheets':
    'S’han omès els fulls ocults: {sheets}. Per incloure’ls, mostra’ls a l’Excel o el LibreOffice i torna a pujar el fitxer.',
  'document_warnings.images_not_described':
    'Imatges que el model no ha descrit: {missing} de {total}. Se n’ha conservat el text alternatiu. Per descriure la resta, torna a pujar el fitxer. Motiu: {reason}',
  'document_warnings.images_over_limit':
    'El model només ha descrit les primeres {limit} imatges. Sense descriure: {count}. Divideix el fitxer perquè es descriguin totes.',
  'document_warnings.images_unsupported':
    'Imatges amb un format o una mida que els models no poden llegir: {count}. Desa-les al document com a PNG o JPEG perquè es descriguin.',
  'document_warnings.images_with_text':
    'Pàgines amb imatges que poden contenir text: {pages}. Per llegir-les, torna a processar el fitxer amb «Llegeix les imatges amb OCR».',
  'document_warnings.ocr_doubtful':
    'L’OCR no està segur del text d’aquestes pàgines: {pages}. Revisa’l o puja un escaneig més nítid.',
  'document_warnings.ocr_doubtful_image':
    'L’OCR no està segur del text d’aquesta imatge. Revisa’l o puja una imatge més nítida.',
  'document_warnings.page_numbers':
    'Números de pàgina omesos: {count}. Per conservar-los, torna a processar el fitxer amb «Conserva capçaleres, peus i números de pàgina».',
  'document_warnings.pages_without_text':
    'Pàgines sense text: {pages}. Si són imatges de text, activa l’OCR i torna a processar el fitxer.',
  'document_warnings.pages_without_text_after_ocr':
    'Pàgines sense text: {pages}. L’OCR no hi ha trobat res: llegeix imatges escanejades, però no el text dibuixat com a formes.',
  'document_warnings.part': '{part}: {reason}',
  'document_warnings.repeated_lines':
    'Les capçaleres i els peus que es repeteixen s’han conservat una sola vegada (entre parèntesis: quantes vegades s’han omès): {lines}. Per conservar-los, torna a processar el fitxer amb «Conserva capçaleres, peus i números de pàgina».',
  'document_warnings.site_broken_links':
    'El lloc té massa enllaços trencats, així que no s’ha continuat amb la resta. Pàgines llegides: {count}. Inclou només els camins que necessitis.',
  'document_warnings.site_links':
    'El lloc té més enllaços dels que es poden seguir. Pàgines llegides: {count}. Inclou només els camins que necessitis.',
  'document_warnings.site_page_failed': 'No s’ha pogut obtenir la pàgina {url}. {reason}',
  'document_warnings.site_page_limit':
    'El lloc té més pàgines que el límit. Pàgines llegides: {count}. Augmenta el límit o inclou només els camins que necessitis.',
  'document_warnings.site_pages_failed':
    'Pàgines que no s’han pogut obtenir: {count}. La primera és {url}. {reason}',
  'document_warnings.site_timeout':
    'S’ha trigat massa a obtenir el lloc. Pàgines llegides: {count}. Augmenta el temps límit o inclou només els camins que necessitis.',
} satisfies Partial<Record<MessageCode, string>>
