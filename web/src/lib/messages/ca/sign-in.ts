import type { MessageCode } from '@bellwether/wire'

export const signIn = {
  'sign_in.email_elsewhere':
    'Ja hi ha un compte amb aquest correu en una altra organització. Demana a un administrador que el mogui.',
  'sign_in.email_unverified':
    'Ja hi ha un compte amb aquest correu i el teu proveïdor d’inici de sessió no ha confirmat que sigui teu. Inicia la sessió amb la contrasenya o demana ajuda a l’administrador de la teva organització.',
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
  'account.no_password': 'Aquest compte no té contrasenya aquí. S’hi inicia la sessió a través d’un altre servei.',
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
} as const satisfies Partial<Record<MessageCode, string>>
