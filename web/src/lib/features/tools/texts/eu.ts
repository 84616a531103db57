import type { Texts } from './en.ts'

export const eu: Texts = {
  simple_rag: 'Ezagutza-basea',
  context_aware_rag: 'Ezagutza-basea',
  hierarchical_rag: 'Ezagutza-basea',
  rubric_rag: 'Errubrika',
  rubric_eval: 'Errubrika bidezko ebaluazioa',
  single_file_rag: 'Fitxategia',
  call_assistant: 'Beste laguntzaile bat',
  query_rewrite: 'Galdera berridaztea',
  moodle: 'Moodle',
  weather: 'Eguraldia',
  http_request: 'Web-zerbitzua',
}
