import type { MessageCode } from '@bellwether/wire'

export const knowledge = {
  'knowledge.already_processing':
    'Dokumentu hau prozesatzen ari da dagoeneko. Itxaron amaitu arte, edo utzi bertan behera.',
  'knowledge.cancel_not_running':
    'Zain edo prozesatzen ari den dokumentu bat bakarrik utz daiteke bertan behera',
  'knowledge.citation_outdated':
    'Dokumentua aldatu egin da aipatu zenetik. Galdetu berriro oraingo edukia ikusteko.',
  'knowledge.file_empty': '«{name}» fitxategia hutsik dago',
  'knowledge.file_gone': 'Fitxategia ezabatuta zegoen jada',
  'knowledge.file_required': 'Formularioak ez du fitxategirik. Bidali «files» eremuan.',
  'knowledge.file_too_large': '«{name}» fitxategia handiegia da (muga: {limit} MB). Banatu eta igo zatiak.',
  'knowledge.in_use_by_colleagues':
    'Lankideen laguntzaileek ezagutza-base hau erabiltzen dute, eta sarbidea galduko lukete: {assistants}. Hala ere partekatzeari uzteko, errepikatu eskaera force aukerarekin.',
  'knowledge.name_taken': 'Baduzu «{name}» izeneko ezagutza-base bat',
  'knowledge.no_image_model': 'Ez dago irudiak deskribatzeko eredurik erabilgarri',
  'knowledge.no_transcription_model':
    'Audioak eta bideoak transkripzio-eredu bat behar dute. Eskatu erakundearen administratzaile bati bat aukeratzeko (Erakundea > Ezagutza), edo igo azpitituluak (.vtt, .srt).',
  'knowledge.not_from_web': 'Fitxategi hau igo egin zen, eta ezin da berriro eskuratu. Igo berriro.',
  'knowledge.passage_order': 'Pasarte batek amaitu baino lehen hasi behar du, adibidez 1200-1950',
  'knowledge.passage_too_long': 'Pasartea luzeegia da (muga: {limit} karaktere)',
  'knowledge.plugin_needs_file':
    '«{plugin}» pluginak igotako fitxategi bat irakurtzen du. Igo bat, edo aukeratu url_ingest.',
  'knowledge.plugin_needs_url':
    '«{plugin}» pluginak web-orri bat irakurtzen du. Aukeratu fitxategiak irakurtzen dituen plugin bat.',
  'knowledge.plugin_not_found': 'Ez da «{plugin}» plugina aurkitu. Erabilgarri: {plugins}',
  'knowledge.plugin_other_source': '«{plugin}» beste iturri batzuetarako da. Erabilgarri: {plugins}',
  'knowledge.plugin_params_invalid': 'Ezarpenak ez dira baliozkoak: {reason}',
  'knowledge.retry_not_allowed':
    'Huts egin duen edo bertan behera utzi den dokumentu bat bakarrik prozesa daiteke berriro',
  'knowledge.storage_full':
    'Zure ezagutza-baseek ez dute leku gehiagorik. Ezabatu fitxategi batzuk lehenago.',
  'knowledge.too_many': 'Ezagutza-base gehiegi (muga: {limit}). Ezabatu batzuk lehenago.',
  'knowledge.too_many_files': 'Fitxategi gehiegi (muga: {limit} pertsonako). Ezabatu batzuk lehenago.',
  'knowledge.too_many_files_at_once': 'Fitxategi gehiegi (muga: {limit} igoera bakoitzeko)',
  'knowledge.replace_from_web':
    'Dokumentu hau webekoa da eta ezin da fitxategi batekin ordezkatu. Deskargatu berriro.',
  'knowledge.replace_name_taken':
    'Ezagutza-base honek badu «{name}» izeneko fitxategi bat. Aldatu bertsio berriaren izena edo ordezkatu fitxategi hori.',
  'knowledge.replace_one_file': 'Aukeratu fitxategi bat bertsio berri gisa',
  'knowledge.replace_zip':
    'Zip artxibo batek ezin du fitxategi bat ordezkatu. Igo ezazu haren fitxategiak gehitzeko.',
  'knowledge.too_many_tags': '«{name}» fitxategiak {limit} etiketa baino gehiago izango lituzke',
  'knowledge.zip_download_too_large':
    'Fitxategi hauek handiegiak dira zip baterako (muga: {limit} GB). Hautatu gutxiago.',
  'knowledge.zip_no_originals': 'Dokumentu hauetako batek ere ez du jatorrizko fitxategirik: webekoak dira',
  'knowledge.vectors_inconsistent':
    'Hornitzaileak dimentsio desberdineko bektoreak itzuli ditu dokumentu baterako',
  'knowledge.zip_damaged_file': 'Hondatuta dago artxiboan',
  'knowledge.zip_required': 'Aukeratu zip artxibo bat',
  'knowledge.zip_empty': 'Artxibo honek ez du fitxategirik',
  'knowledge.zip_encrypted_file':
    'Pasahitzez babestuta dago. Deskonprimitu zure ordenagailuan eta igo fitxategia.',
  'knowledge.zip_expands_too_much':
    'Artxibo honek askoz gehiago hartzen du deskonprimituta, eta baztertu egin da. Benetako materiala bada, banatu artxibo txikiagoetan.',
  'knowledge.zip_link': 'Esteka bat da, ez fitxategi bat',
  'knowledge.zip_nested': 'Artxibo bat beste baten barruan. Deskonprimitu eta igo haren fitxategiak.',
  'knowledge.zip_password':
    'Artxibo hau pasahitzez babestuta dago. Deskonprimitu zure ordenagailuan eta igo bere fitxategiak.',
  'knowledge.zip_too_many_files':
    'Artxibo honek {count} fitxategi ditu (muga: {limit}). Banatu eta igo zatiak.',
  'knowledge.zip_unreadable':
    'Ezin da artxibo honetako fitxategirik gehitu: pasahitzez babestuta edo hondatuta daude, edo estekak edo beste artxibo batzuk dira.',
  'knowledge.zip_unsafe_name': 'Fitxategi honen izenak artxibotik kanpora eramaten du',

  'evaluations.already_running': 'Baduzu ebaluazio bat abian. Itxaron amaitu arte.',
  'evaluations.csv_columns': 'CSV fitxategiaren lehen lerroak zutabeen izenak izan behar ditu: {columns}',
  'evaluations.duplicate_question': 'Galdera hau gordeta dago dagoeneko',
  'evaluations.import_failed': 'Ez da ezer inportatu. Erroreak: {count}. Lehen errorea: {reason}',
  'evaluations.import_no_questions': 'Fitxategiak ez du galderarik',
  'evaluations.import_not_json': 'Fitxategia ez da baliozko JSONa',
  'evaluations.import_not_utf8': 'Fitxategia ez da UTF-8 testua. Gorde JSON edo CSV (UTF-8) gisa.',
  'evaluations.import_shape': 'Fitxategiak hau izan behar du: {example}',
  'evaluations.import_too_large': 'Fitxategia handiegia da (muga: {limit} MB)',
  'evaluations.import_too_many': 'Galdera gehiegi: {count} (muga: {limit} inportazioko)',
  'evaluations.no_questions': 'Oraindik ez dago galderarik. Gehitu batzuk lehenago.',
  'evaluations.took_too_long':
    'Ebaluazioak {seconds} segundo baino gehiago iraun du, eta ez da gorde. Saiatu galdera gutxiagorekin edo konparaziorik gabe.',
  'evaluations.too_many_questions':
    'Galdera gehiegi: {count} (muga: {limit} ezagutza-baseko). Ezabatu batzuk lehenago.',

  'files.extension': 'Hemen mota hauetako fitxategiak bakarrik igo daitezke: {extensions}',
  'files.handed_over': 'Izen hau duen fitxategi bat lankide bati eskualdatu berri zaio. Saiatu berriro.',
  'files.image_type': 'Irudiak PNG, JPEG, WebP edo GIF fitxategi bat izan behar du',
  'files.name_required': 'Fitxategiak ez du izenik',
  'files.name_too_long': 'Fitxategiaren izena luzeegia da (muga: {limit} karaktere)',
  'files.not_utf8': 'Fitxategia ez da UTF-8 testu arrunta. Gorde UTF-8 gisa eta igo berriro.',
  'files.path_invalid': 'Fitxategiaren bide-izena ez da baliozkoa',
  'files.storage_full':
    'Zure biltegia beteta dago: {used} erabilita (muga: {limit}). Ezabatu fitxategi batzuk lehenago.',
  'files.too_large': 'Fitxategia handiegia da (muga: {limit})',
  'files.too_large_to_send': 'Fitxategi hau handiegia da deskargatzeko',
  'files.too_many': 'Fitxategi gehiegi (muga: {limit} pertsonako). Ezabatu batzuk lehenago.',

  'grading.accept_changed': 'Kalifikazioa aldatu egin da ikusi zenuenetik. Begiratu berriro.',
  'grading.accept_incomplete': 'Aukeratu maila bat irizpide bakoitzerako kalifikazioa onartu aurretik',
  'grading.account_unavailable': 'Kalifikazio hau abiarazi zuen kontua ezin da gehiago erabili',
  'grading.already_started': 'Kalibrazio bateko lanak ezin dira aldatu ereduak kalifikatu ondoren',
  'grading.file_or_text': 'Aukeratu fitxategi bat edo itsatsi testu bat',
  'grading.hand_grades_locked':
    'Zure kalifikazioak ezin dira aldatu ereduak kalifikatu ondoren, konparazioa bidezkoa izan dadin',
  'grading.hand_grades_missing': 'Kalifikatu lehenengo gutxienez lan bat eskuz',
  'grading.interrupted':
    'Zerbitzaria hainbat aldiz gelditu da lan hau kalifikatzen ari zela. Saiatu berriro.',
  'grading.limit_used_up':
    'Kalifikazio honek {spent} {currency} kostatu du dagoeneko. Aukeratu muga handiagoa jarraitzeko.',
  'grading.no_text': 'Ez da testurik aurkitu fitxategi honetan',
  'grading.no_usable_answer':
    'Ereduak ez du kalifikazio erabilgarririk eman, ezta berriro galdetuta ere. Saiatu berriro edo aukeratu beste eredu bat.',
  'grading.no_works': 'Ez dago kalifikatzeko lanik. Gehitu batzuk lehenengo.',
  'grading.not_for_batch': 'Kalibrazio bateko lanak bakarrik kalifikatzen dira lehenengo eskuz',
  'grading.not_for_calibration':
    'Kalibrazio bateko kalifikazioak ezin dira onartu: errubrika neurtzeko bakarrik dira',
  'grading.price_unknown':
    '{model} ereduak ez du preziorik, beraz ezin da kostu-muga egiaztatu. Hasi mugarik gabe, edo eskatu administratzaile bati prezioa gehitzeko.',
  'grading.provider_failed':
    'Ereduak ez du erantzun. Saiatu berriro geroago. Huts egiten jarraitzen badu, jarri harremanetan zure erakundeko administratzailearekin.',
  'grading.running': 'Lanak kalifikatzen ari dira. Itxaron amaitu arte, edo utzi bertan behera.',
  'grading.text_too_long': 'Lan hau luzeegia da (muga: {limit} karaktere)',
  'grading.too_many': 'Kalifikazio gehiegi errubrika honekin (muga: {limit}). Ezabatu batzuk lehenengo.',
  'grading.too_many_works': 'Lan gehiegi (muga: {limit} kalifikazio bakoitzeko)',
  'grading.unexpected': 'Lan hau ezin izan da kalifikatu ustekabeko errore baten ondorioz. Saiatu berriro.',
  'grading.unknown_criterion': 'Errubrikak ez du «{criterion}» irizpidea',
  'grading.unknown_level': '«{criterion}» irizpideak ez du «{level}» maila',

  'rubrics.column_name':
    'Errubrikaren egitura ez da baliozkoa: taularen {column}. zutabeak «Ongi (3)» bezalako izen bat behar du (maila eta puntuazioa)',
  'rubrics.criteria_not_json': 'Irizpideak ez dira baliozko JSONa',
  'rubrics.invalid': 'Errubrikaren egitura ez da baliozkoa: {reason}',
  'rubrics.invalid_json': 'Errubrikaren egitura ez da baliozkoa: fitxategia ez da baliozko JSONa',
  'rubrics.no_criteria_heading':
    'Errubrikaren egitura ez da baliozkoa: fitxategiak ez du «{heading}» izenburua',
  'rubrics.no_title':
    'Errubrikaren egitura ez da baliozkoa: fitxategiak ez du izenbururik. Hasi «# » eta izenburuarekin.',
  'rubrics.no_table':
    'Ez da errubrikarik aurkitu. Erabili taula bat: errenkada bat irizpide bakoitzeko eta zutabe bat maila bakoitzeko, «Bikain (4)» adibidez.',
  'rubrics.nothing_to_read': 'Aukeratu fitxategi bat edo itsatsi taula bat',
  'rubrics.no_text': 'Ez dago ebaluatzeko testurik',
  'rubrics.not_ready': 'Errubrika hau ezin da oraindik erabili. Gehitu irizpideak, bakoitza bere mailekin.',
  'rubrics.showcase_forbidden':
    'Erakundearen administratzaile batek bakarrik alda ditzake gomendatutako errubrikak',
  'rubrics.showcase_needs_public': 'Partekatutako errubrika bat bakarrik gomenda daiteke',
  'rubrics.too_many': 'Errubrika gehiegi (muga: {limit} pertsonako). Ezabatu batzuk lehenago.',
  'evaluations.file_not_found': 'Ezagutza-base honek ez du {id} fitxategirik',
  'evaluations.import_field': '{row}. errenkada: {field}: {problem}',
  'evaluations.import_repeated': '{row}. errenkadako galdera bera da',
  'evaluations.import_row': '{row}. errenkada: {problem}',
  'rubrics.different_scale':
    '«{name}» irizpidearen puntuaziorik altuena {score} da; guztizkoa lehen irizpidearenarekin ({scale}) kalkulatzen da',
  'rubrics.no_level': '«{name}» irizpideak ez du mailarik',
  'rubrics.no_usable_proposal':
    'Ereduak ez du errubrika erabilgarririk itzuli, ezta bigarren saiakeran ere: {problems}',
  'rubrics.quotes_not_found': '«{name}»: testuan ez dauden aipuak kendu dira ({count})',
  'rubrics.weights_not_100': 'Errubrikaren pisuen batura {sum} da, ez 100',
  'knowledge.embedding_failed':
    'Zerbaitek huts egin du zerbitzarian fitxategi baten embedding-ak prozesatzean. Jakinarazi zerbitzari honetako administratzaileei.',
} satisfies Partial<Record<MessageCode, string>>
