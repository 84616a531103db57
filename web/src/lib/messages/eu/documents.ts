import type { MessageCode } from '@bellwether/wire'

export const documents = {
  'documents.blank_pdf':
    'PDF honek ez du ez testurik ez eskaneatutako irudirik. Igo jatorrizko dokumentua, edo esportatu orriak irudi gisa eta igo irudiak.',
  'documents.copy_protected':
    'Liburu elektroniko hau kopien aurka babestuta dago (DRM), eta ezin da testua irakurri. Igo babesik gabeko kopia bat, izateko baimena baduzu.',
  'documents.corrupt':
    'Fitxategi hau hondatuta edo osatu gabe dago. Ireki sortu zuen programarekin, gorde berriro eta igo fitxategi berria.',
  'documents.empty': 'Ez da testurik aurkitu fitxategi honetan. Egiaztatu fitxategi zuzena dela.',
  'documents.empty_file': 'Fitxategi hau hutsik dago (0 byte). Igo berriro.',
  'documents.expands_too_much':
    'Fitxategi honek askoz gehiago hartzen du deskonprimitzean, eta baztertu egin da. Benetako dokumentu bat bada, banatu fitxategi txikiagoetan.',
  'documents.image_too_large':
    'Irudi honek {width} × {height} pixel ditu (muga: {limit} guztira). Txikitu edo banatu.',
  'documents.image_unreadable':
    'Irudi hau hondatuta dago edo formatua ez da bateragarria. Gorde PNG edo JPEG gisa eta igo berriro.',
  'documents.needs_ocr':
    'Fitxategi honek testuaren irudi bat du. Gaitu OCRa (testu-ezagutza) eta prozesatu berriro, edo igo benetako testua duen bertsio bat.',
  'documents.needs_password':
    'Fitxategi hau pasahitzez babestuta dago. Idatzi pasahitza eta prozesatu berriro, edo igo pasahitzik gabeko kopia bat.',
  'documents.no_text_at_address': 'Ez da testurik aurkitu URL honetan',
  'documents.nothing_recognized':
    'Ez da testurik ezagutu PDF honen irudietan. Egiaztatu OCRaren hizkuntzak dokumentuarenak direla, edo igo eskaneatze garbiago bat.',
  'documents.office_protection':
    'Office fitxategi honen babesa ez da bateragarria. Ireki Office programarekin, kendu pasahitza (Fitxategia, Informazioa, Babestu) eta igo kopia hori.',
  'documents.original_missing': 'Igotako fitxategia ez dago zerbitzarian. Igo berriro.',
  'documents.page_too_deep':
    'Orri honek habiaratze-maila gehiegi ditu. Gorde edukia testu edo PDF gisa eta igo.',
  'documents.json_too_deep':
    'JSON fitxategi honek habiaratze-maila gehiegi ditu. Sinplifikatu eta igo berriro.',
  'documents.recording_too_large':
    'Grabazio hau ezin da zatitu, eta {limit} MB arteko grabazioak baino ezin dira osorik bidali. Gorde MP3 gisa edo igo azpitituluak (.vtt, .srt).',
  'documents.silent_recording': 'Ez da ahotsik aurkitu grabazio honetan. Egiaztatu fitxategi zuzena dela.',
  'documents.unsupported_recording':
    'Hemen ezin da audiorik edo bideorik irakurri. Igo transkripzio bat edo azpitituluak (.vtt, .srt), edo gehitu grabazioa ezagutza-base batera.',
  'documents.site_too_large':
    'Gune honetako orriak handiegiak dira (muga: {limit} MB). Gutxitu orri kopurua, edo baztertu bide-izen batzuk.',
  'documents.too_large': 'Fitxategi hau handiegia da (muga: {limit} MB). Banatu eta igo zatiak.',
  'documents.too_many_characters':
    'Fitxategi honek testu gehiegi du (muga: {limit} karaktere). Banatu eta igo zatiak.',
  'documents.too_many_parts':
    'Fitxategi honek {count} zati ditu (muga: {limit}). Banatu fitxategi txikiagoetan.',
  'documents.too_many_pages': 'Fitxategi honek {count} orri ditu (muga: {limit}). Banatu eta igo zatiak.',
  'documents.too_many_sheets':
    'Fitxategi honek {count} kalkulu-orri ditu (muga: {limit}). Banatu eta igo zatiak.',
  'documents.too_many_slides':
    'Fitxategi honek {count} diapositiba ditu (muga: {limit}). Banatu eta igo zatiak.',
  'documents.took_too_long':
    'Fitxategi hau prozesatzeak {seconds} segundo baino gehiago iraun du. Banatu eta igo zatiak.',
  'documents.unexpected':
    'Arazoren bat gertatu da zerbitzarian fitxategi hau prozesatzean. Saiatu berriro. Huts egiten jarraitzen badu, jarri harremanetan zerbitzariaren operadorearekin.',
  'documents.unsupported_archive':
    'Hau zip fitxategi bat edo Office formatu ezezagun bat da. Deskonprimitu eta igo barruko fitxategiak.',
  'documents.unsupported_binary_excel':
    'Excel fitxategi bitarrak (.xlsb) ez dira bateragarriak. Ireki Excelen edo LibreOfficen, gorde .xlsx gisa eta igo.',
  'documents.unsupported_encrypted_opendocument':
    'Pasahitzez babestutako OpenDocument fitxategiak (.odt, .odp, .ods) ez dira bateragarriak. Ireki LibreOfficen, gorde pasahitzik gabeko kopia bat (Fitxategia > Gorde honela, desmarkatu «Gorde pasahitzarekin») eta igo.',
  'documents.unsupported_old_office':
    'Office fitxategi zaharrak (.doc, .ppt, .xls) ez dira bateragarriak. Ireki Microsoft Officen edo LibreOfficen, gorde .docx, .pptx edo .xlsx gisa eta igo.',
  'documents.unsupported_outlook': 'Outlook mezuak (.msg) ez dira bateragarriak. Gorde .eml gisa eta igo.',
  'documents.unsupported_type':
    'Fitxategi mota hau ez da bateragarria. Igo PDF, Word, PowerPoint, Excel, HTML, Markdown, testu, CSV edo JSON fitxategi bat.',
  'documents.unknown_kind':
    'Fitxategi hau ezin da irakurri: hondatuta dago edo ezohiko formatua du. Gorde berriro sortu zuen programarekin eta igo fitxategi berria.',
  'documents.reader_ended':
    'Dokumentuak irakurtzen dituen programa itxi egin da fitxategi hau irakurtzean. Baliteke hondatuta egotea edo memoria gehiegi behar izatea. Saiatu berriro; huts egiten jarraitzen badu, gorde berriro sortu zuen programarekin, edo banatu.',
  'documents.stopped_server':
    'Zerbitzaria gelditu egin da fitxategi hau prozesatu duen bakoitzean. Banatu fitxategi txikiagotan eta igo haiek, edo jarri harremanetan zerbitzariaren operadorearekin.',
  'documents.wrong_extension':
    'Fitxategi honen luzapena .{extension} da, baina ez da {type} fitxategi bat, edo hondatuta dago. Gorde berriro sortu zuen programarekin eta igo fitxategi berria.',
  'documents.wrong_password': 'Fitxategi honen pasahitza ez da zuzena. Egiaztatu eta saiatu berriro.',
  'documents.image_not_described': 'Testu baten irudia bada, gaitu OCR. {reason}',
  'documents.no_text_because': 'Ez da testurik aurkitu URL honetan. {reason}',

  'web_pages.compressed':
    '{host} zerbitzariak bateragarria ez den konpresio batekin bidali du orria. Gorde orria nabigatzaile batean eta igo fitxategi gisa.',
  'web_pages.credentials_in_url':
    'URLak erabiltzaile-izen bat edo pasahitz bat du. Kendu. Orriak saioa hastea eskatzen badu, gorde eta igo fitxategi gisa.',
  'web_pages.excluded_by_robots':
    '{host} zerbitzariak ez du orri hau eskuratzen uzten (robots.txt). Galdetu gunearen jabeari, edo gorde orria eta igo fitxategi gisa.',
  'web_pages.noindex':
    '{host} zerbitzariak ez du orri hau biltzen uzten (noindex). Behar baduzu, gehitu haren URLa bereiz.',
  'web_pages.not_found': 'Ez da orria aurkitu {host} zerbitzarian (egoera: {status}). Egiaztatu URLa.',
  'web_pages.not_a_page':
    'Hau ez da web-orri baten URLa. Kopiatu nabigatzailetik; https:// edo http:// du hasieran.',
  'web_pages.outside_scope':
    'Orri honek {url} helbidera birbideratzen du, aukeratutako gunetik kanpo. Behar baduzu, gehitu URL hori bereiz.',
  'web_pages.redirect_not_a_page':
    'Orri honek web-orri bat ez den zerbaitera birbideratzen du. Ireki nabigatzaile batean eta kopiatu azken URLa.',
  'web_pages.response_unreadable': '{host} zerbitzariak irakurri ezin den erantzun bat bidali du',
  'web_pages.robots_unavailable':
    '{host} zerbitzariaren robots.txt ez dago erabilgarri (egoera: {status}). Saiatu geroago.',
  'web_pages.settings_invalid': 'Orria ezin da eskuratu ezarpen hauekin: {reason}',
  'web_pages.status':
    '{host} zerbitzariak {status} egoerarekin erantzun du. Ireki URLa nabigatzaile batean eta egiaztatu.',
  'web_pages.status_forbidden':
    '{host} zerbitzariak sarbidea ukatu du (egoera: {status}). Gorde orria nabigatzaile batean eta igo fitxategi gisa.',
  'web_pages.status_server_error': '{host} zerbitzariak arazo bat du (egoera: {status}). Saiatu geroago.',
  'web_pages.status_too_many_requests':
    '{host} zerbitzariak eskaera kopurua mugatzen du (egoera: {status}). Saiatu geroago.',
  'web_pages.timed_out':
    '{host} zerbitzariak ez du orria {seconds} s-ko epean bidali. Saiatu geroago, edo gorde orria eta igo fitxategi gisa.',
  'web_pages.too_large':
    '{host} zerbitzariko orria handiegia da (muga: {limit} MB). Deskargatu, banatu eta igo zatiak fitxategi gisa.',
  'web_pages.transcript_blocked':
    'YouTubek ez dio zerbitzari honi erantzuten une honetan. Saiatu geroago, edo kopiatu transkripzioa testu-fitxategi batean eta igo.',
  'web_pages.transcript_chunk_duration': 'Zatien iraupenak 5 eta 3600 segundo artekoa izan behar du',
  'web_pages.transcript_language':
    'Bideo honek ez du transkripziorik hizkuntza hauetan: {languages}. Hizkuntza erabilgarriak: {available}.',
  'web_pages.transcript_missing':
    'Bideo honek ez du transkripziorik. Aukeratu beste bideo bat, edo igo testua fitxategi gisa.',
  'web_pages.transcript_sign_in':
    'YouTubek saioa hastea eskatzen du bideo honetarako, eta ezin da transkripzioa eskuratu. Igo testua fitxategi gisa.',
  'web_pages.unsupported_type':
    '{host} zerbitzariak «{type}» bidali du, eta ez da bateragarria. Erabili web-orri baten URLa, edo PDF, Word, PowerPoint, Excel, testu, Markdown, CSV edo JSON fitxategi batena.',
  'web_pages.url_scheme': 'URLak https:// edo http:// izan behar du hasieran',
  'web_pages.url_too_long': 'URLa luzeegia da (muga: {limit} karaktere)',
  'web_pages.video_not_found': 'YouTubeko bideo hau ez da existitzen edo pribatua da. Egiaztatu URLa.',
  'web_pages.video_url_invalid':
    'Hau ez da YouTubeko bideo baten URLa. Itxura hau du: https://www.youtube.com/watch?v=… edo https://youtu.be/….',
  'web_pages.failed': 'Ezin da orria eskuratu: {reason}',
  'document_warnings.attachment_damaged': 'Hondatuta dago.',
  'document_warnings.attachment_not_read': 'Ez da irakurri «{name}» eranskina. {reason}',
  'document_warnings.attachment_over_limit': 'Eranskin gehiegi daude (muga: {limit}).',
  'document_warnings.description_empty': 'Ereduak ez du testurik itzuli',
  'document_warnings.description_failed': 'Zerbaitek huts egin du zerbitzarian',
  'document_warnings.description_timeout': 'Ereduak denbora gehiegi behar izan du',
  'document_warnings.cut_off':
    'Fitxategia goizegi amaitzen da, eta testuaren amaiera falta liteke. Hala bada, igo fitxategia berriro.',
  'document_warnings.hidden_sheets':
    'Ezkutuko orriak kanpoan utzi dira: {sheets}. Sartzeko, erakutsi Excelen edo LibreOfficen eta igo fitxategia berriro.',
  'document_warnings.images_not_described':
    'Ereduak deskribatu ez dituen irudiak: {missing}/{total}. Haien ordezko testua gorde da. Gainerakoak deskribatzeko, igo fitxategia berriro. Arrazoia: {reason}',
  'document_warnings.images_over_limit':
    'Ereduak lehen {limit} irudiak baino ez ditu deskribatu. Deskribatu gabe: {count}. Denak deskribatzeko, zatitu fitxategia.',
  'document_warnings.images_unsupported':
    'Ereduek irakurri ezin duten formatu edo tamainako irudiak: {count}. Deskribatzeko, gorde dokumentuan PNG edo JPEG gisa.',
  'document_warnings.images_with_text':
    'Testua izan dezaketen irudiak dituzten orriak: {pages}. Irakurtzeko, prozesatu fitxategia berriro «Irakurri irudiak OCR bidez» aukerarekin.',
  'document_warnings.ocr_doubtful':
    'OCRa ez dago ziur orri hauetako testuaz: {pages}. Egiaztatu, edo igo eskaneatze argiago bat.',
  'document_warnings.ocr_doubtful_image':
    'OCRa ez dago ziur irudi honetako testuaz. Egiaztatu, edo igo irudi argiago bat.',
  'document_warnings.page_numbers':
    'Kanpoan utzitako orri-zenbakiak: {count}. Gordetzeko, prozesatu fitxategia berriro «Gorde goiburuak, oinak eta orri-zenbakiak» aukerarekin.',
  'document_warnings.pages_without_text':
    'Testurik gabeko orriak: {pages}. Testuaren irudiak badira, gaitu OCR eta prozesatu fitxategia berriro.',
  'document_warnings.pages_without_text_after_ocr':
    'Testurik gabeko orriak: {pages}. OCRak ez du ezer aurkitu haietan: eskaneatutako irudiak irakurtzen ditu, baina ez forma gisa marraztutako testua.',
  'document_warnings.part': '{part}: {reason}',
  'document_warnings.repeated_lines':
    'Errepikatzen diren goiburuak eta oinak behin bakarrik gorde dira (parentesi artean: zenbat aldiz utzi diren kanpoan): {lines}. Gordetzeko, prozesatu fitxategia berriro «Gorde goiburuak, oinak eta orri-zenbakiak» aukerarekin.',
  'document_warnings.site_broken_links':
    'Guneak hautsitako esteka gehiegi ditu; beraz, ez da aurrera jarraitu. Irakurritako orriak: {count}. Sartu behar dituzun bideak bakarrik.',
  'document_warnings.site_links':
    'Guneak jarrai daitezkeenak baino esteka gehiago ditu. Irakurritako orriak: {count}. Sartu behar dituzun bideak bakarrik.',
  'document_warnings.site_page_failed': 'Ezin izan da orria eskuratu: {url}. {reason}',
  'document_warnings.site_page_limit':
    'Guneak mugak onartzen duena baino orri gehiago ditu. Irakurritako orriak: {count}. Handitu muga, edo sartu behar dituzun bideak bakarrik.',
  'document_warnings.site_pages_failed':
    'Eskuratu ezin izan diren orriak: {count}. Lehenengoa: {url}. {reason}',
  'document_warnings.site_timeout':
    'Gunea eskuratzeak denbora gehiegi behar izan du. Irakurritako orriak: {count}. Handitu denbora-muga, edo sartu behar dituzun bideak bakarrik.',
} satisfies Partial<Record<MessageCode, string>>
