import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Records',
  text: 'El que els assistents guarden de tu per a altres converses. Ningú més no ho veu; el que suprimeixes desapareix.',
  emptyTitle: 'Cap assistent no recorda res de tu',
  emptyText:
    'Alguns assistents guarden dades com ara «prefereix exemples en Python», perquè no les hagis de repetir. Apareixeran aquí.',
  count: (count) => plural('ca', count, { one: '# dada', other: '# dades' }),
  listOf: (name) => `El que recorda ${name}`,
  forget: (fact) => `Oblida «${fact}»`,
  forgotten: 'S’ha oblidat',
  forgetAssistant: 'Oblida-ho tot',
  forgetAssistantOf: (name) => `Oblida-ho tot: ${name}`,
  confirmAssistant: (name) => `Vols oblidar tot el que ${name} recorda de tu?`,
  forgetAll: 'Oblida tots els records',
  confirmAll: 'Vols oblidar tot el que els assistents recorden de tu?',
  confirmText: 'No es pot desfer. Els teus xats queden com estan.',
  confirm: 'Oblida',
  allForgotten: (count) =>
    plural('ca', count, { one: 'S’ha oblidat # dada', other: 'S’han oblidat # dades' }),
  newest: (shown, total) => `Es mostren els ${shown} més recents de ${total}.`,
}
