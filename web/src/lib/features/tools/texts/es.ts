import type { Texts } from './en.ts'

export const es: Texts = {
  simple_rag: 'Base de conocimiento',
  context_aware_rag: 'Base de conocimiento',
  hierarchical_rag: 'Base de conocimiento',
  rubric_rag: 'Rúbrica',
  rubric_eval: 'Evaluación con rúbrica',
  single_file_rag: 'Archivo',
  call_assistant: 'Otro asistente',
  query_rewrite: 'Reescritura de la pregunta',
  moodle: 'Moodle',
  weather: 'El tiempo',
  http_request: 'Servicio web',
}
