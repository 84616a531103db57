import type { Texts } from './en.ts'

export const ca: Texts = {
  add: 'Afegeix',
  more: 'Més opcions',
  upload: 'Puja',
  import: 'Importa',
  newBase: 'Base de coneixement nova',
  findBase: 'Afegeix una base de coneixement o deixa anar fitxers aquí',
  noBases: 'No hi ha cap altra base de coneixement. Puja un fitxer per crear-ne una.',
  findRubric: 'Tria una rúbrica',
  noRubrics: 'No hi ha cap rúbrica amb aquest nom. Importa’n una o escriu-la a Rúbriques.',
  findFile: 'Tria un fitxer',
  noFiles: 'No hi ha cap fitxer amb aquest nom. Puja’n un.',
  notJson: 'Això encara no és JSON. Revisa les cometes, les comes i els claudàtors.',
  titles: {
    collections: 'Bases de coneixement',
    top_k: 'Passatges',
    threshold: 'Similitud mínima',
    rubric_id: 'Rúbrica',
    format: 'Format',
    file_path: 'Fitxer',
    max_chars: 'Com a màxim aquests caràcters',
    numbered: 'Numera els passatges',
    query: 'Cerca',
  },
  hints: {
    top_k: 'Quants es donen al model.',
    threshold: 'Els passatges que encaixen menys s’ometen.',
    numbered: 'Perquè la resposta pugui dir d’on ve cada cosa.',
    query: 'En lloc de l’última pregunta; pot anomenar el lloc d’una altra eina, com ara {query}.',
  },
}
