import type { ToolDescriptions } from './en.ts'

export const es: ToolDescriptions = {
  assistant: 'Pregunta a otro asistente, que responde con sus propias herramientas y conocimientos.',
  single_file_rag: 'Pone en el prompt el texto de un archivo subido.',
  rubric_rag: 'Pone en el prompt una rúbrica, con instrucciones para calificar con ella.',
  rubric_eval:
    'Califica un texto con una rúbrica: nivel, puntuación, pruebas y razones por criterio, y un total calculado.',
  simple_rag: 'Encuentra los pasajes de las bases de conocimiento que encajan con la pregunta.',
  context_aware_rag: 'Como la base de conocimiento, pero busca lo que pregunta toda la conversación.',
  hierarchical_rag:
    'Busca lo que pregunta toda la conversación y da las secciones enteras en que están los pasajes.',
  query_rewrite: 'Convierte la conversación en una sola búsqueda, con el modelo pequeño y rápido.',
  image_gen: 'Hace una imagen a partir de una descripción, con el modelo de imágenes de la organización.',
  weather: 'Da la temperatura actual de una ciudad.',
  moodle: 'Lista los cursos de Moodle en los que está matriculada la persona que pregunta.',
  moodle_course_contents:
    'Lista las secciones y actividades de un curso de Moodle de la persona que pregunta.',
  moodle_assignments: 'Lista las tareas y los plazos de los cursos de Moodle de la persona que pregunta.',
  moodle_grades:
    'Da las calificaciones de la persona que pregunta en un curso de Moodle; a sus docentes, las de sus estudiantes.',
  moodle_user: 'El número con el que Moodle conoce a la persona que pregunta, o su correo si no lo tiene.',
  remember:
    'Guarda datos de la persona que pregunta para otras conversaciones. Ella puede verlos y borrarlos.',
  recall: 'Trae lo que este asistente recuerda de la persona que pregunta.',
  http_request: 'Llama a un servicio web de tu elección y lee su respuesta.',
  mcp: 'Llama a una herramienta de un servidor MCP que tu organización ha registrado.',
  read_file: 'Lee un archivo de texto del espacio de trabajo, con líneas numeradas.',
  list_files: 'Lista los archivos de una carpeta del espacio de trabajo.',
  search_files: 'Encuentra líneas en los archivos del espacio de trabajo con una expresión regular.',
  write_file: 'Escribe un archivo de texto entero en el espacio de trabajo.',
  replace_in_file: 'Reemplaza un texto en un archivo del espacio de trabajo.',
  delete_file: 'Borra un archivo del espacio de trabajo.',
  patch_file: 'Reemplaza, inserta o borra líneas de un archivo del espacio de trabajo.',
}
