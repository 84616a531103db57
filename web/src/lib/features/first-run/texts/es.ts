import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Te damos la bienvenida a Bellwether',
  adminTitle: 'Crea la primera cuenta de administración',
  adminText: 'Esta cuenta administra la instalación. Después podrás añadir más.',
  code: 'Código de instalación',
  codeHint: 'El servidor lo mostró al arrancar.',
  create: 'Crear la cuenta',
  step: (now: number, all: number) => `Paso ${now} de ${all}`,
  providerTitle: 'Conecta un proveedor de modelos',
  providerText:
    'Los asistentes piensan con un modelo. Sirve cualquier servidor compatible con OpenAI, también uno propio.',
  provider: 'Proveedor',
  key: 'Clave de API',
  keyHint: 'Se guarda cifrada. Entra y no vuelve a salir.',
  address: 'Dirección',
  addressHint: 'Déjala vacía para usar la del proveedor',
  test: 'Guardar y probar',
  works: (count: number) => plural('es', count, { one: 'Funciona: # modelo', other: 'Funciona: # modelos' }),
  refused: 'El proveedor lo ha rechazado',
  finish: 'Ir a los asistentes',
  without: 'Continuar sin modelo',
  withoutText:
    'Los asistentes responderán con citas de tu material, y lo dirán. Puedes conectar un proveedor cuando quieras.',
}
