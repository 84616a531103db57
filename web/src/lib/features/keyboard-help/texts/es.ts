import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Atajos de teclado',
  text: 'En esta página puedes usar:',
  keys: { Enter: 'Intro', Shift: 'Mayús', Ctrl: 'Ctrl' },
  labels: {
    palette: 'Ir a una página, crear o buscar',
    search: 'Ir al campo de búsqueda',
    save: 'Guardar',
    send: 'Enviar la pregunta',
    prompts: 'Insertar un prompt (en un campo vacío)',
    newline: 'Empezar una línea nueva',
    pin: 'Fijar o dejar de fijar la conversación enfocada',
    move: 'Mover la conversación enfocada a una carpeta',
    help: 'Mostrar los atajos de teclado',
  },
}
