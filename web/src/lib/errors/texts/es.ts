import { plural } from '../../i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  required: 'Introduce un valor',
  wrongType: 'Introduce un valor del tipo correcto',
  email: 'Introduce una dirección de correo válida',
  url: 'Introduce una URL válida',
  format: 'Comprueba el formato de este valor',
  invalid: 'Este valor no es válido',
  choice: (names) => `Elige una de estas opciones: ${names}`,
  unknownField: (names) => `Campo desconocido: ${names}`,
  minLength: (count) =>
    plural('es', count, { one: 'Introduce al menos # carácter', other: 'Introduce al menos # caracteres' }),
  maxLength: (count) =>
    plural('es', count, {
      one: 'Introduce como máximo # carácter',
      other: 'Introduce como máximo # caracteres',
    }),
  minItems: (count) =>
    plural('es', count, { one: 'Añade al menos # elemento', other: 'Añade al menos # elementos' }),
  maxItems: (count) =>
    plural('es', count, {
      one: 'Se permite como máximo # elemento',
      other: 'Se permiten como máximo # elementos',
    }),
  min: (limit) => `Introduce ${limit} o más`,
  max: (limit) => `Introduce ${limit} o menos`,
  above: (limit) => `Introduce un número mayor que ${limit}`,
  below: (limit) => `Introduce un número menor que ${limit}`,
  multipleOf: (step) => `Introduce un múltiplo de ${step}`,
}
