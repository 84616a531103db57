import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Te damos la bienvenida a Bellwether',
  adminTitle: 'Crea la cuenta de administración',
  adminText: 'Esta cuenta administra la instalación. Más adelante podrás añadir otros administradores.',
  code: 'Código de instalación',
  codeHint: 'El servidor lo muestra al arrancar',
  create: 'Crear cuenta',
  step: (now: number, all: number) => `Paso ${now} de ${all}`,
  providerTitle: 'Conecta un proveedor de modelos',
  providerText:
    'Los asistentes necesitan un modelo para responder. Puedes usar cualquier servidor compatible con OpenAI, incluido uno propio.',
  provider: 'Proveedor',
  key: 'Clave de API',
  keyHint: 'Se guarda cifrada. No podrás volver a verla.',
  address: 'URL base',
  addressHint: 'Déjala vacía para usar la predeterminada del proveedor',
  test: 'Guardar y probar',
  connected: (count: number) =>
    plural('es', count, {
      one: 'Conexión correcta: # modelo disponible',
      other: 'Conexión correcta: # modelos disponibles',
    }),
  failed: 'Error de conexión',
  finish: 'Ir a los asistentes',
  without: 'Continuar sin modelo',
  withoutText:
    'Los asistentes responderán con citas de tus materiales y lo indicarán. Puedes conectar un proveedor en cualquier momento.',
}
