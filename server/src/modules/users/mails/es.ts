import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  roles: { student: 'estudiante', educator: 'docente', admin: 'administrador' },
  invitation: {
    subject: (organization) => `Invitación a ${organization} en Bellwether`,
    text: (inviter, organization, role) =>
      `${inviter} te invita a unirte a ${organization} en Bellwether como ${role}.`,
    next: 'Elige un nombre y una contraseña para crear tu cuenta.',
    link: 'Aceptar la invitación',
    days: (days) =>
      `El enlace es válido durante ${days === 1 ? '1 día' : `${days} días`} y se puede usar una vez.`,
    ignore: 'Si no conoces a quien te invita, puedes ignorar este correo.',
  },
  reset: {
    subject: 'Restablece tu contraseña',
    text: 'Hemos recibido una solicitud para restablecer la contraseña de tu cuenta de Bellwether.',
    link: 'Elegir una contraseña nueva',
    ignore: 'Si no lo has solicitado, ignora este correo. Tu contraseña no cambia.',
  },
  hour: 'El enlace es válido durante 1 hora y se puede usar una vez.',
  signIn: {
    subject: 'Cómo iniciar sesión en Bellwether',
    lms: 'Hemos recibido una solicitud para restablecer tu contraseña. Tu cuenta no tiene contraseña: abre Bellwether desde tu curso en la plataforma de aprendizaje.',
    sso: 'Hemos recibido una solicitud para restablecer tu contraseña. Tu cuenta no tiene contraseña aquí: en la página de inicio de sesión, elige el acceso de tu institución.',
    link: 'Abrir la página de inicio de sesión',
    ignore: 'Si no lo has solicitado, puedes ignorar este correo.',
  },
  passwordChanged: {
    subject: 'Tu contraseña ha cambiado',
    text: 'La contraseña de tu cuenta de Bellwether ha cambiado y se ha cerrado la sesión en todos los dispositivos.',
    ignore: 'Si no has sido tú, restablece la contraseña ahora y avisa al administrador de tu organización.',
    link: 'Restablecer la contraseña',
  },
  test: {
    subject: 'Correo de prueba de Bellwether',
    text: 'Este correo muestra que Bellwether puede enviar correos con la configuración actual.',
  },
  confirm: {
    subject: 'Confirma tu correo electrónico',
    text: 'Confirma que esta es la dirección de correo de tu cuenta de Bellwether.',
    link: 'Confirmar la dirección',
    ignore: 'Si no tienes una cuenta, ignora este correo.',
  },
  change: {
    subject: 'Confirma tu nuevo correo electrónico',
    text: 'Confirma esta dirección para tu cuenta de Bellwether. A partir de entonces iniciarás sesión con ella.',
    link: 'Confirmar la dirección',
    ignore: 'Si no lo has solicitado, ignora este correo. No cambiará nada.',
  },
  changed: {
    subject: 'Tu correo electrónico ha cambiado',
    text: 'Tu cuenta de Bellwether tiene ahora otra dirección de correo. Ya no puedes iniciar sesión con esta.',
    ignore: 'Si no has sido tú, contacta con el administrador de tu organización.',
  },
}
