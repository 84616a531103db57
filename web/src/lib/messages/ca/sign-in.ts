import type { MessageCode } from '@bellwether/wire'

export const signIn = {
  'sign_in.email_elsewhere':
    'Ja hi ha un compte amb aquest correu en una altra organització. Demana a un administrador que el mogui.',
  'sign_in.email_unverified':
    'Ja hi ha un compte amb aquest correu i el teu proveïdor d’inici de sessió no ha confirmat que sigui teu. Inicia la sessió com ho fas normalment o demana ajuda a l’administrador de la teva organització.',
  'sign_in.moved':
    'El teu compte pertany ara a una altra organització. Fes servir l’inici de sessió d’aquella organització.',
  'sign_in.system_admin':
    'Els administradors del sistema no poden iniciar la sessió amb el proveïdor d’una organització. Fes servir la contrasenya.',
  'sign_in.too_many_starts':
    'Massa persones estan iniciant la sessió des de la teva xarxa. Torna-ho a provar d’aquí a un minut.',
  'sign_in.cancelled': 'S’ha cancel·lat l’inici de sessió',
  'sign_in.flow_expired': 'Aquest inici de sessió ha caducat o ja s’ha fet servir. Torna-ho a provar.',
  'sign_in.logout_token_invalid': 'La sol·licitud de tancament de sessió no és vàlida',
  'sign_in.organization_missing':
    'El teu compte encara no té cap organització. Pregunta a l’operador del servidor.',
  'sign_in.password_hidden':
    'La teva organització fa servir l’inici de sessió únic. Fes servir el seu botó a la pàgina d’inici de sessió.',
  'sign_in.password_needs_provider': 'Primer afegeix i activa un proveïdor d’inici de sessió',
  'sign_in.preview_default': 'No es compleix cap regla. Els comptes nous són d’estudiant.',
  'sign_in.preview_rule': 'Es compleix la regla {number}: {claim} és «{value}»',
  'sign_in.preview_token': 'Això no és un token. Enganxa un token d’identitat o les seves dades en JSON.',
  'sign_in.provider_invalid':
    'No s’ha acceptat la resposta del proveïdor d’inici de sessió. Torna-ho a provar o pregunta a l’administrador de la teva organització.',
  'sign_in.provider_unreachable':
    'No es pot accedir al proveïdor d’inici de sessió. Torna-ho a provar d’aquí a uns minuts.',
  'sign_in.rule_organization':
    'Les regles del proveïdor d’una organització no poden indicar una altra organització',
  'sign_in.unsolicited':
    'L’inici de sessió ha de començar aquí: torna a triar el teu proveïdor. Un administrador també pot permetre que comenci al proveïdor.',
  'sign_in.discovery_invalid':
    'La URL {url} no retorna cap document d’OpenID Connect (estat {status}). Comprova l’emissor.',
  'sign_in.discovery_issuer': 'El proveïdor diu que el seu emissor és {issuer}. Escriu-lo exactament així.',
  'sign_in.discovery_incomplete': 'Al document d’OpenID Connect del proveïdor hi falten dades: {fields}',
  'sign_in.discovery_insecure': 'El document d’OpenID Connect del proveïdor té adreces sense https: {fields}',
  'sign_in.test_ok': 'El proveïdor respon i se’n pot llegir la configuració',
  'sign_in.too_many_providers': 'Massa proveïdors d’inici de sessió (límit: {limit}). Elimina’n un primer.',
  'sign_in.certificate_expired': 'El certificat del proveïdor d’identitat ha caducat',
  'sign_in.certificate_invalid':
    'Això no és un certificat. Enganxa el certificat de signatura del proveïdor d’identitat en PEM o base64.',
  'sign_in.metadata_expired':
    'Aquestes metadades eren vàlides fins al {date}. Demana la versió actual al proveïdor d’identitat.',
  'sign_in.metadata_invalid':
    'Això no són metadades SAML. Enganxa l’XML del proveïdor d’identitat o introdueix-ne l’URL.',
  'sign_in.metadata_no_idp': 'Les metadades no tenen cap proveïdor d’identitat per a SAML 2.0',
  'sign_in.metadata_not_found': 'Les metadades no tenen cap proveïdor d’identitat amb aquest ID d’entitat',
  'sign_in.metadata_no_redirect':
    'El proveïdor d’identitat no ofereix cap URL d’inici de sessió amb HTTP-Redirect i https, que Bellwether necessita',
  'sign_in.metadata_no_certificate':
    'Les metadades del proveïdor d’identitat no tenen cap certificat de signatura',
  'sign_in.metadata_unreachable':
    'No es poden llegir les metadades en aquest URL. Comprova’l o enganxa l’XML.',
  'sign_in.saml_no_secret': 'Els proveïdors SAML no tenen secret de client',
  'sign_in.saml_ready': 'La configuració és completa. Inicia la sessió un cop per provar-la.',

  'account.email_unchanged': 'Aquesta ja és la teva adreça de correu',
  'account.link_invalid': 'Aquest enllaç ha caducat o ja s’ha fet servir. Sol·licita’n un de nou.',
  'account.mail_disabled':
    'Aquest servidor no pot enviar correus. Crea un enllaç i fes-lo arribar pel teu compte.',
  'account.no_mail_server':
    'El correu no està configurat. Defineix SMTP_URL i SMTP_FROM i reinicia el servidor.',
  'account.mail_disabled_own':
    'Aquest servidor no pot enviar correus. Contacta amb l’administrador de la teva organització.',
  'account.no_password':
    'Aquest compte no té contrasenya aquí. S’hi inicia la sessió a través d’un altre servei.',
  'account.reset_requested':
    'Si hi ha un compte amb aquesta adreça, rebràs en breu un missatge amb un enllaç.',
  'account.too_many_mails': 'S’han sol·licitat massa correus. Torna-ho a provar d’aquí a una hora.',
  'invitations.admin_by_link': 'Els administradors només es poden convidar per correu electrònic',
  'invitations.admin_of_system':
    'L’organització del sistema no té administradors d’organització per convidar',
  'invitations.domain_required': 'Fes servir una adreça de correu de {domains}',
  'invitations.email_required': 'Escriu el teu correu electrònic',
  'invitations.has_account': 'Aquesta persona ja té un compte',
  'invitations.invalid': 'Aquesta invitació ja no és vàlida. Demana’n una de nova.',
  'invitations.too_many': 'Hi ha massa invitacions obertes (límit: {limit}). Revoca’n alguna primer.',

  'class_links.address_busy':
    'Arriben massa preguntes des de la teva xarxa. Torna-ho a provar d’aquí a uns minuts.',
  'class_links.assistant_limit':
    'Aquest assistent ha arribat al seu límit de moment. Avisa la persona que et va donar l’enllaç.',
  'class_links.budget_used':
    'Aquest enllaç ha esgotat el pressupost del mes. Avisa la persona que et va donar l’enllaç.',
  'class_links.busy': 'Hi ha massa persones preguntant ara mateix. Torna-ho a provar d’aquí a uns segons.',
  'class_links.daily_questions': 'Ja has fet les teves {limit} preguntes d’avui. Torna demà.',
  'class_links.daily_uploads': 'Avui no pots adjuntar més fitxers. Torna demà.',
  'class_links.ended': 'Aquest enllaç està tancat',
  'class_links.ends_before_start': 'El final ha de ser posterior a l’inici',
  'class_links.guest_gone': 'Aquestes converses de convidat ja no existeixen',
  'class_links.guest_only_chats': 'Els convidats només poden conversar amb l’assistent del seu enllaç',
  'class_links.limits_need_guests':
    'Els límits i el pressupost són per a convidats. Un enllaç per a l’organització no té convidats.',
  'class_links.members_only':
    'Aquest enllaç és per a membres de l’organització. Inicia la sessió per fer-lo servir.',
  'class_links.not_published': 'Publica l’assistent abans de crear un enllaç',
  'class_links.not_started': 'Aquest enllaç encara no és obert',
  'class_links.off': 'Aquest enllaç està desactivat',
  'class_links.other_organization':
    'Aquest enllaç és d’una altra organització, i per això el teu compte no en pot conservar les converses',
  'class_links.passphrase_needed': 'Escriu la contrasenya de classe',
  'class_links.passphrase_not_used':
    'Només els enllaços de tipus «passphrase» poden tenir una contrasenya de classe',
  'class_links.passphrase_required': 'Tria una contrasenya de classe per a aquest enllaç',
  'class_links.restore_expired': 'Aquest enllaç ja no es pot restaurar',
  'class_links.too_many': 'Un assistent pot tenir fins a {limit} enllaços. Elimina’n un primer.',
  'class_links.too_many_guests':
    'Han entrat massa persones des de la teva xarxa. Torna-ho a provar més tard.',
  'class_links.wrong_passphrase': 'Contrasenya de classe incorrecta',
} as const satisfies Partial<Record<MessageCode, string>>
