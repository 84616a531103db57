import type { Texts } from './en.ts'

export const es: Texts = {
  add: 'Añadir',
  more: 'Más ajustes',
  upload: 'Subir',
  import: 'Importar',
  newBase: 'Base de conocimiento nueva',
  findBase: 'Añade una base de conocimiento o suelta archivos aquí',
  noBases: 'No hay otra base de conocimiento. Sube un archivo para crear una.',
  findRubric: 'Elige una rúbrica',
  noRubrics: 'No hay ninguna rúbrica con ese nombre. Importa una o escríbela en Rúbricas.',
  findFile: 'Elige un archivo',
  noFiles: 'No hay ningún archivo con ese nombre. Sube uno.',
  notJson: 'Esto todavía no es JSON. Revisa las comillas, las comas y los corchetes.',
  titles: {
    collections: 'Bases de conocimiento',
    top_k: 'Pasajes',
    threshold: 'Similitud mínima',
    rubric_id: 'Rúbrica',
    format: 'Formato',
    file_path: 'Archivo',
    max_chars: 'Como máximo estos caracteres',
    numbered: 'Numerar los pasajes',
    query: 'Buscar',
  },
  hints: {
    top_k: 'Cuántos se dan al modelo.',
    threshold: 'Los pasajes que encajan menos se omiten.',
    numbered: 'Para que la respuesta pueda decir de dónde viene cada cosa.',
    query: 'En lugar de la última pregunta; puede nombrar el lugar de otra herramienta, como {query}.',
  },
}
