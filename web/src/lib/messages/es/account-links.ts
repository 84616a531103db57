import type { MessageCode } from '@bellwether/wire'

export const accountLinks = {
  'account.email_unchanged': 'Esta ya es tu dirección de correo',
  'account.link_invalid': 'Este enlace ha caducado o ya se ha usado. Solicita uno nuevo.',
  'account.mail_disabled': 'Este servidor no puede enviar correos. Crea un enlace y envíalo por tu cuenta.',
  'account.no_mail_server':
    'El correo no está configurado. Define SMTP_URL y SMTP_FROM y reinicia el servidor.',
  'account.mail_disabled_own':
    'Este servidor no puede enviar correos. Contacta con el administrador de tu organización.',
  'account.no_password': 'Esta cuenta no tiene contraseña aquí. Se inicia sesión a través de otro servicio.',
  'account.reset_requested':
    'Si existe una cuenta con esta dirección, recibirás en breve un mensaje con un enlace.',
  'account.too_many_mails': 'Se han solicitado demasiados correos. Inténtalo de nuevo dentro de una hora.',
  'invitations.admin_by_link': 'A los administradores solo se les puede invitar por correo electrónico',
  'invitations.admin_of_system':
    'La organización del sistema no tiene administradores de organización a los que invitar',
  'invitations.domain_required': 'Usa una dirección de correo de {domains}',
  'invitations.email_required': 'Escribe tu correo electrónico',
  'invitations.has_account': 'Esta persona ya tiene una cuenta',
  'invitations.invalid': 'Esta invitación ya no es válida. Pide una nueva.',
  'invitations.too_many': 'Hay demasiadas invitaciones abiertas (límite: {limit}). Revoca alguna primero.',
} satisfies Partial<Record<MessageCode, string>>
