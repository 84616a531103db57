import type { ToolDescriptions } from './en.ts'

export const ca: ToolDescriptions = {
  assistant: 'Pregunta a un altre assistent, que respon amb les seves eines i coneixements.',
  single_file_rag: 'Afegeix al prompt el text d’un fitxer pujat.',
  rubric_rag: 'Afegeix una rúbrica al prompt, amb instruccions per qualificar-hi.',
  rubric_eval:
    'Qualifica un text amb una rúbrica: nivell, puntuació, evidències i motius de cada criteri, i el total.',
  simple_rag: 'Cerca a les bases de coneixement els passatges que coincideixen amb la pregunta.',
  context_aware_rag:
    'Cerca a les bases de coneixement tenint en compte tota la conversa, no només l’última pregunta.',
  hierarchical_rag:
    'Cerca tenint en compte tota la conversa i retorna les seccions completes dels passatges.',
  query_rewrite: 'Converteix la conversa en una sola consulta de cerca, amb el model petit i ràpid.',
  image_gen: 'Crea una imatge a partir d’una descripció, amb el model d’imatges de l’organització.',
  weather: 'Consulta la temperatura actual d’una ciutat.',
  moodle: 'Mostra els cursos de Moodle en què està matriculat l’usuari.',
  moodle_course_contents: 'Mostra les seccions i activitats d’un curs de Moodle de l’usuari.',
  moodle_assignments: 'Mostra les tasques i dates de lliurament dels cursos de Moodle de l’usuari.',
  moodle_grades:
    'Mostra les qualificacions de l’usuari en un curs de Moodle. Els docents veuen les dels seus estudiants.',
  moodle_user: 'L’ID de Moodle de l’usuari, o la seva adreça electrònica si no en té.',
  remember: 'Desa dades sobre l’usuari per a converses futures. L’usuari les pot veure i eliminar.',
  recall: 'Recupera el que l’assistent recorda de l’usuari.',
  http_request: 'Crida un servei web que triïs i en llegeix la resposta.',
  mcp: 'Crida una eina d’un servidor MCP registrat per la teva organització.',
  read_file: 'Llegeix un fitxer de text de l’espai de treball, amb números de línia.',
  list_files: 'Mostra els fitxers d’una carpeta de l’espai de treball.',
  search_files: 'Cerca als fitxers de l’espai de treball amb una expressió regular.',
  write_file: 'Crea o sobreescriu un fitxer de text a l’espai de treball.',
  replace_in_file: 'Substitueix text en un fitxer de l’espai de treball.',
  delete_file: 'Elimina un fitxer de l’espai de treball.',
  patch_file: 'Substitueix, insereix o elimina línies d’un fitxer de l’espai de treball.',
  run_command: 'Executa un programa a l’espai de treball, aïllat i sense accés a la xarxa.',
}
