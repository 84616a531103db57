import type { ToolDescriptions } from './en.ts'

export const eu: ToolDescriptions = {
  assistant: 'Beste laguntzaile bati galdetzen dio, eta hark bere tresna eta ezagutzarekin erantzuten du.',
  single_file_rag: 'Igotako fitxategi baten testua promptean jartzen du.',
  rubric_rag: 'Errubrika bat promptean jartzen du, harekin kalifikatzeko argibideekin.',
  rubric_eval:
    'Testu bat errubrika batekin kalifikatzen du: maila, puntuazioa, frogak eta arrazoiak irizpide bakoitzeko, eta guztira kalkulatua.',
  simple_rag: 'Galderari egokitzen zaizkion ezagutza-baseetako pasarteak aurkitzen ditu.',
  context_aware_rag: 'Ezagutza-basea bezala, baina elkarrizketa osoak galdetzen duena bilatzen du.',
  hierarchical_rag:
    'Elkarrizketa osoak galdetzen duena bilatzen du, eta pasarteak dauden atal osoak ematen ditu.',
  query_rewrite: 'Elkarrizketa bilaketa bakar bihurtzen du, eredu txiki eta azkarrarekin.',
  image_gen: 'Deskribapen batetik irudi bat egiten du, erakundearen irudi-ereduarekin.',
  weather: 'Hiri bateko uneko tenperatura ematen du.',
  moodle: 'Galdetzen duena Moodle-n matrikulatuta dagoen ikastaroak zerrendatzen ditu.',
  moodle_course_contents:
    'Galdetzen duenaren Moodle-ko ikastaro bateko atalak eta jarduerak zerrendatzen ditu.',
  moodle_assignments: 'Galdetzen duenaren Moodle-ko ikastaroetako zereginak eta epeak zerrendatzen ditu.',
  moodle_grades:
    'Galdetzen duenaren kalifikazioak ematen ditu Moodle-ko ikastaro batean; irakasleei, beren ikasleenak.',
  moodle_user:
    'Moodle-k galdetzen duena ezagutzen duen zenbakia, edo haren helbide elektronikoa zenbakirik ez badu.',
  remember:
    'Galdetzen duenari buruzko datuak gordetzen ditu geroko elkarrizketetarako. Hark ikusi eta ezaba ditzake.',
  recall: 'Laguntzaile honek galdetzen duenaz gogoratzen duena ekartzen du.',
  http_request: 'Zuk aukeratutako web-zerbitzu bati deitzen dio, eta erantzuna irakurtzen du.',
  mcp: 'Zure erakundeak erregistratutako MCP zerbitzari bateko tresna bati deitzen dio.',
  read_file: 'Lan-eremuko testu-fitxategi bat irakurtzen du, lerro zenbakidunekin.',
  list_files: 'Lan-eremuko karpeta bateko fitxategiak zerrendatzen ditu.',
  search_files: 'Lan-eremuko fitxategietan lerroak aurkitzen ditu adierazpen erregular batekin.',
  write_file: 'Testu-fitxategi oso bat idazten du lan-eremuan.',
  replace_in_file: 'Testu bat ordezten du lan-eremuko fitxategi batean.',
  delete_file: 'Lan-eremuko fitxategi bat ezabatzen du.',
  patch_file: 'Lan-eremuko fitxategi bateko lerroak ordeztu, txertatu edo ezabatzen ditu.',
}
