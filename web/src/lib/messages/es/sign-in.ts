import type { MessageCode } from '@bellwether/wire'

export const signIn = {
  'sign_in.email_elsewhere':
    'Ya existe una cuenta con este correo en otra organización. Pide a un administrador que la mueva.',
  'sign_in.email_unverified':
    'Ya existe una cuenta con este correo y tu proveedor de inicio de sesión no ha confirmado que sea tuyo. Inicia sesión con tu contraseña o pide ayuda al administrador de tu organización.',
  'sign_in.moved':
    'Tu cuenta pertenece ahora a otra organización. Usa el inicio de sesión de esa organización.',
  'sign_in.system_admin':
    'Los administradores del sistema no pueden iniciar sesión con el proveedor de una organización. Usa tu contraseña.',
} as const satisfies Partial<Record<MessageCode, string>>
