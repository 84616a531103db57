import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  conversation: 'Conversación',
  you: 'Tú',
  assistant: 'Asistente',
  ask: 'Pregunta como lo haría un estudiante…',
  question: 'Tu pregunta',
  send: 'Enviar',
  stop: 'Detener',
  again: 'Preguntar de nuevo',
  clear: 'Conversación nueva',
  suggestions: 'Preguntas sugeridas',
  thinking: 'Leyendo la pregunta…',
  writing: 'Escribiendo…',
  stopped: 'Detenido',
  steps: (count) => plural('es', count, { one: '# paso', other: '# pasos' }),
  failedStep: 'no aportó nada',
  using: (tool) => `${tool}…`,
  source: (n) => `Fuente ${n}`,
  sources: 'Fuentes',
  page: (page) => `pág. ${page}`,
  slide: (slide) => `diapositiva ${slide}`,
  open: 'Abrir el documento aquí',
  unsupported: (count) =>
    plural('es', count, {
      one: 'Una frase no tiene apoyo en tu material.',
      other: '# frases no tienen apoyo en tu material.',
    }),
  unsupportedMark: 'Sin apoyo en el material',
  picture: 'Imagen en otro sitio',
  copy: 'Copiar la respuesta',
  copied: 'Copiado',
  failedTitle: 'La respuesta no llegó',
  notAllowedTitle: 'Este asistente no está abierto para ti',
  notAllowed: 'Puede que aún no esté publicado o que se haya retirado. Pregunta a quien te dio la dirección.',
  startTitle: 'Haz tu primera pregunta',
}
