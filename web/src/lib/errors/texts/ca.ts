import { plural } from '../../i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  required: 'Introdueix un valor',
  wrongType: 'Introdueix un valor del tipus correcte',
  email: 'Introdueix una adreça electrònica vàlida',
  url: 'Introdueix un URL vàlid',
  format: 'Comprova el format d’aquest valor',
  invalid: 'Aquest valor no és vàlid',
  choice: (names) => `Tria una d’aquestes opcions: ${names}`,
  unknownField: (names) => `Camp desconegut: ${names}`,
  minLength: (count) =>
    plural('ca', count, {
      one: 'Introdueix com a mínim # caràcter',
      other: 'Introdueix com a mínim # caràcters',
    }),
  maxLength: (count) =>
    plural('ca', count, {
      one: 'Introdueix com a màxim # caràcter',
      other: 'Introdueix com a màxim # caràcters',
    }),
  minItems: (count) =>
    plural('ca', count, { one: 'Afegeix com a mínim # element', other: 'Afegeix com a mínim # elements' }),
  maxItems: (count) =>
    plural('ca', count, {
      one: 'Es permet com a màxim # element',
      other: 'Es permeten com a màxim # elements',
    }),
  min: (limit) => `Introdueix ${limit} o més`,
  max: (limit) => `Introdueix ${limit} o menys`,
  above: (limit) => `Introdueix un nombre més gran que ${limit}`,
  below: (limit) => `Introdueix un nombre més petit que ${limit}`,
  multipleOf: (step) => `Introdueix un múltiple de ${step}`,
}
