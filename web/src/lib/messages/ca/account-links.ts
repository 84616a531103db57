import type { MessageCode } from '@bellwether/wire'

export const accountLinks = {
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
} satisfies Partial<Record<MessageCode, string>>
