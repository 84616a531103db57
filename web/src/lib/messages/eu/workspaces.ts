import type { MessageCode } from '@bellwether/wire'

export const workspaces = {
  'workspaces.edit_already_undone': 'Aldaketa hau desegin da dagoeneko',
  'workspaces.edited_again':
    '{path} geroago editatu da (aldaketak: {edits}). Desegin lehenago geroagoko aldaketak, edo berreskuratu kontrol-puntu bat.',
  'workspaces.edited_outside': '{path} lan-eremutik kanpo aldatu da. Berreskuratu kontrol-puntu bat.',
  'workspaces.folder_forbidden':
    'Sistemaren administratzaile batek bakarrik ireki dezake zerbitzariko karpeta bat',
  'workspaces.folder_not_allowed':
    'Zerbitzariaren operadoreak ez du karpeta hau baimendu (ikus WORKSPACE_ROOTS)',
  'workspaces.none_selected': 'Ez da lan-eremurik aukeratu tresna honetarako.',
  'workspaces.too_many': 'Lan-eremu gehiegi (muga: {limit} pertsonako). Ezabatu bat lehenago.',

  'workspace_files.already_exists': 'Badago izen hau duen fitxategi edo karpeta bat.',
  'workspace_files.being_replaced':
    'Beste programa bat fitxategi hau behin eta berriro ordezten ari da. Saiatu berriro une bat barru.',
  'workspace_files.binary': 'Fitxategi bitar bat da. Testu-fitxategiak bakarrik irakur eta edita daitezke.',
  'workspace_files.busy': 'Fitxategi hau aldatzen ari dira une honetan. Saiatu berriro laster.',
  'workspace_files.changed_by_other_program':
    'Beste programa batek {path} aldatu du aldi berean. Ez da ezer gorde. Irakurri berriro fitxategia.',
  'workspace_files.changed_while_opening': '{path} aldatu egin da irekitzen ari zen bitartean.',
  'workspace_files.changed_while_restoring': '{path} aldatu egin da berreskuratzean. Berreskuratu berriro.',
  'workspace_files.disk_full': 'Diskoa beteta dago. Ez da ezer aldatu.',
  'workspace_files.disk_read_only': 'Diskoa irakurtzeko soilik da. Ez da ezer aldatu.',
  'workspace_files.dot_dot':
    '«..» ez da onartzen hemen: {path}. Eman bide-izena lan-eremuaren karpetatik hasita.',
  'workspace_files.file_not_found': 'Ez da fitxategia aurkitu: {path}.',
  'workspace_files.file_read_only': '{path} irakurtzeko soilik da. Ez da ezer aldatu.',
  'workspace_files.file_too_large': 'Fitxategia handiegia da: {size} byte (muga: {limit}).',
  'workspace_files.folder_became_link': '{path} esteka bihurtu da. Ezabatu eta berreskuratu berriro.',
  'workspace_files.folder_moved': 'Lan-eremu honen karpeta mugitu edo ezabatu egin da.',
  'workspace_files.folder_not_found': 'Ez da karpeta aurkitu: {path}.',
  'workspace_files.hard_link':
    'Fitxategi honek esteka gogor bat du beste leku batean, eta ezin da hemen ireki. Ordeztu kopia batekin.',
  'workspace_files.is_a_file': '{path} fitxategi bat da, ez karpeta bat.',
  'workspace_files.is_a_folder': 'Karpeta bat da, ez fitxategi bat.',
  'workspace_files.link_broken': '{path} existitzen ez den fitxategi baterako esteka da.',
  'workspace_files.link_to_missing_folder': 'Bide-izenak existitzen ez den karpeta baterako esteka bat du.',
  'workspace_files.links_outside':
    'Bide-izenak lan-eremutik ateratzen den edo begizta bat osatzen duen esteka bat du.',
  'workspace_files.not_found': 'Ez da fitxategia aurkitu.',
  'workspace_files.not_regular': 'Ez da fitxategi arrunt bat.',
  'workspace_files.not_utf8':
    'Fitxategia ez da baliozko UTF-8, eta editatzeak hondatu egingo luke. Ez da ezer aldatu.',
  'workspace_files.outside': '{path} lan-eremutik kanpo dago.',
  'workspace_files.path_absolute':
    'Erabili lan-eremuaren barruko bide-izen bat, adibidez src/main.py, eta ez {path}.',
  'workspace_files.path_characters': 'Bide-izenak onartzen ez den karaktere bat du.',
  'workspace_files.path_is_workspace': 'Lan-eremuaren karpeta da. Eman fitxategi baten bide-izena.',
  'workspace_files.path_too_long': 'Bide-izena luzeegia da.',
  'workspace_files.pattern_invalid': 'Bilaketa-eredua ez da baliozkoa: {reason}',
  'workspace_files.pattern_too_long': 'Bilaketa-eredua luzeegia da (muga: {limit} karaktere).',
  'workspace_files.permission_denied': 'Zerbitzariak ez du hau egiteko baimenik. Ez da ezer aldatu.',
  'workspace_files.restricted': 'Laguntzaileek ezin dute {path} atzitu: {part} mugatuta dago.',
  'workspace_files.search_too_slow':
    'Bilaketak {seconds} s baino gehiago iraun du. Erabili bilaketa-eredu sinpleago bat edo karpeta txikiago bat.',
  'workspace_files.stale': 'Fitxategia aldatu egin da ireki duzunetik. Ez da ezer gorde.',
  'workspace_files.too_many_entries': 'Lan-eremuak fitxategi eta karpeta gehiegi ditu (muga: {limit}).',
  'workspace_files.too_many_files':
    'Lan-eremua beteta dago (muga: {limit} fitxategi). Ezabatu batzuk lehenago.',
  'workspace_files.too_many_lines': 'Fitxategiak lerro gehiegi ditu (muga: {limit}).',
  'workspace_files.too_many_links': 'Bide-izenak esteka gehiegi ditu.',
  'workspace_files.unchanged': 'Edizio honek ez du {path} aldatzen.',
  'workspace_files.version_damaged': 'Aurreko bertsio hau hondatuta dago diskoan.',
  'workspace_files.version_gone': 'Aurreko bertsio hau ez dago gordeta jada.',
  'workspace_files.workspace_full':
    'Lan-eremua beteta dago (muga: {limit} byte). Ezabatu fitxategi batzuk lehenago.',
  'workspace_files.write_too_large': 'Fitxategia handiegia da (muga: {limit} byte). Ez da ezer aldatu.',
  'workspace_files.zip_damaged':
    'Zip fitxategia hondatuta edo osatu gabe dago. Sortu berriro eta igo berria.',
  'workspace_files.zip_expands_too_much':
    'Zip fitxategiak lan-eremuan kabitzen direnak baino datu gehiago ditu.',
  'workspace_files.zip_password':
    'Zip fitxategia pasahitzez babestuta dago. Igo pasahitzik gabeko kopia bat.',
  'workspace_files.zip_too_many_files':
    'Zip fitxategiak {count} fitxategi ditu, lan-eremuan kabitzen direnak baino gehiago (muga: {limit}).',
  'workspace_files.zip_too_slow':
    'Zip fitxategia deskonprimitzeak {seconds} s baino gehiago iraun du. Banatu fitxategi txikiagoetan.',
  'workspace_files.ambiguous': 'Testua {count} aldiz agertzen da fitxategian. Ez da ezer aldatu.',
  'workspace_files.changed_during_command':
    'Komandoak aldatutako fitxategiak beste norbaitek ere editatu ditu exekutatzen ari zen bitartean: {paths}. Komandoaren aldaketarik ez da gorde. Exekutatu berriro.',
  'workspace_files.command_no_room':
    'Lan-eremua beteegi dago komandoak exekutatzeko. Ezabatu zerbait lehenago.',
  'workspace_files.command_nul_character': 'Argumentu batek NUL karaktere bat du.',
  'workspace_files.content_mismatch':
    'Ordeztu beharreko testua ez dator bat fitxategiarekin. Ez da ezer aldatu.',
  'workspace_files.invalid_range': 'Lerro-tarteak ez du balio: fitxategiak {count} lerro ditu.',
  'workspace_files.lone_surrogate': '{part}: karaktere erdi bat dago (ordezko solte bat). Ez da ezer aldatu.',
  'workspace_files.no_changes': 'Aldaketen zerrenda hutsik dago. Ez da ezer aldatu.',
  'workspace_files.no_sandbox':
    'Zerbitzari honek ez du ingurune isolaturik, eta ezin da komandorik exekutatu ({reason}). Jarraitu haiek gabe.',
  'workspace_files.nul_character': '{part}: NUL karaktere bat dago. Ez da ezer aldatu.',
  'workspace_files.overlap': 'Bi aldaketa gainjarri egiten dira. Ez da ezer aldatu.',
  'workspace_files.same_text': 'Testu berria oraingoaren berdina da. Ez da ezer aldatu.',
  'workspace_files.stale_read': 'Fitxategia aldatu egin da irakurri zenetik. Ez da ezer aldatu.',
  'workspace_files.task_too_slow':
    '{seconds} s baino gehiago behar izan ditu. Ez da ezer aldatu. Saiatu aldaketa txikiagoekin.',
  'workspace_files.too_many_commands': 'Komando gehiegi exekutatzen ari dira. Saiatu geroago.',
} satisfies Partial<Record<MessageCode, string>>
