import { plural } from '../../i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  required: 'Idatzi balio bat',
  wrongType: 'Idatzi mota egokiko balio bat',
  email: 'Idatzi baliozko helbide elektroniko bat',
  url: 'Idatzi baliozko URL bat',
  format: 'Egiaztatu balio honen formatua',
  invalid: 'Balio hau ez da baliozkoa',
  choice: (names) => `Aukeratu hauetako bat: ${names}`,
  unknownField: (names) => `Eremu ezezaguna: ${names}`,
  minLength: (count) =>
    plural('eu', count, { one: 'Idatzi gutxienez karaktere #', other: 'Idatzi gutxienez # karaktere' }),
  maxLength: (count) =>
    plural('eu', count, { one: 'Idatzi gehienez karaktere #', other: 'Idatzi gehienez # karaktere' }),
  minItems: (count) =>
    plural('eu', count, { one: 'Gehitu gutxienez elementu #', other: 'Gehitu gutxienez # elementu' }),
  maxItems: (count) =>
    plural('eu', count, {
      one: 'Gehienez elementu # onartzen da',
      other: 'Gehienez # elementu onartzen dira',
    }),
  min: (limit) => `Idatzi ${limit} edo gehiago`,
  max: (limit) => `Idatzi ${limit} edo gutxiago`,
  above: (limit) => `Idatzi ${limit} baino zenbaki handiagoa`,
  below: (limit) => `Idatzi ${limit} baino zenbaki txikiagoa`,
  multipleOf: (step) => `Idatzi ${step}(r)en multiplo bat`,
}
