import type { ToolDescriptions } from './en.ts'

export const ca: ToolDescriptions = {
  assistant: 'Pregunta a un altre assistent, que respon amb les seves eines i coneixements.',
  single_file_rag: 'Posa al prompt el text d’un fitxer pujat.',
  rubric_rag: 'Posa al prompt una rúbrica, amb instruccions per qualificar-hi.',
  rubric_eval:
    'Qualifica un text amb una rúbrica: nivell, puntuació, proves i raons per criteri, i un total calculat.',
  simple_rag: 'Troba els passatges de les bases de coneixement que s’ajusten a la pregunta.',
  context_aware_rag: 'Com la base de coneixement, però cerca el que pregunta tota la conversa.',
  hierarchical_rag:
    'Cerca el que pregunta tota la conversa i dona les seccions senceres on són els passatges.',
  query_rewrite: 'Converteix la conversa en una sola cerca, amb el model petit i ràpid.',
  image_gen: 'Fa una imatge a partir d’una descripció, amb el model d’imatges de l’organització.',
  weather: 'Dona la temperatura actual d’una ciutat.',
  moodle: 'Llista els cursos de Moodle en què està matriculada la persona que pregunta.',
  moodle_course_contents: 'Llista les seccions i activitats d’un curs de Moodle de la persona que pregunta.',
  moodle_assignments: 'Llista les tasques i els terminis dels cursos de Moodle de la persona que pregunta.',
  moodle_grades:
    'Dona les qualificacions de la persona que pregunta en un curs de Moodle; als seus docents, les dels seus estudiants.',
  moodle_user: 'El número amb què Moodle coneix la persona que pregunta, o el seu correu si no el té.',
  remember: 'Desa dades de la persona que pregunta per a altres converses. Ella les pot veure i esborrar.',
  recall: 'Porta el que aquest assistent recorda de la persona que pregunta.',
  http_request: 'Crida un servei web que triïs i en llegeix la resposta.',
  mcp: 'Crida una eina d’un servidor MCP que la teva organització ha registrat.',
  read_file: 'Llegeix un fitxer de text de l’espai de treball, amb línies numerades.',
  list_files: 'Llista els fitxers d’una carpeta de l’espai de treball.',
  search_files: 'Troba línies als fitxers de l’espai de treball amb una expressió regular.',
  write_file: 'Escriu un fitxer de text sencer a l’espai de treball.',
  replace_in_file: 'Substitueix un text en un fitxer de l’espai de treball.',
  delete_file: 'Esborra un fitxer de l’espai de treball.',
  patch_file: 'Substitueix, insereix o esborra línies d’un fitxer de l’espai de treball.',
}
