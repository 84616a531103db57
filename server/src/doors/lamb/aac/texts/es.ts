import type { AacTexts } from './en.ts'

export const es: AacTexts = {
  proposed: '**Cambios propuestos** (aún no guardados)',
  howToDecide: 'Responde «aceptar» para guardarlos o «rechazar» para descartarlos.',
  before: 'Antes:',
  after: 'Después:',
  empty: '(vacío)',
  left: (count) => `… (${count} caracteres no mostrados)`,
  noProposal: 'No hay ninguna propuesta pendiente.',
  saved: (id) => `Guardado como asistente ${id}.`,
  rejected: 'La propuesta se ha rechazado. No se ha guardado nada.',
  skills: {
    'about-lamb': {
      name: 'Preguntar sobre la plataforma',
      description: 'Resolver dudas sobre cómo funciona esta plataforma',
    },
    'create-assistant': {
      name: 'Crear un asistente',
      description: 'Crear un asistente nuevo paso a paso',
    },
    'improve-assistant': {
      name: 'Mejorar un asistente',
      description: 'Revisar los prompts, las herramientas y el modelo de un asistente',
    },
    'test-and-evaluate': {
      name: 'Probar un asistente',
      description: 'Ejecutar las pruebas de un asistente y explicar los resultados',
    },
    'explain-assistant': {
      name: 'Explicar un asistente',
      description: 'Explicar cómo funciona un asistente: sus prompts, sus herramientas y su modelo',
    },
    'explain-answer': {
      name: 'Explicar una respuesta',
      description: 'Explicar qué ha ocurrido en la última respuesta de un asistente',
    },
  },
}
