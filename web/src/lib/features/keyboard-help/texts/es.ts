import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Atajos de teclado',
  text: 'En esta página puedes usar:',
  keys: { Enter: 'Intro', Shift: 'Mayús', Ctrl: 'Ctrl', Space: 'Espacio', Escape: 'Esc', Alt: 'Alt' },
  labels: {
    palette: 'Ir a una página, crear o buscar',
    search: 'Ir al campo de búsqueda',
    save: 'Guardar',
    undo: 'Deshacer',
    redo: 'Rehacer',
    moveCriterion: 'Subir o bajar el criterio enfocado',
    moveLevel: 'Mover el nivel enfocado a la izquierda o a la derecha',
    send: 'Enviar la pregunta',
    prompts: 'Insertar un prompt (en un campo vacío)',
    newline: 'Empezar una línea nueva',
    pin: 'Fijar o dejar de fijar la conversación enfocada',
    move: 'Mover la conversación enfocada a una carpeta',
    selectAll: 'Seleccionar todos los archivos (en la lista)',
    selectRange: 'Seleccionar los archivos hasta este',
    clearSelection: 'Quitar la selección',
    chart: 'Leer los valores del gráfico enfocado',
    help: 'Mostrar los atajos de teclado',
  },
}
