import type { Texts } from './en.ts'

export const es: Texts = {
  signIn: 'Iniciar sesión',
  signInText: 'Te damos la bienvenida de nuevo.',
  signUp: 'Crear una cuenta',
  signUpText: 'Necesitas la clave de registro de tu organización. Pídesela a un administrador.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'Al menos 8 caracteres',
  name: 'Tu nombre',
  signupKey: 'Clave de registro',
  wrong: 'Correo o contraseña incorrectos.',
  noAccount: '¿Aún no tienes cuenta?',
  haveAccount: '¿Ya tienes cuenta?',
  created: 'Se ha creado tu cuenta. Inicia sesión para continuar.',
  ended: 'Tu sesión ha caducado. Vuelve a iniciar sesión para continuar donde lo dejaste.',
  endedTitle: 'Tu sesión ha caducado',
  endedText: (email: string) =>
    `Vuelve a iniciar sesión como ${email} para continuar. Tus cambios sin guardar siguen aquí.`,
  otherAccount: 'Usar otra cuenta',
  tagline: 'Asistentes de IA para tu alumnado, basados en los materiales de tu curso.',
  roles: {
    admin: 'Administrador del sistema',
    organization: 'Administrador de la organización',
    member: 'Docente',
    student: 'Estudiante',
  },
}
