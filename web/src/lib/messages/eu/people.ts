import type { MessageCode } from '@bellwether/wire'

export const people = {
  'users.account_disabled':
    'Kontu hau desgaituta dago. Eskatu zure erakundearen administratzaileari gaitzeko.',
  'users.admin_needs_system_organization': 'Administratzaileak sistemaren erakundeko kidea izan behar du',
  'users.api_key_expiry_past': 'Iraungitze-data igaro da',
  'users.api_key_forwarding':
    'Erakundearen administratzaile batek bakarrik sor dezake beste erabiltzaile batzuen izenean aritzen den gako bat',
  'users.admin_deletes_admin':
    'Administratzaileek ezin dute beren kontua ezabatu. Eskatu beste administratzaile bati.',
  'users.confirm_with_email': 'Idatzi zure kontuaren helbide elektronikoa berresteko',
  'users.cannot_delete_yourself': 'Ezin duzu zure kontua ezabatu',
  'users.cannot_demote_yourself': 'Ezin diozu zure buruari administratzaile-rola kendu',
  'users.cannot_disable_yourself': 'Ezin duzu zure kontua desgaitu',
  'users.chat_only':
    'Zure kontuak elkarrizketak egiteko baino ez du balio. Eskatu irakasle-kontu bat zure erakundearen administratzaileari.',
  'users.current_password_wrong': 'Uneko pasahitza ez da zuzena',
  'users.delete_admin_forbidden':
    'Sistemaren administratzaile batek bakarrik ezaba dezake administratzaile bat',
  'users.email_taken': 'Badago {email} helbide elektronikoa duen erabiltzaile bat',
  'users.email_unknown': 'Ez dakigu pertsona honen helbide elektronikoa zein den; beraz, ezin da berretsi',
  'users.import_csv_columns':
    'CSV fitxategiaren lehen lerroak zutabeen izenak izan behar ditu: email, name, user_type, enabled',
  'users.import_empty': 'Fitxategiak ez du erabiltzailerik',
  'users.import_json_shape': 'Fitxategiak hau izan behar du: {example}',
  'users.import_json_invalid': 'Fitxategia ez da baliozko JSONa',
  'users.import_skipped': 'Badago helbide elektroniko hau duen kontu bat',
  'users.import_too_many': 'Erabiltzaile gehiegi: {count} (muga: {limit} inportazioko)',
  'users.invalid_credentials': 'Helbide elektronikoa edo pasahitza ez da zuzena',
  'users.last_system_admin':
    'Gaituta dagoen sistemaren azken administratzailea da. Gehitu beste bat lehenago.',
  'users.make_system_admin_forbidden': 'Sistemaren administratzaile batek bakarrik gehi dezake beste bat',
  'users.manage_system_admin_forbidden':
    'Sistemaren administratzaile batek bakarrik ikus edo alda dezake beste baten kontua',
  'users.member_of_other_organization': 'Erabiltzailea ez da erakunde honetako kidea',
  'users.move_name_conflict':
    'Mugitu beharreko erabiltzaile batek izen bereko bi objektu ditu. Aldatu bati izena lehenago.',
  'users.not_in_organization': 'Ez da erabiltzailea aurkitu erakunde honetan',
  'users.oauth_keys_unavailable':
    'Ezin da OAuth zerbitzarira sartu, edo ez ditu bere gakoak argitaratzen. Saiatu geroago.',
  'users.oauth_unavailable': 'Ezin da OAuth zerbitzarira sartu. Saiatu geroago.',
  'users.organization_suspended':
    'Zure erakundea etenda dago. Jarri harremanetan zerbitzariaren operadorearekin.',
  'users.password_too_long': 'Pasahitzak gehienez {limit} karaktere izan behar ditu',
  'users.password_too_short': 'Pasahitzak gutxienez {limit} karaktere izan behar ditu',
  'users.session_expired': 'Zure saioa iraungi da. Hasi saioa berriro.',
  'users.sign_in_suspended': 'Zure erakundea etenda dago',
  'users.signup_key_wrong': 'Izena emateko gakoa ez da baliozkoa, edo izen-ematea desgaituta dago',
  'users.still_owns_content': 'Erabiltzaileak oraindik edukia du. Ezabatu edo eskualdatu lehenago.',
  'users.still_owns': 'Erabiltzaileak oraindik hau du: {content}. Ezabatu edo eskualdatu dena lehenago.',
  'users.system_admin_fixed_organization':
    'Sistemaren administratzaileek ezin dute sistemaren erakundea utzi',
  'users.system_admin_not_organization_admin':
    'Sistemaren administratzaile bat ezin da erakunde baten administratzaile izan',
  'users.system_roles_fixed': 'Sistemaren erakundeko rolak ezin dira hemen aldatu',
  'users.too_many_api_keys': 'API gako gehiegi (muga: {limit}). Baliogabetu bat lehenago.',
  'users.unknown_id': 'Ez dago {id} erabiltzailerik',

  'hand_over.assistant_changed': 'Laguntzaile bat aldatu egin da bitartean. Saiatu berriro.',
  'hand_over.item_not_found': 'Erabiltzaileak ez du eduki hau: {kind} {id}',
  'hand_over.new_owner_chat_only':
    'Jabe berriaren kontuak elkarrizketak egiteko baino ez du balio, eta ezin du edukirik izan',
  'hand_over.new_owner_disabled': 'Jabe berriaren kontua desgaituta dago',
  'hand_over.owner_is_system_admin':
    'Sistemaren administratzaile batek bakarrik kudea dezake sistemaren administratzaile baten edukia',
  'hand_over.same_owner': 'Aukeratu lankide bat. Edukia pertsona honena da dagoeneko.',
  'hand_over.secret_clash':
    '«{assistant}» laguntzaileak {secret} tresna-sekretua erabiltzen du, eta jabe berriak izen bereko sekretu bat du. Eskualdatu sekretu hori ere, edo aldatu laguntzailea lehenago.',
  'hand_over.unreachable_reference':
    '«{assistant}» laguntzaileak hau erabiltzen du: {kind} {id}. Oraingo jabeak ez du sarbiderik. Kendu laguntzailetik lehenago.',

  'organizations.audit_all_forbidden':
    'Sistemaren administratzaile batek bakarrik irakur dezake erakunde guztien auditoretza-erregistroa',
  'organizations.audit_unfinished': 'Amaitu gabe. Egiaztatu aldaketa gorde den.',
  'organizations.has_users':
    'Erakundeak oraindik erabiltzaileak ditu ({count}). Ezabatu lehenago, edo gehitu users=move, erabiltzaileak eta haien edukia sistemaren erakundera mugitzeko.',
  'organizations.report_too_long':
    'Txostenak errenkada gehiegi ditu (muga: {limit}). Aukeratu denbora-tarte laburrago bat.',
  'organizations.same_target': 'Aukeratu beste erakunde bat helburu gisa',
  'organizations.signup_key_format':
    'Izena emateko gakoak 8 eta 64 artean letra, zifra, - edo _ izan behar ditu, eta letra edo zifra batekin hasi eta amaitu behar du',
  'organizations.signup_key_required': 'Idatzi izena emateko gako bat izen-ematea gaitzeko',
  'organizations.signup_key_taken': 'Izena emateko gako hau erabiltzen ari da. Aukeratu beste bat.',
  'organizations.slug_format':
    'Izen laburrak 2 eta 64 artean letra xehe, zifra edo marratxo izan behar ditu, eta letra edo zifra batekin hasi eta amaitu behar du',
  'organizations.slug_reserved': '«{slug}» izen laburra erreserbatuta dago. Aukeratu beste bat.',
  'organizations.slug_taken': 'Badago «{slug}» izen laburra duen erakunde bat',
  'organizations.system_not_deletable': 'Sistemaren erakundea ezin da ezabatu',
  'organizations.system_not_movable': 'Sistemaren erakundea ezin da beste batera eraman',
  'organizations.system_not_suspendable': 'Sistemaren erakundea ezin da eten',
  'organizations.system_providers_forbidden':
    'Sistemaren administratzaile batek bakarrik eman diezaioke erakunde bati sistemaren hornitzaileak erabiltzeko baimena',
  'organizations.url_has_credentials': 'URLak ezin du erabiltzaile-izenik edo pasahitzik izan',
  'organizations.url_scheme': 'URLak http:// edo https:// izan behar du hasieran',

  'budgets.above_organization': '{field}: erakundearen muga gainditzen du ({limit}; epea: {period})',
  'budgets.duplicate': 'Aurrekontu hau badago. Aldatu, beste bat sortu ordez.',
  'budgets.maximum_required': 'Zehaztu max_cost, max_tokens edo max_requests, edo ezabatu aurrekontua',
  'budgets.set_by_organization':
    'Aurrekontu hau erakundeak ezarri du. Eskatu erakundearen administratzaile bati aldatzeko.',
  'budgets.system_organization':
    'Sistemaren erakundeak bere hornitzaileak erabiltzen ditu, eta ezin du muga hau izan',
  'budgets.system_providers_forbidden':
    'Sistemaren administratzaile batek bakarrik muga dezake sistemaren hornitzaileen erabilera',
  'budgets.too_many': 'Aurrekontu gehiegi (muga: {limit} erakundeko). Ezabatu bat lehenago.',
  'budgets.assistant_day': 'Laguntzaile honen eguneko aurrekontua',
  'budgets.assistant_month': 'Laguntzaile honen hileko aurrekontua',
  'budgets.contact_operator': 'Gehiago lortzeko, jarri harremanetan zerbitzari hau kudeatzen dutenekin.',
  'budgets.contact_people': 'Gehiago lortzeko, jarri harremanetan hauekin: {people}.',
  'budgets.contact_system_admin': 'Gehiago lortzeko, jarri harremanetan sistemaren administratzaile batekin.',
  'budgets.degraded':
    '{budget} % {percent} agortuta dago; beraz, data honetara arte laguntzaileak {restrictions}: {resets}',
  'budgets.link_day': 'Zure estekaren eguneko muga',
  'budgets.link_month': 'Zure estekaren hileko muga',
  'budgets.organization_day': 'Erakundearen eguneko aurrekontua',
  'budgets.organization_month': 'Erakundearen hileko aurrekontua',
  'budgets.own_assistant_day': 'Laguntzaile honetarako duzun eguneko aurrekontua',
  'budgets.own_assistant_month': 'Laguntzaile honetarako duzun hileko aurrekontua',
  'budgets.own_day': 'Zure eguneko aurrekontua',
  'budgets.own_month': 'Zure hileko aurrekontua',
  'budgets.reserved':
    '{budget} ({amounts}) abian diren erantzunetarako erreserbatuta dago. Saiatu berriro segundo batzuk barru. Noiz berrezartzen den: {resets}. {contact}',
  'budgets.system_providers_day': 'Zure erakundeak sistemaren hornitzaileak erabiltzeko duen eguneko muga',
  'budgets.system_providers_month': 'Zure erakundeak sistemaren hornitzaileak erabiltzeko duen hileko muga',
  'budgets.used_up':
    '{budget} ({amounts}) agortu da, edo gutxiegi geratzen da eskaera honetarako. Noiz berrezartzen den: {resets}. {contact}',
  'mcp_servers.connected': 'Konektatuta. Tresnak: {count}',
  'parts.audit_assistant': '{assistant} laguntzailea',
  'parts.audit_assistant_tool': '{assistant} laguntzailea, {tool} tresna',
  'parts.audit_draft_tool': 'zirriborro bat, {tool} tresna',
  'parts.audit_hand_over': '{from_user} erabiltzailetik {to_user} erabiltzailera',
  'parts.audit_identity_created': '{provider}: kontu berria',
  'parts.audit_identity_email': '{provider}: helbide elektronikoa aldatu da',
  'parts.audit_identity_linked': '{provider}: egiaztatutako helbide elektronikoaren bidez lotuta',
  'parts.audit_identity_secured':
    '{provider}: egiaztatutako helbide elektronikoaren bidez lotuta; berretsi gabeko kontuaren pasahitza, API gakoak, saioak eta gainerako saio-hasierak kendu dira',
  'parts.audit_last_admin': '{provider}: erakundearen azken administratzaileak rola mantentzen du',
  'parts.audit_link': '{link} esteka',
  'parts.audit_link_anyone': '{assistant} laguntzailea, esteka duen edonorentzat',
  'parts.audit_link_organization': '{assistant} laguntzailea, erakundeko kideentzat',
  'parts.audit_link_passphrase': '{assistant} laguntzailea, gelako pasahitzarekin',
  'parts.audit_migration': '{from} erakundetik {to} erakundera',
  'parts.audit_role_changed': '{provider}: {before} → {after}',
  'parts.audit_tests_changed': 'proben azken exekuziotik aldatuta: {reason}',
  'parts.audit_tests_failed': 'huts egindako probak ({count}): {reason}',
  'parts.audit_tests_missing': 'probarik gabe: {reason}',
  'parts.audit_tests_not_run': 'probak exekutatu gabe: {reason}',
  'parts.audit_tests_unreviewed': 'baloratu gabeko erantzunak: {reason}',
  'parts.audit_user': '{user} erabiltzailea',
  'parts.educator_admin': 'irakaslea, administratzailea',
  'parts.educator_member': 'irakaslea, kidea',
  'parts.student_admin': 'ikaslea, administratzailea',
  'parts.student_member': 'ikaslea, kidea',
} satisfies Partial<Record<MessageCode, string>>
