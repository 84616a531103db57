import type { MessageCode } from '@bellwether/wire'

export const people = {
  'users.account_disabled':
    'Aquest compte està desactivat. Demana a l’administrador de la teva organització que l’activi.',
  'users.admin_needs_system_organization': 'L’administrador ha de ser membre de l’organització del sistema',
  'users.api_key_expiry_past': 'La data de caducitat ja ha passat',
  'users.api_key_forwarding':
    'Només un administrador de l’organització pot crear una clau que actuï en nom d’altres usuaris',
  'users.admin_deletes_admin':
    'Els administradors no poden eliminar el seu propi compte. Demana-ho a un altre administrador.',
  'users.confirm_with_email': 'Escriu l’adreça de correu del teu compte per confirmar',
  'users.cannot_delete_yourself': 'No pots eliminar el teu propi compte',
  'users.cannot_demote_yourself': 'No et pots treure el rol d’administrador',
  'users.cannot_disable_yourself': 'No pots desactivar el teu propi compte',
  'users.chat_only':
    'El teu compte només permet conversar. Demana un compte de docent a l’administrador de la teva organització.',
  'users.current_password_wrong': 'La contrasenya actual no és correcta',
  'users.delete_admin_forbidden': 'Només un administrador del sistema pot eliminar un administrador',
  'users.email_taken': 'Ja hi ha un usuari amb el correu {email}',
  'users.email_unknown': 'No es coneix l’adreça de correu d’aquesta persona, així que no es pot confirmar',
  'users.import_csv_columns':
    'La primera línia del fitxer CSV ha de tenir els noms de les columnes: email, name, user_type, enabled',
  'users.import_empty': 'El fitxer no conté usuaris',
  'users.import_json_shape': 'El fitxer ha de contenir {example}',
  'users.import_json_invalid': 'El fitxer no és JSON vàlid',
  'users.import_skipped': 'Ja hi ha un compte amb aquest correu electrònic',
  'users.import_too_many': 'Massa usuaris: {count} (límit: {limit} per importació)',
  'users.invalid_credentials': 'El correu o la contrasenya no són correctes',
  'users.last_system_admin': 'És l’últim administrador del sistema actiu. Afegeix-ne un altre primer.',
  'users.make_system_admin_forbidden': 'Només un administrador del sistema en pot afegir un altre',
  'users.manage_system_admin_forbidden':
    'Només un administrador del sistema pot veure o canviar el compte d’un altre',
  'users.member_of_other_organization': 'L’usuari no és membre d’aquesta organització',
  'users.move_name_conflict':
    'Un usuari que s’ha de moure té dos objectes amb el mateix nom. Canvia el nom d’un dels dos primer.',
  'users.not_in_organization': 'No s’ha trobat l’usuari en aquesta organització',
  'users.oauth_keys_unavailable':
    'No es pot accedir al servidor OAuth o no publica les seves claus. Torna-ho a provar més tard.',
  'users.oauth_unavailable': 'No es pot accedir al servidor OAuth. Torna-ho a provar més tard.',
  'users.organization_suspended': 'La teva organització està suspesa. Contacta amb l’operador del servidor.',
  'users.password_too_long': 'La contrasenya ha de tenir com a màxim {limit} caràcters',
  'users.password_too_short': 'La contrasenya ha de tenir almenys {limit} caràcters',
  'users.session_expired': 'La sessió ha caducat. Torna a iniciar la sessió.',
  'users.sign_in_suspended': 'La teva organització està suspesa',
  'users.signup_key_wrong': 'La clau de registre no és vàlida o el registre està desactivat',
  'users.still_owns_content': 'L’usuari encara té contingut. Elimina’l o traspassa’l primer.',
  'users.still_owns': 'L’usuari encara té {content}. Elimina-ho o traspassa-ho tot primer.',
  'users.system_admin_fixed_organization':
    'Els administradors del sistema no poden deixar l’organització del sistema',
  'users.system_admin_not_organization_admin':
    'Un administrador del sistema no pot ser administrador d’una organització',
  'users.system_roles_fixed': 'Els rols de l’organització del sistema no es poden canviar aquí',
  'users.too_many_api_keys': 'Massa claus d’API (límit: {limit}). Revoca’n una primer.',
  'users.unknown_id': 'L’usuari {id} no existeix',

  'hand_over.assistant_changed': 'Un assistent ha canviat mentrestant. Torna-ho a provar.',
  'hand_over.item_not_found': 'L’usuari no té aquest contingut: {kind} {id}',
  'hand_over.new_owner_chat_only':
    'El compte del propietari nou només permet conversar i no pot tenir contingut',
  'hand_over.new_owner_disabled': 'El compte del propietari nou està desactivat',
  'hand_over.owner_is_system_admin':
    'Només un administrador del sistema pot gestionar el contingut d’un administrador del sistema',
  'hand_over.same_owner': 'Tria un col·lega. El contingut ja és d’aquesta persona.',
  'hand_over.secret_clash':
    'L’assistent «{assistant}» fa servir el secret d’eina {secret}, i el propietari nou té un secret amb el mateix nom. Traspassa també aquest secret o canvia abans l’assistent.',
  'hand_over.unreachable_reference':
    'L’assistent «{assistant}» fa servir {kind} {id}, i el seu propietari actual no hi té accés. Treu-ho abans de l’assistent.',

  'organizations.audit_all_forbidden':
    'Només un administrador del sistema pot llegir el registre d’auditoria de totes les organitzacions',
  'organizations.audit_unfinished': 'Sense acabar. Comproveu si s’ha desat el canvi.',
  'organizations.has_users':
    'L’organització encara té usuaris ({count}). Elimina’ls primer o afegeix users=move per moure’ls amb el seu contingut a l’organització del sistema.',
  'organizations.report_too_long': 'L’informe té massa files (límit: {limit}). Tria un període més curt.',
  'organizations.same_target': 'Tria una altra organització de destinació',
  'organizations.signup_key_format':
    'La clau de registre ha de tenir de 8 a 64 lletres, xifres, - o _, i començar i acabar amb una lletra o una xifra',
  'organizations.signup_key_required': 'Escriu una clau de registre per activar el registre',
  'organizations.signup_key_taken': 'Aquesta clau de registre ja està en ús. Tria’n una altra.',
  'organizations.slug_format':
    'El nom curt ha de tenir de 2 a 64 minúscules, xifres o guions, i començar i acabar amb una lletra o una xifra',
  'organizations.slug_reserved': 'El nom curt «{slug}» està reservat. Tria’n un altre.',
  'organizations.slug_taken': 'Ja hi ha una organització amb el nom curt «{slug}»',
  'organizations.system_not_deletable': 'L’organització del sistema no es pot eliminar',
  'organizations.system_not_movable': 'L’organització del sistema no es pot moure a una altra',
  'organizations.system_not_suspendable': 'L’organització del sistema no es pot suspendre',
  'organizations.system_providers_forbidden':
    'Només un administrador del sistema pot permetre que una organització faci servir els proveïdors del sistema',
  'organizations.url_has_credentials': 'L’URL no pot contenir un usuari ni una contrasenya',
  'organizations.url_scheme': 'L’URL ha de començar per http:// o https://',

  'budgets.above_organization': '{field}: supera el límit de l’organització ({limit} per {period})',
  'budgets.duplicate': 'Aquest pressupost ja existeix. Canvia’l en lloc de crear-ne un altre.',
  'budgets.maximum_required': 'Indica max_cost, max_tokens o max_requests, o elimina el pressupost',
  'budgets.set_by_organization':
    'Aquest pressupost l’ha fixat l’organització. Demana a un administrador de l’organització que el canviï.',
  'budgets.system_organization':
    'L’organització del sistema fa servir els seus propis proveïdors i no pot tenir aquest límit',
  'budgets.system_providers_forbidden':
    'Només un administrador del sistema pot limitar l’ús dels proveïdors del sistema',
  'budgets.too_many': 'Massa pressupostos (límit: {limit} per organització). Elimina’n un primer.',
  'budgets.assistant_day': 'El pressupost diari d’aquest assistent',
  'budgets.assistant_month': 'El pressupost mensual d’aquest assistent',
  'budgets.contact_operator': 'Per obtenir-ne més, contacta amb qui gestiona aquest servidor.',
  'budgets.contact_people': 'Per obtenir-ne més, contacta amb {people}.',
  'budgets.contact_system_admin': 'Per obtenir-ne més, contacta amb un administrador del sistema.',
  'budgets.degraded':
    '{budget} s’ha gastat en un {percent} %, així que l’assistent {restrictions} fins a {resets}',
  'budgets.link_day': 'El límit diari del teu enllaç',
  'budgets.link_month': 'El límit mensual del teu enllaç',
  'budgets.organization_day': 'El pressupost diari de l’organització',
  'budgets.organization_month': 'El pressupost mensual de l’organització',
  'budgets.own_assistant_day': 'El teu pressupost diari per a aquest assistent',
  'budgets.own_assistant_month': 'El teu pressupost mensual per a aquest assistent',
  'budgets.own_day': 'El teu pressupost diari',
  'budgets.own_month': 'El teu pressupost mensual',
  'budgets.reserved':
    '{budget} ({amounts}) està reservat per a respostes en curs. Torna-ho a provar d’aquí a uns segons. Es restableix a les {resets}. {contact}',
  'budgets.system_providers_day':
    'El límit diari de la teva organització per fer servir els proveïdors del sistema',
  'budgets.system_providers_month':
    'El límit mensual de la teva organització per fer servir els proveïdors del sistema',
  'budgets.used_up':
    '{budget} ({amounts}) s’ha esgotat, o en queda massa poc per a aquesta petició. Es restableix a les {resets}. {contact}',
  'mcp_servers.connected': 'Connectat. Eines: {count}',
  'parts.audit_assistant': 'assistent {assistant}',
  'parts.audit_assistant_tool': 'assistent {assistant}, eina {tool}',
  'parts.audit_draft_tool': 'un esborrany, eina {tool}',
  'parts.audit_hand_over': 'de l’usuari {from_user} a l’usuari {to_user}',
  'parts.audit_identity_created': '{provider}: compte nou',
  'parts.audit_identity_email': '{provider}: l’adreça de correu ha canviat',
  'parts.audit_identity_linked': '{provider}: vinculat per una adreça de correu verificada',
  'parts.audit_identity_secured':
    '{provider}: vinculat per una adreça de correu verificada; s’han eliminat la contrasenya, les claus d’API, les sessions i els altres inicis de sessió del compte sense confirmar',
  'parts.audit_last_admin': '{provider}: l’últim administrador de l’organització conserva el seu rol',
  'parts.audit_link': 'enllaç {link}',
  'parts.audit_link_anyone': 'assistent {assistant}, per a qualsevol que tingui l’enllaç',
  'parts.audit_link_organization': 'assistent {assistant}, per als membres de l’organització',
  'parts.audit_link_passphrase': 'assistent {assistant}, amb contrasenya de classe',
  'parts.audit_migration': 'de l’organització {from} a l’organització {to}',
  'parts.audit_role_changed': '{provider}: {before} → {after}',
  'parts.audit_tests_changed': 'modificat des de l’última execució de les proves: {reason}',
  'parts.audit_tests_failed': 'proves fallides ({count}): {reason}',
  'parts.audit_tests_missing': 'sense proves: {reason}',
  'parts.audit_tests_not_run': 'proves no executades: {reason}',
  'parts.audit_tests_unreviewed': 'respostes sense valorar: {reason}',
  'parts.audit_user': 'usuari {user}',
  'parts.educator_admin': 'docent, administrador',
  'parts.educator_member': 'docent, membre',
  'parts.student_admin': 'estudiant, administrador',
  'parts.student_member': 'estudiant, membre',
} satisfies Partial<Record<MessageCode, string>>
