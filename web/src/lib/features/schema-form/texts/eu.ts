import type { Texts } from './en.ts'

export const eu: Texts = {
  add: 'Gehitu',
  more: 'Ezarpen gehiago',
  upload: 'Igo',
  import: 'Inportatu',
  newBase: 'Ezagutza-base berria',
  findBase: 'Gehitu ezagutza-base bat, edo jaregin fitxategiak hemen',
  noBases: 'Ez dago beste ezagutza-baserik. Igo fitxategi bat sortzeko.',
  findRubric: 'Aukeratu errubrika bat',
  noRubrics: 'Ez dago izen horretako errubrikarik. Inportatu bat, edo idatzi Errubrikak atalean.',
  findFile: 'Aukeratu fitxategi bat',
  noFiles: 'Ez dago izen horretako fitxategirik. Igo bat.',
  notJson: 'Hau ez da JSON oraindik. Begiratu komatxoak, komak eta kortxeteak.',
  titles: {
    collections: 'Ezagutza-baseak',
    top_k: 'Pasarteak',
    threshold: 'Gutxieneko antzekotasuna',
    rubric_id: 'Errubrika',
    format: 'Formatua',
    file_path: 'Fitxategia',
    max_chars: 'Gehienez karaktere hauek',
    numbered: 'Zenbakitu pasarteak',
    query: 'Bilatu',
  },
  hints: {
    top_k: 'Zenbat ematen zaizkion ereduari.',
    threshold: 'Gutxiago egokitzen diren pasarteak kanpoan geratzen dira.',
    numbered: 'Erantzunak gauza bakoitza nondik datorren esan dezan.',
    query: 'Azken galderaren ordez; beste tresna baten lekua izenda dezake, adibidez {query}.',
  },
}
