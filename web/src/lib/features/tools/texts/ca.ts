import type { Texts } from './en.ts'

export const ca: Texts = {
  simple_rag: 'Base de coneixement',
  context_aware_rag: 'Base de coneixement',
  hierarchical_rag: 'Base de coneixement',
  rubric_rag: 'Rúbrica',
  rubric_eval: 'Avaluació amb rúbrica',
  single_file_rag: 'Fitxer',
  call_assistant: 'Un altre assistent',
  query_rewrite: 'Reescriptura de la pregunta',
  moodle: 'Moodle',
  weather: 'El temps',
  http_request: 'Servei web',
}
