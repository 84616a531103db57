import type { RegressionTexts } from './en.ts'

export const eu: RegressionTexts = {
  subject: (assistant, count) =>
    count === 1
      ? `${assistant}: proba batek huts egiten du orain`
      : `${assistant}: ${count} probak huts egiten dute orain`,
  text: (assistant, count) =>
    count === 1
      ? `${assistant}: azken exekuzioan gainditutako proba batek huts egiten du orain:`
      : `${assistant}: azken exekuzioan gainditutako ${count} probak huts egiten dute orain:`,
  more: (count) => `eta beste ${count}`,
  model: (before, after) => `Eredua aldatu da: ${before} zen, orain ${after}.`,
  version: (before, after) => `Laguntzailea aldatu da: ${before}. bertsioa zen, orain ${after}. bertsioa.`,
  same: 'Ez da aldatu ez ereduaren izena ez laguntzailea. Baliteke hornitzaileak eredua eguneratu izana.',
  link: 'Ireki probak',
  why: 'Mezu hau jaso duzu proba hauek automatikoki exekutatzea aukeratu zenuelako. Orri berean desgaitu dezakezu.',
}
