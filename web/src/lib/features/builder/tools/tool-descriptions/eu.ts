import type { ToolDescriptions } from './en.ts'

export const eu: ToolDescriptions = {
  assistant: 'Beste laguntzaile bati galdetzen dio, eta hark bere tresna eta ezagutzarekin erantzuten du.',
  single_file_rag: 'Igotako fitxategi baten testua gehitzen dio promptari.',
  rubric_rag: 'Errubrika bat gehitzen dio promptari, harekin kalifikatzeko argibideekin.',
  rubric_eval:
    'Testu bat errubrika batekin kalifikatzen du: irizpide bakoitzaren maila, puntuazioa, ebidentziak eta arrazoiak, eta guztizkoa.',
  simple_rag: 'Galderarekin bat datozen pasarteak bilatzen ditu ezagutza-baseetan.',
  context_aware_rag:
    'Ezagutza-baseetan bilatzen du elkarrizketa osoa kontuan hartuta, ez azken galdera soilik.',
  hierarchical_rag: 'Elkarrizketa osoa kontuan hartuta bilatzen du, eta pasarteen atal osoak itzultzen ditu.',
  query_rewrite: 'Elkarrizketa bilaketa-kontsulta bakar bihurtzen du, eredu txiki eta azkarrarekin.',
  image_gen: 'Deskribapen batetik irudi bat sortzen du, erakundearen irudi-ereduarekin.',
  weather: 'Hiri bateko uneko tenperatura kontsultatzen du.',
  moodle: 'Erabiltzailea Moodlen zein ikastarotan dagoen matrikulatuta erakusten du.',
  moodle_course_contents: 'Erabiltzailearen Moodleko ikastaro baten atalak eta jarduerak erakusten ditu.',
  moodle_assignments: 'Erabiltzailearen Moodleko ikastaroetako zereginak eta entrega-datak erakusten ditu.',
  moodle_grades:
    'Erabiltzailearen kalifikazioak erakusten ditu Moodleko ikastaro batean. Irakasleek beren ikasleenak ikusten dituzte.',
  moodle_user: 'Erabiltzailearen Moodleko IDa, edo haren helbide elektronikoa IDrik ez badu.',
  remember:
    'Erabiltzaileari buruzko datuak gordetzen ditu hurrengo elkarrizketetarako. Erabiltzaileak ikusi eta ezaba ditzake.',
  recall: 'Laguntzaileak erabiltzaileaz gogoratzen duena berreskuratzen du.',
  http_request: 'Zuk aukeratutako web-zerbitzu bati deitzen dio eta erantzuna irakurtzen du.',
  mcp: 'Zure erakundeak erregistratutako MCP zerbitzari bateko tresna bati deitzen dio.',
  read_file: 'Lan-eremuko testu-fitxategi bat irakurtzen du, lerro-zenbakiekin.',
  list_files: 'Lan-eremuko karpeta bateko fitxategiak erakusten ditu.',
  search_files: 'Lan-eremuko fitxategietan bilatzen du adierazpen erregular batekin.',
  write_file: 'Testu-fitxategi bat sortzen edo gainidazten du lan-eremuan.',
  replace_in_file: 'Testua ordezten du lan-eremuko fitxategi batean.',
  delete_file: 'Lan-eremuko fitxategi bat ezabatzen du.',
  patch_file: 'Lan-eremuko fitxategi bateko lerroak ordezten, txertatzen edo ezabatzen ditu.',
  run_command: 'Programa bat exekutatzen du lan-eremuan, isolatuta eta sarerik gabe.',
}
