import type { Texts } from './en.ts'

export const es: Texts = {
  backToSignIn: 'Volver al inicio de sesión',
  forgot: {
    title: '¿Has olvidado tu contraseña?',
    text: 'Escribe tu correo electrónico. Te enviaremos un enlace para elegir una contraseña nueva.',
    textWithoutMail:
      'Este servidor no puede enviar correos. Pide al administrador de tu organización un enlace para elegir una contraseña nueva.',
    send: 'Enviar enlace',
    sentTitle: 'Revisa tu correo',
    sent: (email) =>
      `Si existe una cuenta para ${email}, recibirás en breve un mensaje con un enlace. El enlace es válido durante 1 hora. Si no llega nada, mira en la carpeta de correo no deseado.`,
  },
  reset: {
    title: 'Elige una contraseña nueva',
    text: 'Se cerrará la sesión en todos los dispositivos.',
    password: 'Contraseña nueva',
    save: 'Guardar contraseña',
    requestNew: 'Solicitar un enlace nuevo',
  },
  invite: {
    title: (organization) => `Únete a ${organization}`,
    invalidTitle: 'La invitación no es válida',
    text: (role) => `Te han invitado como ${role}. Crea tu cuenta para empezar.`,
    roles: { student: 'estudiante', educator: 'docente', admin: 'administrador' },
    email: 'Correo electrónico',
    domains: (domains) => `Usa una dirección de ${domains}.`,
    accept: 'Crear cuenta',
    haveAccount: '¿Ya tienes cuenta?',
    loading: 'Abriendo la invitación…',
  },
  confirm: {
    title: 'Confirma tu correo electrónico',
    text: (email) => `Has iniciado sesión como ${email}.`,
    confirm: 'Confirmar correo',
    done: (email) => `Se ha confirmado ${email}.`,
    toAccount: 'Ir a tu cuenta',
  },
  account: {
    confirmed: 'Confirmado',
    unconfirmed: 'Sin confirmar',
    send: 'Enviar correo de confirmación',
    sent: (email) => `Hemos enviado un enlace a ${email}. Es válido durante 1 hora.`,
    change: 'Cambiar correo',
    changeText:
      'Enviaremos un enlace a la dirección nueva. Iniciarás sesión con ella en cuanto abras el enlace.',
    newEmail: 'Correo electrónico nuevo',
    password: 'Contraseña actual',
    sendLink: 'Enviar enlace',
  },
}
