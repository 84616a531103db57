import type { MessageCode } from '@bellwether/wire'

export const imports = {
  'imports.account_deleted': 'Kontua hemen ezabatu zen inportazioaren ondoren.',
  'imports.account_exists': 'Badago hemen helbide elektroniko hau duen kontu bat.',
  'imports.account_exists_choose':
    'Badago hemen helbide elektroniko hau duen kontu bat. Aukeratu erabili ala saltatu.',
  'imports.account_linked':
    'Lehendik dagoen kontua erabiltzen du. Pasahitza, rolak eta ezarpenak dauden bezala geratzen dira.',
  'imports.account_not_imported': 'Kontua ez da inportatu.',
  'imports.activities_without_key':
    'LTI jarduerak: {count}. Haien gakoa LAMBen ingurunean dago (.env), eta hori ez da inportatzen. Ezarri LTI_GLOBAL_SECRET LAMBen bezala, edo LTI_SECRET, LAMBek hori bakarrik badu. Ordura arte, LMS batek ezin ditu ireki.',
  'imports.activity_link_invalid': 'Estekaren identifikatzailea falta da edo luzeegia da.',
  'imports.activity_link_twice': 'Esteka bera duen jarduera bat lehenago inportatu da.',
  'imports.activity_not_imported': 'Jarduera ez da inportatu.',
  'imports.activity_type_unknown':
    'LAMBeko «{type}» mota ez dago hemen. Txateatzeko jarduera bat da, mota horren ezarpen, bidalketa eta kalifikaziorik gabe.',
  'imports.address_invalid': 'Baliogabeko helbide bat ({setting}) kanpoan utzi da.',
  'imports.address_private':
    '{address} helbide pribatua da. Sistemaren administratzaile batek berriro gorde behar du; bestela, inportatu helbide pribatuez fidatuz.',
  'imports.admin_dropped':
    'Sistemaren administratzailea zen sistemaren erakundetik kanpo. Hemen erakunde horretakoak izan behar dute; beraz, rol hori galdu du.',
  'imports.admin_kept': 'Sistemaren administratzailea da, LAMBen bezala.',
  'imports.admin_not_linked':
    'Sistemaren administratzaileek hemen hasten dute saioa: LMS batek ezin ditu haien kontuak ireki.',
  'imports.answer_cut': 'Erantzuna {limit} karakteretan moztu da.',
  'imports.assistant_exists_choose':
    'Badago hemen identifikatzaile hau duen laguntzaile bat. Aukeratu hau saltatu ala identifikatzaile berria eman.',
  'imports.assistant_id_taken': 'Bere identifikatzailea hartuta dago hemen.',
  'imports.assistant_id_twice': 'Beste laguntzaile batek identifikatzaile bera du.',
  'imports.assistant_new_id':
    'Identifikatzaile berria du, berea hemen hartuta dagoelako edo baliogabea delako. Aldatu hori erabiltzen duten estekak eta eredu-izenak.',
  'imports.assistant_not_imported': 'Laguntzailea ez da inportatu.',
  'imports.assistant_of_owner': 'Orain jabearen erakundekoa da, LAMBek tratatzen zuen bezala.',
  'imports.assistant_or_person_not_imported': 'Laguntzailea edo pertsona ez da inportatu.',
  'imports.assistant_owner_is_student': 'Jabeak ikasle-kontua du, eta ezin du editatu.',
  'imports.assistants_missing':
    'Inportatu ez diren edo beste erakunde batekoak diren bere laguntzaileak: {count}.',
  'imports.chat_assistant_not_imported':
    'Bere laguntzailea ez da inportatu, edo beste eredu batekin egindako elkarrizketa da.',
  'imports.chat_unreadable': 'Ezin da irakurri.',
  'imports.chats_readable':
    'Irakasleek irakur ditzaketen ikasleen elkarrizketak, ikasleek LAMBen onartu zutelako: {readable}. Pribatu jarraitzen dutenak: {private}.',
  'imports.connector_unknown':
    '«{name}» konektorea ez dago hemen, eta openai jarri da. Begiratu zein eredu duen.',
  'imports.criteria_unreadable': 'Irizpideak ezin dira irakurri.',
  'imports.deleted_here': 'Hemen ezabatu zen inportazioaren ondoren, eta ez da berriro inportatzen.',
  'imports.deleted_in_lamb': 'LAMBen ezabatu zen.',
  'imports.document_owner': 'Ezagutza-basearen jabeak ezin du dokumenturik gehitu.',
  'imports.document_read_again': 'Berriro irakurtzen da hemendik: {address}.',
  'imports.document_rebuilt': 'Jatorrizkoa falta da. Haren testua erabiltzen da.',
  'imports.educator_not_imported': 'Bere irakaslea ez da inportatu.',
  'imports.email_invalid': 'Helbide elektronikoa ez da baliozkoa.',
  'imports.email_missing': 'Helbide elektronikorik gabe, pertsonak berriro lotu behar du kontua.',
  'imports.email_twice': '{id} erabiltzaileak helbide elektroniko bera du.',
  'imports.environment_missing':
    'Argitaratutako laguntzaileak: {count}. Hemen ezarri gabe, baina bai LAMBen ingurunean (.env), eta hori ez da inportatzen: {settings}. LTI_SECRET gabe, LMS batek ezin ditu laguntzaile jakinen estekak ireki; LAMB_BEARER_TOKEN gabe, Open WebUIk ezin ditu erabili.',
  'imports.file_exists': 'Badago hemen izen hau duen fitxategi bat.',
  'imports.file_missing': 'Bere fitxategia falta da.',
  'imports.file_name_invalid': 'Bere izena ez da baliozkoa hemen.',
  'imports.file_not_image': 'Ez da irudi bat.',
  'imports.file_not_text': 'Testuak bakarrik inportatzen dira ({types}).',
  'imports.file_not_yet':
    '{path} fitxategia oraindik ez dago hemen. Inportatu berriro LAMBen fitxategiekin, edo igo fitxategia.',
  'imports.file_removed': '{path} fitxategia ez da inportatu, eta kendu egin da.',
  'imports.file_unreadable': 'Ezin da irakurri, esteka bat da edo handiegia da.',
  'imports.id_invalid': 'Identifikatzailea ez da baliozkoa.',
  'imports.id_not_a_number': 'Identifikatzailea ez da zenbaki bat.',
  'imports.images_not_described':
    'Hemen ez dago irudiak deskribatzen dituen eredurik; beraz, bere irudiak ez dira deskribatu.',
  'imports.knowledge_bases_removed': 'Inportatu ez diren ezagutza-baseak kendu dira: {ids}.',
  'imports.knowledge_server_removed':
    'Ezagutza-baseen zerbitzaria ezarpenetatik kendu da: orain ezagutza-baseak hemen gordetzen dira.',
  'imports.knowledge_store':
    'Hemen ez dago ezagutza-biltegirik. Sortu ezagutza-base bat haren dokumentuekin.',
  'imports.knowledge_stores_removed': '{ids} ezagutza-biltegiak ezin dira inportatu, eta kendu egin dira.',
  'imports.knowledge_without_documents':
    'Ezagutza-baseek ez dute oraindik dokumenturik. Gehitzeko, inportatu ezagutza-baseen zerbitzariaren karpeta edo helbidea ere.',
  'imports.lamb_name_changed':
    'Izena hemen hartuta dago edo ez da baliozkoa; beraz, LAMBen bezeroek {name} gisa ezagutzen dute.',
  'imports.libraries_without_files':
    'Liburutegien fitxategiak ez daude LAMBen datu-basean. Inportatu --library-data aukerarekin gehitzeko.',
  'imports.library_files_needed':
    'Bere fitxategia ez dago LAMBen datu-basean. Inportatu berriro --library-data aukerarekin.',
  'imports.library_is_knowledge_base': 'Hemen ezagutza-base bat da.',
  'imports.library_not_imported': 'Liburutegia ez da inportatu.',
  'imports.library_text_is_file': 'Liburutegi bateko bere elementua {path} fitxategia da orain.',
  'imports.library_text_not_yet':
    '{path} fitxategia oraindik ez dago hemen. Inportatu berriro --library-data aukerarekin, edo igo ezazu.',
  'imports.listed_twice': 'Bi aldiz dago zerrendan.',
  'imports.lms_id_invalid': 'LMSko identifikatzailea falta da edo luzeegia da.',
  'imports.lms_id_missing': 'LMSko identifikatzailea falta da.',
  'imports.lms_id_twice':
    'Beste kontu batek id bera du LMSan, eta geroago erabili zen. Hori da irekitzen dena.',
  'imports.lti_id_taken':
    'Erakundeko beste kontu batek LTI identifikatzaile bera du; beraz, honek ez du bat ere.',
  'imports.lti_key_invalid': 'Gakoa edo haren sekretua hutsik dago edo luzeegia da.',
  'imports.lti_key_of_installation': 'Instalazio honek badu jardueretarako gako bat, eta hori gordetzen da.',
  'imports.lti_key_of_organization': 'Erakundeak badu gako bat hemen.',
  'imports.lti_key_of_other': 'Beste erakunde batek du gako hau.',
  'imports.messages_left_out': 'Kanpoan utzitako mezuak, hala nola beste adarretakoak: {count}.',
  'imports.model_permission':
    'Hemen ez dago pertsona eta eredu bakoitzeko baimenik. Erakundeek aukeratzen dituzte eskaintzen dituzten ereduak.',
  'imports.moved_to_system': 'Ez zuen erakunderik, eta orain sistemaren erakundean dago.',
  'imports.no_counterpart': 'Ez da inportatu, hemen ez duelako baliokiderik: {objects} ({count}).',
  'imports.not_saved': 'Ezin izan da gorde: {reason}',
  'imports.nul_removed':
    'U+0000 karakterea ezin da gorde, eta {table} taulako testuetatik kendu da ({count}): {ids}.',
  'imports.old_collection':
    'LAMBek ez zuen zerrenda hau jada erabiltzen. Ezagutza-baseak --kb-data edo --kb aukeratik datoz.',
  'imports.organization_exists': 'Badago hemen {slug} identifikatzailea duen erakunde bat.',
  'imports.organization_exists_choose':
    'Badago hemen {slug} identifikatzailea duen erakunde bat. Aukeratu erabili ala saltatu.',
  'imports.organization_is_system': '{slug} sistemaren erakundea da hemen.',
  'imports.organization_linked':
    'Kideak lehendik dagoen {slug} erakundera pasatzen dira; haren ezarpenak dauden bezala geratzen dira.',
  'imports.organization_not_imported': 'Erakundea ez da inportatu.',
  'imports.organization_settings_unreadable':
    'Ezin izan dira ezarpenak irakurri. Eredu-hornitzailerik gabe hasten da.',
  'imports.organization_slug_changed':
    '«{slug}» identifikatzailea ez da baliozkoa hemen, eta {newSlug} jarri da.',
  'imports.organization_status_unknown': 'Egoera ezezaguna da; beraz, etenda dago.',
  'imports.owner_not_imported': 'Bere jabea ez da inportatu.',
  'imports.owner_with_email_not_imported': 'Bere jabea, {email}, ez da inportatu.',
  'imports.password_missing': 'Ez du pasahitz erabilgarririk. Bidali esteka bat pasahitza jartzeko.',
  'imports.passwords_in_webui':
    'Pasahitz batzuk Open WebUIren datu-basean daude. Inportatu hura ere, pasahitzak gordetzeko.',
  'imports.person_in_other_organization': 'Pertsona ez dago laguntzailearen erakundean.',
  'imports.person_not_imported': 'Dagokion kontua ez da inportatu.',
  'imports.price_invalid': 'Prezioa ez da baliozkoa.',
  'imports.prompt_processor_unknown':
    '«{name}» prompt-prozesadorea ez dago hemen, eta simple_augment jarri da.',
  'imports.prompt_too_long': 'Promptak {limit} karaktere baino gehiago ditu.',
  'imports.provider_missing':
    '{organization} erakundeak ez du «{provider}» eredu-hornitzailea. Konfiguratu, haren laguntzaileek erantzun ahal izateko ({count}).',
  'imports.publication_name_taken':
    'Ez dago argitaratuta: {name} LTI kontsumitzaile-izena hartuta dago hemen.',
  'imports.quota_from_alerts': '{limit} USD-ko kostu-muga LAMBen kuota-alertetatik dator.',
  'imports.rag_processor_unknown':
    '«{name}» RAG prozesadorea ez dago hemen. Laguntzaileak materialik gabe erantzuten du.',
  'imports.renamed': 'Izena hemen hartuta dago edo ez da baliozkoa. Orain {name} da.',
  'imports.role_dropped':
    '{role} rola zuen beste erakunde batean, edo hemen ezezaguna den bat. Kendu egin da.',
  'imports.rubric_new_id':
    'Identifikatzaile berria du, berea hemen hartuta dagoelako. Laguntzaileek berria erabiltzen dute.',
  'imports.rubric_removed': '{id} errubrika ez da inportatu, eta kendu egin da.',
  'imports.session_without_assistant': 'Bere laguntzailea ez da inportatu; beraz, ez dagokio bati ere.',
  'imports.setting_removed': '{setting} kendu da: ezin da inportatu.',
  'imports.settings_not_json':
    'Ezarpenak ez dira baliozko JSON. LAMBen bezala, ez du erantzuten berriro gorde arte.',
  'imports.settings_too_large': 'Ezarpenak handiegiak dira.',
  'imports.sign_up_closed':
    'Izena emateko gakoa beste nonbait erabiltzen da edo ez da baliozkoa hemen. Izen-ematea itxi da.',
  'imports.sign_up_open': 'Izen-emateak irekita jarraitzen du eta irakasleak sortzen ditu, LAMBen bezala.',
  'imports.static_without_users':
    'Fitxategien eta irudien karpetak ez du erabiltzaileen karpetarik. LAMBen static/public izan behar du.',
  'imports.step_assistants': 'Laguntzaileak',
  'imports.step_chats': 'Elkarrizketak',
  'imports.step_documents': 'Dokumentuak',
  'imports.step_files': 'Fitxategiak',
  'imports.step_lti_students': 'LTIko ikasleak',
  'imports.step_student_chats': 'Ikasleen elkarrizketak',
  'imports.step_usage': 'Erabilera',
  'imports.step_users': 'Erabiltzaileak',
  'imports.student_chats_in_webui':
    'Ikasleen elkarrizketak Open WebUIren datu-basean daude. Inportatu hura ere, elkarrizketak gordetzeko.',
  'imports.system_settings_kept':
    'Sistemaren erakundeak bere eredu-hornitzaileak ditu hemen; beraz, ezarpenak ez dira ordeztu.',
  'imports.table_damaged': '{table} taula hondatuta dago. Errenkada batzuk ez dira inportatu.',
  'imports.test_invalid': 'Azken mezua ez da galdera bat, edo luzeegia da.',
  'imports.test_result_not_imported': 'Bere probaren emaitza ez da inportatu.',
  'imports.test_without_verdict': 'Ez du epairik.',
  'imports.text_too_long': '{column} eremuak {limit} karaktere baino gehiago ditu.',
  'imports.too_many_prices': '{limit} prezio baino gehiago daude.',
  'imports.too_many_tests': 'Laguntzaileak {limit} proba baino gehiago ditu.',
  'imports.tool': '{number}. tresna: {problem}',
  'imports.top_k_changed': 'Pasarte kopurua ez da baliozkoa, eta {number} ezarri da.',
  'imports.usage_left_out': 'Inportatu ez diren laguntzaileen erabilera kanpoan utzi da.',
  'imports.user_name_missing': 'Erabiltzaile-izena falta da.',

  'imports.user_settings_unreadable': 'Ezarpenak ezin dira irakurri. Lehenetsiekin hasten da.',
  'parts.import_audit_entries': 'auditoretza-sarrerak',
  'parts.import_bulk_records': 'inportazio masiboen erregistroak',
  'parts.import_database_error': 'datu-basearen errorea ({code})',
  'parts.import_store_items': 'ezagutza-biltegietako elementuak',
  'parts.import_unknown_database_error': 'datu-basearen errorea',
} satisfies Partial<Record<MessageCode, string>>
