import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  conversation: 'Conversa',
  you: 'Tu',
  assistant: 'Assistent',
  ask: 'Pregunta com ho faria un estudiant…',
  question: 'La teva pregunta',
  send: 'Envia',
  stop: 'Atura',
  again: 'Torna a preguntar',
  clear: 'Conversa nova',
  suggestions: 'Preguntes suggerides',
  thinking: 'Llegint la pregunta…',
  writing: 'Escrivint…',
  stopped: 'Aturat',
  steps: (count) => plural('ca', count, { one: '# pas', other: '# passos' }),
  failedStep: 'no ha aportat res',
  using: (tool) => `${tool}…`,
  source: (n) => `Font ${n}`,
  sources: 'Fonts',
  page: (page) => `pàg. ${page}`,
  slide: (slide) => `diapositiva ${slide}`,
  open: 'Obre el document aquí',
  unsupported: (count) =>
    plural('ca', count, {
      one: 'Una frase no té suport en el teu material.',
      other: '# frases no tenen suport en el teu material.',
    }),
  unsupportedMark: 'Sense suport en el material',
  picture: 'Imatge en un altre lloc',
  copy: 'Copia la resposta',
  copied: 'Copiat',
  failedTitle: 'La resposta no ha arribat',
  notAllowedTitle: 'Aquest assistent no està obert per a tu',
  notAllowed: 'Potser encara no està publicat o s’ha retirat. Pregunta-ho a qui et va donar l’adreça.',
  startTitle: 'Fes la teva primera pregunta',
}
