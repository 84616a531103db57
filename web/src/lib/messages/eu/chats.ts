import type { MessageCode } from '@bellwether/wire'

export const chats = {
  'attachments.busy': 'Beste dokumentu bat irakurtzen ari da oraindik. Saiatu berriro amaitzean.',
  'attachments.not_allowed': 'Ezin duzu dokumenturik erantsi laguntzaile honekin dituzun elkarrizketetan',
  'attachments.too_large': 'Fitxategia handiegia da (muga: {limit} MB)',
  'attachments.too_many': 'Dokumentu gehiegi (muga: {limit} elkarrizketa bakoitzeko). Kendu bat lehenago.',
  'chats.access_denied': 'Ez duzu laguntzaile honetarako sarbiderik',
  'chats.feedback_on_answers': 'Erantzunak bakarrik balora daitezke',
  'chats.folder_name_taken': 'Badaukazu «{name}» izeneko karpeta bat',
  'chats.too_many_folders': '{limit} karpeta dituzu, gehieneko kopurua. Ezabatu bat lehenago.',
  'chats.hide_questions': 'Galderak bakarrik ezkuta daitezke. Erantzunak haiekin batera ezkutatzen dira.',

  'activity.date_invalid': 'Data baliogabea: {value}. Erabili 2026-11-16 bezalako data bat.',
  'activity.period_invalid': 'Aldi baliogabea. Erabili day, week edo month.',
  'activity.chats_for_owner':
    'Laguntzailearen jabeak bakarrik irakur ditzake haren elkarrizketak. Administratzaileek estatistikak ikus ditzakete.',
  'activity.course_small':
    'Aukeratu gutxienez kontua duten {limit} ikasle dituen ikastaro bat. Talde txikiagoak ezin dira modu anonimoan erakutsi.',
  'activity.course_unnamed':
    'Ikastaro honetako {limit} ikasle baino gutxiagok ezkutatzen dute izena; beraz, hemen ez lirateke anonimoak izango. Aukeratu beste ikastaro bat.',
  'activity.off': 'Zure erakundeak ez die elkarrizketak irakasleei erakusten',
  'activity.titles_unusable':
    'Ereduaren izenburuak ezin dira erabili. Saiatu berriro, edo aukeratu beste eredu lehenetsi bat.',
  'activity.foreign_knowledge_base': 'Aukeratu laguntzaile honek erabiltzen duen ezagutza-base bat',

  'memories.person_required':
    'Gako hau beste pertsona batzuen izenean aritzen da. Adierazi pertsona x-openwebui-user-email goiburuan.',

  'traces.before_invalid': '«before» balioa ez da baliozkoa. Erabili arrasto baten identifikatzailea.',

  'approvals.already_decided': 'Onespen hau erabakita dago dagoeneko',
  'approvals.expired': 'Onespen hau iraungi da',
  'approvals.input_only_with_approval': 'Argumentuak onestean bakarrik bidal daitezke',
  'approvals.input_too_long': 'Argumentuak luzeegiak dira pertsona batek berrikusteko',

  'answers.assistant_required': 'Adierazi laguntzailea URLan, adibidez ?assistant=12',
  'answers.access_denied': 'Ez duzu laguntzaile honetarako sarbiderik',
  'answers.interrupted': 'Erantzun hau idazten ari zen zerbitzaria gelditu egin da. Galdetu berriro.',
  'answers.calls_itself':
    'Laguntzaile batek ezin die zerbitzari bereko laguntzaileei API bidez deitu. Erabili «Beste laguntzaile bat» tresna.',
  'answers.field_invalid': '{path}: {problem}',
  'answers.input_invalid': 'input/{path}: {problem}',
  'answers.invalid': 'Eskaera ez da baliozkoa',
  'answers.after_not_a_model': 'Erabili aurreko orriko last_id balioa after gisa, adibidez lamb_assistant.12',
  'answers.model_not_found': 'Ez da {model} eredua aurkitu',
  'answers.nested_assistants': 'Tresnak erabiltzen dituzten laguntzaileei ezin zaie tresna gisa deitu',
  'answers.one_choice':
    'n: tresnei deitzen dieten laguntzaileek erantzun bakarra ematen dute eskaera bakoitzeko',
  'answers.param_invalid': '{param}: {problem}',
  'answers.prompt_hidden':
    'Ereduak jasotzen duena ikusteko, laguntzaile honen promptetarako sarbidea behar duzu',
  'answers.request_too_long':
    'Elkarrizketa hau luzeegia da: dokumentuekin, {limit} milioi karaktere baino gehiago ditu. Laburtu mezua edo hasi elkarrizketa berri bat.',
  'prompts.repeats':
    'Promptak {limit} milioi karaktere baino gehiago izango lituzke, {placeholder} {times} aldiz agertzen delako txantiloi batean. Erabili behin bakarrik.',
  'prompts.too_long':
    'Promptak {limit} milioi karaktere baino gehiago izango lituzke. Laburtu txantiloia, edo egin tresnek testu gutxiago itzul dezaten.',
  'answers.too_many_choices': '{param}: laguntzaile honek gehienez {limit} ematen ditu eskaera bakoitzeko',
  'answers.too_slow': 'Erantzunak {seconds} segundo baino gehiago iraun du',
  'answers.unknown_tool_choice': 'tool_choice: «{name}» ez da tresnetako bat',

  'agents.api_key_required': 'Bidali API gako bat: URLan, bearer token gisa edo x-api-key goiburuan',
  'agents.bearer_required': 'Bidali API gako bat edo token bat, bearer token gisa',
  'agents.busy': 'Dialogo honetan erantzun bat abian da. Gelditu, edo itxaron amaitu arte.',
  'agents.checkpoint_gone':
    'Kontrol-puntu hau ez da existitzen, historia zaharra ezabatu delako. Ez da ezer aldatu. Aukeratu geroagoko bat, edo berrezarri azken onespenera.',
  'agents.message_required': 'Idatzi mezu bat',
  'agents.message_too_long': 'Mezua luzeegia da (muga: {limit} karaktere)',
  'agents.no_workspace':
    'Dialogo honek ez du fitxategirik. Aukeratu lehenago lan-eremu bat laguntzaile honen tresnetarako.',
  'agents.system_key':
    'Sistemaren gakoa ez da inongo erabiltzailerena. Erabili erabiltzaile baten API gakoa.',
  'mcp.argument_invalid': '{path}: {problem}',
  'mcp.no_argument': 'Ez da {name} argumentua aurkitu',
  'mcp.no_page': 'Kurtsorea ez da baliozkoa',
  'mcp.query_encoding': 'query: erabili URL kodeketa',
  'mcp.query_required': 'query: idatzi galdera bat',
  'mcp.query_too_long': 'query: luzeegia da (muga: {limit} karaktere)',
  'mcp.search_not_watchable': 'Bilaketak ezin dira behatu. Behatu ezagutza-basea.',
  'mcp.session_required': 'Behatzeko saio bat behar da. Bidali Mcp-Session-Id.',
  'mcp.text_required': 'Bidali galdera {name} argumentuan',
  'mcp.too_many_requests': 'Eskaera gehiegi abian (muga: {limit})',
  'mcp.too_many_watched': 'Behatutako baliabide gehiegi (muga: {limit} saioko)',

  'statuses.answer_limit': 'Ez zaie tresna gehiagori deituko: erantzun baten mugara iritsi da',
  'statuses.approval': '{tool}: zure onespenaren zain',
  'statuses.knowledge_base_unavailable': '{id} ezagutza-basea ez dago erabilgarri',
  'statuses.merging': 'Tresnen emaitzak bateratzen',
  'statuses.model_fallback': '{model} ereduak huts egin du. Haren ordez, {fallback} erabiltzen da.',
  'statuses.round_limit': 'Ez zaie tresna gehiagori deituko {rounds} txandaren ondoren',
  'statuses.round_limit_one': 'Ez zaie tresna gehiagori deituko txanda baten ondoren',
  'statuses.tool_call': 'Deitzen: {tool}...',
  'statuses.tool_complete': '{tool}: osatuta',
  'statuses.tool_denied': '{tool}: ukatuta',
  'statuses.tool_failed': '{tool}: huts egin du',
  'reasons.approval_expired': 'ez da garaiz onetsi',
  'reasons.approval_rejected': 'baztertu egin da',
  'reasons.approval_rejected_because': 'baztertu egin da: {reason}',
  'reasons.approved_input_invalid': 'onetsitako argumentuek ez dute balio',
  'reasons.assistant_not_found': 'ez da {id} laguntzailea aurkitu',
  'reasons.changes_not_allowed': 'zerbait aldatzen du, eta laguntzailearen jabeak bakarrik egin dezake hori',
  'reasons.cycle': 'bere mende dagoen tresna baten mende dago',
  'reasons.failed': 'huts egin du',
  'reasons.filled_settings_invalid': 'bere ezarpenek ez zuten balio leku-markak bete ondoren',
  'reasons.forbidden': 'ez dago baimenduta',
  'reasons.forbidden_by_organization': 'erakundeak ez du tresna hau baimentzen',
  'reasons.function_limit': '{limit} funtzioko mugara iritsi da',
  'reasons.function_name_invalid': 'ez du baliozko funtzio-izenik',
  'reasons.not_installed': 'ez dago instalatuta',
  'reasons.not_offered': 'ez zaio ereduari eskaini: {reason}',
  'reasons.objects_from_tool':
    'bere ezarpenek bakarrik aukera ditzakete irakurtzen dituen objektuak, ez beste tresna batek',
  'reasons.only_in_prompt': 'promptean bakarrik erabil daiteke',
  'reasons.only_on_call': 'eskatzean bakarrik erabil daiteke',
  'reasons.settings_invalid': 'bere ezarpenek ez dute balio',
  'reasons.target_not_found':
    'ez da aurkitu erabiltzen duena ({objects}), edo laguntzailearen jabeak ez du sarbiderik',
  'reasons.targets_unknown': 'ezin izan da zehaztu zer erabiltzen duen',
  'reasons.timeout': 'denbora gehiegi behar izan du',
  'answer_notes.model_failed': '{model} ereduak huts egin du; {fallback} ereduak erantzun du',
  'answer_notes.model_not_offered': 'Erakundeak ez du «{wanted}» eredua eskaintzen; {model} erabili da',
  'answer_notes.params_not_sent': 'Hornitzaileari bidali ez zaizkion parametroak: {params}',
  'outcomes.cancelled': 'Erantzuna lehenago amaitu da',
  'outcomes.denied': 'Ez dago baimenduta',
  'outcomes.failed': 'Emaitzarik ez',
  'outcomes.skipped': 'Ez da exekutatu',
  'outcomes.timeout': 'Denbora agortu da',
} satisfies Partial<Record<MessageCode, string>>
