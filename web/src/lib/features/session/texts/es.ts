import type { Texts } from './en.ts'

export const es: Texts = {
  signIn: 'Iniciar sesión',
  signInText: 'Te damos la bienvenida. Tus asistentes te esperan.',
  signUp: 'Crear una cuenta',
  signUpText: 'Necesitas la clave de registro de tu organización. La tiene tu administrador.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'Al menos 8 caracteres',
  name: 'Tu nombre',
  signupKey: 'Clave de registro',
  wrong: 'El correo o la contraseña no son correctos.',
  noAccount: '¿Aún no tienes cuenta?',
  haveAccount: '¿Ya tienes cuenta?',
  created: 'Tu cuenta ya existe. Inicia sesión con ella.',
  ended: 'Tu sesión ha terminado. Inicia sesión de nuevo y volverás a donde estabas.',
  endedTitle: 'Tu sesión ha terminado',
  endedText: (email: string) =>
    `Vuelve a iniciar sesión como ${email} para continuar. Lo que has escrito sigue aquí.`,
  notMe: 'Entrar con otra cuenta',
  tagline: 'Asistentes de IA hechos con tu propio material, para tu alumnado.',
}
