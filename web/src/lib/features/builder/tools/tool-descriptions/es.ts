import type { ToolDescriptions } from './en.ts'

export const es: ToolDescriptions = {
  assistant: 'Pregunta a otro asistente, que responde con sus propias herramientas y conocimientos.',
  single_file_rag: 'Añade al prompt el texto de un archivo subido.',
  rubric_rag: 'Añade una rúbrica al prompt, con instrucciones para calificar con ella.',
  rubric_eval:
    'Califica un texto con una rúbrica: nivel, puntuación, evidencias y motivos de cada criterio, y el total.',
  simple_rag: 'Busca en las bases de conocimiento los pasajes que coinciden con la pregunta.',
  context_aware_rag:
    'Busca en las bases de conocimiento teniendo en cuenta toda la conversación, no solo la última pregunta.',
  hierarchical_rag:
    'Busca teniendo en cuenta toda la conversación y devuelve las secciones completas de los pasajes.',
  query_rewrite:
    'Convierte la conversación en una sola consulta de búsqueda, con el modelo pequeño y rápido.',
  image_gen: 'Crea una imagen a partir de una descripción, con el modelo de imágenes de la organización.',
  weather: 'Consulta la temperatura actual de una ciudad.',
  moodle: 'Muestra los cursos de Moodle en los que está matriculado el usuario.',
  moodle_course_contents: 'Muestra las secciones y actividades de un curso de Moodle del usuario.',
  moodle_assignments: 'Muestra las tareas y fechas de entrega de los cursos de Moodle del usuario.',
  moodle_grades:
    'Muestra las calificaciones del usuario en un curso de Moodle. Los docentes ven las de sus estudiantes.',
  moodle_user: 'El ID de Moodle del usuario, o su correo electrónico si no tiene.',
  remember:
    'Guarda datos sobre el usuario para futuras conversaciones. El usuario puede verlos y eliminarlos.',
  recall: 'Recupera lo que el asistente recuerda del usuario.',
  http_request: 'Llama a un servicio web que elijas y lee la respuesta.',
  mcp: 'Llama a una herramienta de un servidor MCP registrado por tu organización.',
  read_file: 'Lee un archivo de texto del espacio de trabajo, con números de línea.',
  list_files: 'Muestra los archivos de una carpeta del espacio de trabajo.',
  search_files: 'Busca en los archivos del espacio de trabajo con una expresión regular.',
  write_file: 'Crea o sobrescribe un archivo de texto en el espacio de trabajo.',
  replace_in_file: 'Reemplaza texto en un archivo del espacio de trabajo.',
  delete_file: 'Elimina un archivo del espacio de trabajo.',
  patch_file: 'Reemplaza, inserta o elimina líneas de un archivo del espacio de trabajo.',
  run_command: 'Ejecuta un programa en el espacio de trabajo, aislado y sin acceso a la red.',
}
