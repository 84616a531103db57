import type { MessageCode } from '@bellwether/wire'

export const models = {
  'models.cannot_describe_images':
    'Eredu batek ere ezin du irudirik deskribatu: {reason}. Bestela, ezarri image_descriptions «basic» balioarekin.',
  'models.default_required':
    'Ez dago eredu lehenetsirik aukeratuta. Erakundearen administratzaile batek {provider} hornitzailearen bat aukera dezake ezarpenetan.',
  'models.fast_required':
    'Ez dago eredu txiki eta azkarrik aukeratuta. Erakundearen administratzaile batek bat aukera dezake ezarpenetan.',
  'models.no_connector': 'Ez da «{name}» konektorea aurkitu',
  'models.no_default': 'Ez da eredurik aukeratu, eta {provider} hornitzaileak ez du eredu lehenetsirik',
  'models.no_embeddings':
    '{provider} hornitzaileak ez du embedding-eredurik. Aukeratu beste hornitzaile bat.',
  'models.no_prompt_processor': 'Ez da «{name}» prompt-prozesadorea aurkitu',
  'models.no_provider': 'Ez da «{name}» hornitzailea aurkitu',
  'models.no_rag_processor': 'Ez da «{name}» RAG prozesadorea aurkitu',
  'models.no_reranker': 'Ez da berrordenatzailerik aukeratu',
  'models.no_rerankers':
    '{provider} hornitzaileak ez du berrordenatzailerik. Aukeratu beste hornitzaile bat.',
  'models.no_transcription':
    '{provider} hornitzaileak ez du transkripzio-eredurik. Aukeratu beste hornitzaile bat.',
  'models.transcription_timeout':
    'Transkripzioak {minutes} minutu baino gehiago behar izan ditu. Zatitu grabazioa, edo saiatu berriro geroago.',
  'models.not_offered':
    '{organization} erakundeak ez du «{model}» eredua eskaintzen {provider} hornitzailearekin. Aukeratu beste bat laguntzailearen ezarpenetan.',
  'models.not_offered_here':
    '{organization} erakundeak ez du «{model}» eredua eskaintzen. Utzi hutsik eredu lehenetsia erabiltzeko.',
  'models.none':
    '{organization} erakundeak ez du eredurik. Erakundearen administratzaile batek hornitzaile bat konfigura dezake ezarpenetan.',
  'models.provider_incomplete': '{provider} hornitzailearen ezarpenak osatu gabe daude: {problem}',
  'models.provider_not_set_up':
    '{provider} ez dago konfiguratuta {organization} erakundean. Erakundearen administratzaile batek egin dezake ezarpenetan.',
  'models.timeout':
    'Ereduak ez du {seconds} segundotan amaitu. Saiatu berriro, edo eskatu gutxiago aldi berean.',
  'models.tool_incomplete': '{tool} tresnaren ezarpenak osatu gabe daude: {problem}',

  'providers.cut_off': '{provider} hornitzaileak erantzuna eten du osatu baino lehen',
  'providers.endless': '{provider} hornitzaileak datuak bidaltzen jarraitu du erantzuna amaitu gabe',
  'providers.event_malformed': 'Hornitzaileak gaizki osatutako gertaera bat bidali du',
  'providers.event_too_large': 'Hornitzaileak 1 MiB baino handiagoko gertaera bat bidali du',
  'providers.function_call':
    '{param}: {provider} hornitzaileak ez du function_call onartzen. Erabili tool_calls.',
  'providers.image_declined':
    '{provider} hornitzaileak ez du irudi hau sortu nahi izan ({reason}); saiatu beste deskribapen batekin{detail}',
  'providers.image_needs_text': 'Azken mezuak ez du testurik. Deskribatu nahi duzun irudia.',
  'providers.image_url': 'Ollamak data: URL gisa bakarrik onartzen ditu irudiak, ez web URL gisa',
  'providers.key_missing':
    'Ez dago API gakorik {provider} hornitzailearentzat. Erakundearen administratzaile batek gehi dezake ezarpenetan.',
  'providers.key_rejected': '{provider} hornitzaileak API gakoa baztertu du (egoera: {status}){detail}',
  'providers.malformed': '{provider} hornitzaileak irakurri ezin den erantzun bat bidali du',
  'providers.model_missing':
    '{provider} hornitzaileak ez du «{model}» eredua (egoera: 404); aukeratu beste eredu bat edo egiaztatu oinarrizko URLa{detail}',
  'providers.no_connector': 'Ez da «{name}» konektorea aurkitu',
  'providers.no_image': '{provider} hornitzaileak ez du ez irudirik ez testurik itzuli',
  'providers.part_unsupported': '{param}: {provider} hornitzaileak ez du "{type}" mota onartzen',
  'providers.rate_limited':
    '{provider} hornitzailea eskaerak mugatzen ari da (egoera: 429); saiatu geroago{detail}',
  'providers.redirects':
    '{provider} hornitzaileak beste URL batera birbideratzen du (egoera: {status}); zuzendu oinarrizko URLa{detail}',
  'providers.reported': '{provider} hornitzaileak hau jakinarazi du: {detail}',
  'providers.status': '{provider} hornitzaileak egoera hau itzuli du: {status}{detail}',
  'providers.unavailable': '{provider} ez dago erabilgarri aldi baterako (egoera: {status}){detail}',
  'providers.vectors_mismatch': '{provider} hornitzaileak {count} bektore bidali ditu {texts} testutarako',
  'providers.web_page': '{provider} hornitzaileak web-orri bat itzuli du. Egiaztatu oinarrizko URLa.',

  'org_settings.describe_needs_text': 'Eman lehenago izen bat edo sistemaren prompt bat laguntzaileari',
  'org_settings.embeddings_required': 'Ez da embedding-eredurik aukeratu',
  'org_settings.fast_model':
    '«{model}» eredu azkarra ez da {provider} hornitzailearen ereduetako bat. Eredu lehenetsia erabiltzen da.',
  'org_settings.import_too_large': 'Fitxategia handiegia da (muga: 5 MB)',
  'org_settings.import_not_text': 'Fitxategia ez da UTF-8 testua. Gorde JSON edo CSV gisa.',
  'org_settings.kb_key_elsewhere': 'Gordetako gakoa beste URL batena da. Idatzi honen gakoa.',
  'org_settings.kb_key_rejected': 'Zerbitzariak erantzuten du, baina gakoa baztertzen du',
  'org_settings.kb_status': 'Zerbitzariak {status} egoera itzuli du',
  'org_settings.kb_works': 'Ezagutza-baseen zerbitzariak erantzuten du',
  'org_settings.key_removed':
    '{provider} hornitzailearen API gakoa kendu da, oinarrizko URLa aldatu delako. Idatzi berriro.',
  'org_settings.model_works': 'Ereduak erantzuten du',
  'org_settings.models_found': '{count} eredu',
  'org_settings.moodle_functions': 'Gehitu {functions} tokenaren zerbitzuari Moodlen',
  'org_settings.moodle_timeout': 'Moodlek ez du {seconds} segundotan erantzun',
  'org_settings.moodle_token_required':
    'Idatzi Moodle honen tokena. Gordetako token bat gordetzean zuen URLarekin bakarrik erabiltzen da.',
  'org_settings.moodle_url_required': 'Idatzi lehenago zure Moodleren URLa',
  'org_settings.moodle_works': 'Moodlek erantzuten du eta tokena onartzen du',
  'org_settings.no_response': 'Erantzunik ez {seconds} segundotan',
  'org_settings.provider_incomplete': 'Ezarpenak osatu gabe daude',
  'org_settings.provider_internal': 'Egiaztapenak huts egin du zerbitzarian. Erregistroak ditu xehetasunak.',
  'org_settings.provider_not_set_up': 'Hornitzaile hau ez dago konfiguratuta',
  'org_settings.transcription_required': 'Ez da transkripzio-eredurik aukeratu',
  'org_settings.reranker_required': 'Ez da berrordenatzailerik aukeratu',
  'org_settings.reranker_works': 'Berrordenatzaileak erantzuten du',
  'org_settings.reranker_wrong':
    'Berrordenatzaileak erantzuten du, baina proba-testu bat gaizki ordenatu du. Egiaztatu berrordenatzeko eredu bat dela.',
  'org_settings.rubric_too_large': 'Errubrikaren fitxategia handiegia da (muga: {limit} KiB)',
  'org_settings.search_provider':
    '«{name}» hornitzaileak ez du honetarako eredurik. Aukeratu hauetako bat: {providers}.',
  'org_settings.signup_key_required': 'Izen-ematea gaituta badago, izena emateko gako bat behar da',
  'org_settings.small_fast_model':
    '«{model}» eredu txiki eta azkarra ez da {provider} hornitzailearen ereduetako bat. Eredu lehenetsia erabiltzen da.',
  'org_settings.tool_use_model':
    'Tresna-deietarako «{model}» eredua ez da {provider} hornitzailearen ereduetako bat. Eredu lehenetsia erabiltzen da.',
  'kb_server.file_required': 'Formularioak ez du fitxategirik',
  'kb_server.params_not_json': 'plugin_params ez da baliozko JSONa',
  'kb_server.params_not_object': 'plugin_params JSON objektu bat izan behar da',
  'kb_server.query_required': 'query_text hutsik dago. Idatzi galdera bat.',
  'kb_server.apikey_required': 'Idatzi API gako bat embedding-ereduarentzat (embeddings_model.apikey)',
  'kb_server.status_invalid':
    'status hauetako bat izan behar da: deleted, cancelled, pending edo uneko egoera',
  'kb_server.visibility_invalid': 'visibility hauetako bat izan behar da: private edo public',
  'kb_server.urls_required': 'urls hutsik dago',
  'providers.only_function_choice': '{provider} hornitzaileak funtzio bat aukeratzea baino ez du onartzen',
  'providers.only_function_tools':
    '{provider} hornitzaileak "function" motako tresnak baino ez ditu onartzen',
  'providers.param_unsupported': '{provider} hornitzaileak ez du parametro hau onartzen',
} satisfies Partial<Record<MessageCode, string>>
