import type { MessageCode } from '@bellwether/wire'

export const assistants = {
  'assistants.changed_meanwhile':
    'Laguntzaile hau aldatu egin da bitartean (orain {version}. bertsioa da). Kargatu berriro gorde aurretik.',
  'creation.already_decided':
    'Proposamen hau dagoeneko onartu, baztertu edo ordeztu da. Kargatu berriro elkarrizketa.',
  'creation.busy': 'Azken mezua oraindik erantzuten ari da. Itxaron erantzuna amaitu arte.',
  'creation.name_required': 'Laguntzaile berriak izen bat behar du gorde aurretik',
  'creation.no_model':
    'Zure erakundeak oraindik ez du sortzen lagun diezazukeen eredurik. Hasi txantiloi batetik, edo eskatu administratzaile bati hornitzaile bat gehitzeko.',
  'creation.no_tools_model':
    'Zure erakundearen eredu lehenetsiak ezin du tresnarik erabili, eta beraz ezin dizu sortzen lagundu. Hasi txantiloi batetik, edo eskatu administratzaile bati beste eredu lehenetsi bat aukeratzeko.',
  'creation.not_available': 'Proposamenak eskuragarri ez duzun zerbait erabiltzen du: {reason}',
  'creation.nothing_changes': 'Proposamenak ez du ezer aldatzen: balio horiek lehendik ezarrita daude',
  'creation.outdated':
    'Laguntzailea aldatu egin da proposamen honetatik. Aldeak eguneratu dira: egiaztatu eta onartu berriro.',
  'creation.session_full': 'Elkarrizketa hau luzeegia da (muga: {limit} mezu). Hasi berri bat.',
  'creation.starters_budget':
    'Zure aurrekontuak ez du orain eredurik erabiltzen uzten. Galdera hauek materialaren izenburu eta definizioetatik datoz.',
  'creation.starters_failed':
    'Ezin izan da eredua erabili. Galdera hauek materialaren izenburu eta definizioetatik datoz.',
  'creation.starters_no_model':
    'Zure erakundeak ez du eredurik oraindik. Galdera hauek materialaren izenburu eta definizioetatik datoz.',
  'creation.unknown_skill': 'Ez dago «{skill}» trebetasunik. Eskuragarri: {skills}',
  'assistants.import_invalid': 'Laguntzaile hau ezin da inportatu: {reason}',
  'assistants.incomplete': 'Laguntzaile hau ezin da oraindik argitaratu. {reason}',
  'assistants.list_all_forbidden':
    'Erakundearen administratzaile batek bakarrik ikus ditzake erakundeko laguntzaile guztiak',
  'assistants.metadata_incomplete':
    'Laguntzailearen metadatuak osatu gabe daude. Nahitaezko eremu hauek falta dira: {fields}',
  'assistants.metadata_not_json': 'Laguntzailearen metadatuek JSON objektu bat izan behar dute, testu gisa',
  'assistants.metadata_unreadable': 'Ezin dira laguntzailearen metadatuak irakurri',
  'assistants.name_published':
    'Badago «{name}» izena duen beste laguntzaile argitaratu bat. Aldatu honi izena, eta argitaratu gero.',
  'assistants.name_required': 'Laguntzaileak izen bat behar du',
  'assistants.name_taken': 'Jabe honek badu «{name}» izeneko laguntzaile bat. Aukeratu beste izen bat.',
  'assistants.picture_too_large': 'Irudia handiegia da (muga: {limit} KiB eta {side} × {side} pixel)',
  'assistants.picture_type': 'Irudiak PNG, JPEG edo WebP fitxategia izan behar du',

  'sharing.allowed': 'Laguntzaileak parteka ditzakezu',
  'sharing.disabled':
    'Ezin duzu partekatu: desgaituta dago zuretzat edo zure erakundearentzat. Galdetu erakundearen administratzaile bati.',
  'sharing.disabled_for_object': 'Partekatzea ez dago gaituta erakunde honetan',
  'sharing.disabled_for_organization': 'Partekatzea ez dago gaituta zure erakundean',
  'sharing.disabled_for_you': 'Ez duzu laguntzaileak partekatzeko baimenik',
  'sharing.forbidden': 'Ez duzu partekatzeko baimenik',

  'templates.builtin_read_only':
    'Txantiloi integratuak ezin dira aldatu. Gorde kopia bat zure erakundearentzat.',
  'templates.name_taken': 'Baduzu «{name}» izeneko txantiloi bat',
  'templates.name_taken_in_organization':
    'Zure erakundeak badu «{name}» izeneko txantiloi bat. Aukeratu beste izen bat.',
  'templates.too_many': 'Txantiloi gehiegi (muga: {limit} erakundeko). Ezabatu bat lehenago.',
  'templates.tool_invalid': '{number}. tresnak ez du motarik. Adibidea: {example}',

  'tool_secrets.too_many': 'Sekretu gehiegi (muga: {limit}). Ezabatu bat lehenago.',

  'settings.already_multi_tool': 'Hau tresna anitzeko laguntzailea da dagoeneko',
  'settings.asks_itself': 'tools/{index}: laguntzaile batek ezin du bere burua tresna gisa erabili',
  'settings.cannot_convert': 'Laguntzaile hau ezin da bihurtu: {reason}',
  'settings.choose_assistant': '{tool}: aukeratu laguntzaile bat. Bitartean, tresna saltatu egingo da.',
  'settings.choose_file': '{tool}: aukeratu fitxategi bat. Bitartean, tresna saltatu egingo da.',
  'settings.choose_knowledge_base':
    '{tool}: aukeratu ezagutza-base bat. Bitartean, tresna saltatu egingo da.',
  'settings.choose_rubric': '{tool}: aukeratu errubrika bat. Bitartean, tresna saltatu egingo da.',
  'settings.choose_workspace': '{tool}: aukeratu lan-eremu bat. Bitartean, tresna saltatu egingo da.',
  'settings.circular_tools': 'Tresna hauek elkarren mende daude: {placeholders}',
  'settings.empty_knowledge_base':
    'Ezagutza-baseak oraindik ez du dokumenturik; beraz, laguntzaileak ez du nondik erantzun. Gehitu dokumentuak.',
  'settings.empty_template':
    'Prompt-txantiloia hutsik dago, eta ereduak ez du tresnen emaitza ikusiko. Gehitu {question} eta {placeholders}.',
  'settings.field_invalid': '{path}: {problem}',
  'settings.file_missing': 'Ez da {path} aurkitu jabearen fitxategien artean. Igo lehenago.',
  'settings.file_of_owner': 'Laguntzailearen jabeak bakarrik gehi diezaioke fitxategi bat',
  'settings.ignored': '{path}: {problem}. Ezarpen honi ez zaio jaramonik egin.',
  'settings.is_tool_of_many':
    '{count} laguntzailek tresna gisa erabiltzen dute hau. Orain honek beste laguntzaile batzuk erabiltzen dituenez, haien deiak ukatu egiten dira.',
  'settings.is_tool_of_one':
    'Laguntzaile batek tresna gisa erabiltzen du hau. Orain honek beste laguntzaile batzuk erabiltzen dituenez, deiak ukatu egiten dira.',
  'settings.max_iterations_invalid': 'max_tool_iterations: idatzi 1 eta 20 arteko zenbaki oso bat',
  'settings.missing_assistant':
    'Jabeak ez du {id} laguntzailerako sarbiderik. Bitartean, tresna saltatu egingo da.',
  'settings.missing_file':
    'Jabeak ez du {path} fitxategirako sarbiderik. Bitartean, tresna saltatu egingo da.',
  'settings.missing_knowledge_base':
    'Jabeak ez du {ids} ezagutza-baserako sarbiderik. Bitartean, tresna saltatu egingo da.',
  'settings.missing_mcp_tool': '{name} MCP tresna ez dago erabilgarri. Bitartean, saltatu egingo da.',
  'settings.missing_rubric':
    'Jabeak ez du {id} errubrikarako sarbiderik. Bitartean, tresna saltatu egingo da.',
  'settings.missing_workspace': 'Jabeak ez du lan-eremurako sarbiderik. Bitartean, tresna saltatu egingo da.',
  'settings.model_not_found':
    '{provider} hornitzaileak ez du «{model}» eredurik zerrendatzen. Egiaztatu izena; okerra bada, laguntzaileak ezingo du erantzun.',
  'settings.model_unlisted':
    'Zure erakundeak ez du «{model}» eskaintzen {provider} hornitzailearekin. Laguntzaileak ezingo du erantzun beste eredu bat aukeratu arte.',
  'settings.model_without_pictures':
    '«{model}» irudiak irakurtzeko gai ez dela markatuta dago. Aukeratu beste eredu bat edo desgaitu irudiak.',
  'settings.model_without_tools':
    '«{model}» tresnei deitzeko gai ez dela markatuta dago, beraz agian ez dira inoiz exekutatuko. Aukeratu beste eredu bat.',
  'settings.multi_tool_off':
    'Tresna anitzeko laguntzaileak desgaituta daude {organization} erakundean. Erakundearen administratzaile batek gai ditzake ezarpenetan.',
  'settings.nested_assistants':
    'tools/{index}: tresnak erabiltzen dituzten laguntzaileak ezin dira tresna gisa erabili',
  'settings.no_connector':
    'Zerbitzari honek ez du «{name}» konektorea. Laguntzaileak ezingo du erantzun beste bat aukeratu arte.',
  'settings.no_prompt_processor':
    'Zerbitzari honek ez du «{name}» prompt-prozesadorea. Laguntzaileak ezingo du erantzun beste bat aukeratu arte.',
  'settings.no_provider':
    'Zure erakundeak ez du {provider} konektatuta. Laguntzaileak ezingo du erantzun administratzaile batek konektatu arte edo beste hornitzaile bat aukeratu arte.',
  'settings.no_rag_processor':
    'Zerbitzari honek ez du «{name}» RAG prozesadorea. Laguntzaileak ezingo du erantzun instalatu edo beste bat aukeratu arte.',
  'settings.no_tool':
    'Zerbitzari honek ez du «{name}» tresna. Zerrendan jarraitzen du, baina saltatu egingo da instalatu arte.',
  'settings.placeholder_invalid':
    'tools/{index}/placeholder: erabili letra xeheak, zifrak eta _, adibidez {example}',
  'settings.placeholder_is_question':
    'tools/{index}/placeholder: {placeholder} galderaren lekua da. Aukeratu beste izen bat.',
  'settings.placeholder_missing':
    'Prompt-txantiloian ez dago {placeholder}, eta ereduak ez du «{tool}» tresnaren emaitza ikusiko. Gehitu {placeholder} txantiloiari, edo desgaitu tresna.',
  'settings.placeholder_reserved':
    'tools/{index}/placeholder: {placeholder} erreserbatuta dago. Aukeratu beste izen bat.',
  'settings.placeholder_taken':
    'Bi tresnak betetzen dute {placeholder}. Eman beste leku-marka bat bietako bati, adibidez {example}.',
  'settings.placeholder_unfilled':
    'Tresna aktibo batek ere ez du {placeholder} betetzen, eta promptetik kentzen da. Gaitu edo gehitu leku-marka hori duen tresna bat, edo kendu txantiloitik.',
  'settings.question_missing': 'Prompt-txantiloiak ez dauka ikaslearen galdera.',
  'settings.setting_required': '{tool}: {field} falta da. Bitartean, tresna saltatu egingo da.',
  'settings.students_no_changes':
    'Ikasleek ezin dute erabili: {tool} tresnak zerbait aldatzen du. Baimendu hemen: «Baimendu beste pertsona batzuei zerbait aldatzen duten tresnak erabiltzea».',
  'settings.students_no_workspace':
    'Ikasleek ezin dute erabili: lan-eremua ez dago inongo ikaslerekin partekatuta. Partekatu haiekin.',
  'settings.students_no_writing':
    'Ikasleek ezin dute erabili: {tool} tresnak fitxategiak aldatzen ditu, eta ikasle batek ere ezin du lan-eremuan idatzi. Partekatu idazteko baimenarekin.',
  'settings.too_deep': 'Ezarpenek habiaratze-maila gehiegi dituzte (muga: {limit})',
  'settings.too_many_tools': 'Tresna gehiegi: {count} (muga: {limit} laguntzaileko)',
  'settings.tool_incomplete': '{tool}: {problem}. Tresna saltatu egingo da hau konpondu arte.',
  'settings.tool_model_invalid': 'tool_model: idatzi eredu baten izena, edo "fast"',
  'settings.tool_model_unlisted':
    'Zure erakundeak ez du «{model}» eskaintzen {provider} hornitzailearekin. Laguntzailearen ereduak berak aukeratzen ditu tresnak.',
  'settings.tool_not_callable': 'tools/{index}: {tool} ezin da eskatzean erabili',
  'settings.tool_not_injectable': 'tools/{index}: {tool} ezin da promptean erabili',
  'settings.tool_once': 'tools/{index}: {tool} behin bakarrik gehi daiteke',
  'settings.tool_timeout_invalid': '{field}: idatzi milisegundoak 1000 eta 120000 arteko zenbaki oso gisa',
  'tests.budget_degraded':
    'Aurrekontu bat ia agortuta dago, eta eredu merkeago batek erantzungo luke. Probak ez dira exekutatu, emaitzak ezin liratekeelako alderatu.',
  'tests.changed': 'Laguntzailea edo probak aldatu egin dira azken exekuziotik. Exekutatu probak berriro.',
  'tests.failed':
    'Huts egin duten probak: {count}. Zuzendu laguntzailea, edo argitaratu hala ere eta esan zergatik.',
  'tests.message_required': 'Mezuak behar dira',
  'tests.none': 'Oraindik ez dago probarik. Gehitu bat lehenik.',
  'tests.not_run': 'Probak gainditu behar dira laguntzaile hau argitaratu aurretik. Exekutatu lehenik.',
  'tests.required':
    'Laguntzaile honek gainditutako probak behar ditu argitaratu aurretik. Gehitu batzuk lehenik.',
  'tests.running':
    'Laguntzaile honen probak martxan daude jada. Itxaron amaitu arte, edo utzi bertan behera.',
  'tests.schedule_failed':
    'Exekuzioa ustekabeko errore batengatik amaitu da. Hurrengoa aurreikusi bezala egingo da.',
  'tests.schedule_interrupted': 'Exekuzioa hainbat aldiz eten da. Hurrengoa aurreikusi bezala egingo da.',
  'tests.schedule_no_access':
    'Exekuzio automatikoak desgaitu dira, konfiguratu zituenak ezin duelako laguntzaile hau editatu.',
  'tests.schedule_no_account':
    'Exekuzio automatikoak desgaitu dira, konfiguratu zituenaren kontua ez dagoelako aktibo.',
  'tests.title_required': 'Izenburua behar da',
  'tests.too_many': 'Proba gehiegi (muga: {limit} laguntzaile bakoitzeko). Ezabatu batzuk lehenik.',
  'tests.unreviewed':
    'Proba batzuek ez dute egiaztapenik, eta inork ez ditu oraindik haien erantzunak baloratu. Baloratu, edo argitaratu laguntzailea hala ere eta esan zergatik.',
} satisfies Partial<Record<MessageCode, string>>
