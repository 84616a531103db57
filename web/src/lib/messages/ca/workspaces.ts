import type { MessageCode } from '@bellwether/wire'

export const workspaces = {
  'workspaces.edit_already_undone': 'Aquest canvi ja s’ha desfet',
  'workspaces.edited_again':
    '{path} s’ha editat després (canvis: {edits}). Desfés primer els canvis posteriors o restaura un punt de control.',
  'workspaces.edited_outside': '{path} s’ha canviat fora de l’espai de treball. Restaura un punt de control.',
  'workspaces.folder_forbidden': 'Només un administrador del sistema pot obrir una carpeta del servidor',
  'workspaces.folder_not_allowed':
    'L’operador del servidor no ha permès aquesta carpeta (consulta WORKSPACE_ROOTS)',
  'workspaces.none_selected': 'No hi ha cap espai de treball triat per a aquesta eina.',
  'workspaces.too_many': 'Massa espais de treball (límit: {limit} per persona). Elimina’n un primer.',

  'workspace_files.already_exists': 'Ja hi ha un fitxer o una carpeta amb aquest nom.',
  'workspace_files.being_replaced':
    'Un altre programa no para de reemplaçar aquest fitxer. Torna-ho a provar d’aquí a un moment.',
  'workspace_files.binary': 'És un fitxer binari. Només es poden llegir i editar fitxers de text.',
  'workspace_files.busy': 'Aquest fitxer s’està canviant en aquest moment. Torna-ho a provar d’aquí a poc.',
  'workspace_files.changed_by_other_program':
    'Un altre programa ha canviat {path} al mateix temps. No s’ha desat res. Torna a llegir el fitxer.',
  'workspace_files.changed_while_opening': '{path} ha canviat mentre s’obria.',
  'workspace_files.changed_while_restoring': '{path} ha canviat durant la restauració. Torna a restaurar.',
  'workspace_files.disk_full': 'El disc és ple. No s’ha canviat res.',
  'workspace_files.disk_read_only': 'El disc és de només lectura. No s’ha canviat res.',
  'workspace_files.dot_dot':
    'No es permet «..» a {path}. Indica el camí des de la carpeta de l’espai de treball.',
  'workspace_files.file_not_found': 'No s’ha trobat el fitxer: {path}.',
  'workspace_files.file_read_only': '{path} és de només lectura. No s’ha canviat res.',
  'workspace_files.file_too_large': 'El fitxer és massa gran: {size} bytes (límit: {limit}).',
  'workspace_files.folder_became_link': '{path} s’ha convertit en un enllaç. Elimina’l i torna a restaurar.',
  'workspace_files.folder_moved': 'La carpeta d’aquest espai de treball s’ha mogut o eliminat.',
  'workspace_files.folder_not_found': 'No s’ha trobat la carpeta: {path}.',
  'workspace_files.hard_link':
    'Aquest fitxer té un enllaç físic en un altre lloc i no es pot obrir aquí. Substitueix-lo per una còpia.',
  'workspace_files.is_a_file': '{path} és un fitxer, no una carpeta.',
  'workspace_files.is_a_folder': 'És una carpeta, no un fitxer.',
  'workspace_files.link_broken': '{path} és un enllaç a un fitxer que no existeix.',
  'workspace_files.link_to_missing_folder': 'El camí conté un enllaç a una carpeta que no existeix.',
  'workspace_files.links_outside': 'El camí conté un enllaç que surt de l’espai de treball o forma un bucle.',
  'workspace_files.not_found': 'No s’ha trobat el fitxer.',
  'workspace_files.not_regular': 'No és un fitxer normal.',
  'workspace_files.not_utf8': 'El fitxer no és UTF-8 vàlid i es malmetria en editar-lo. No s’ha canviat res.',
  'workspace_files.outside': '{path} és fora de l’espai de treball.',
  'workspace_files.path_absolute':
    'Fes servir un camí dins de l’espai de treball, com ara src/main.py, en lloc de {path}.',
  'workspace_files.path_characters': 'El camí conté un caràcter no permès.',
  'workspace_files.path_is_workspace': 'És la carpeta de l’espai de treball. Indica el camí d’un fitxer.',
  'workspace_files.path_too_long': 'El camí és massa llarg.',
  'workspace_files.pattern_invalid': 'Patró no vàlid: {reason}',
  'workspace_files.pattern_too_long': 'El patró és massa llarg (límit: {limit} caràcters).',
  'workspace_files.permission_denied': 'El servidor no té permís per fer això. No s’ha canviat res.',
  'workspace_files.restricted': 'Els assistents no poden accedir a {path}: {part} està restringit.',
  'workspace_files.search_too_slow':
    'La cerca ha trigat més de {seconds} s. Fes servir un patró més senzill o una carpeta més petita.',
  'workspace_files.stale': 'El fitxer ha canviat des que el vas obrir. No s’ha desat res.',
  'workspace_files.too_many_entries': 'L’espai de treball té massa fitxers i carpetes (límit: {limit}).',
  'workspace_files.too_many_files':
    'L’espai de treball és ple (límit: {limit} fitxers). Elimina’n alguns primer.',
  'workspace_files.too_many_lines': 'El fitxer té massa línies (límit: {limit}).',
  'workspace_files.too_many_links': 'El camí conté massa enllaços.',
  'workspace_files.unchanged': 'Aquesta edició no canvia {path}.',
  'workspace_files.version_damaged': 'Aquesta versió anterior està malmesa al disc.',
  'workspace_files.version_gone': 'Aquesta versió anterior ja no es conserva.',
  'workspace_files.workspace_full':
    'L’espai de treball és ple (límit: {limit} bytes). Elimina alguns fitxers primer.',
  'workspace_files.write_too_large': 'El fitxer és massa gran (límit: {limit} bytes). No s’ha canviat res.',
  'workspace_files.zip_damaged': 'El fitxer zip està malmès o incomplet. Torna’l a crear i puja el nou.',
  'workspace_files.zip_expands_too_much':
    'El fitxer zip conté més dades de les que caben a l’espai de treball.',
  'workspace_files.zip_password':
    'El fitxer zip està protegit amb contrasenya. Puja’n una còpia sense contrasenya.',
  'workspace_files.zip_too_many_files':
    'El fitxer zip té {count} fitxers, més dels que caben a l’espai de treball (límit: {limit}).',
  'workspace_files.zip_too_slow':
    'Descomprimir el fitxer zip ha trigat més de {seconds} s. Divideix-lo en fitxers més petits.',
  'workspace_files.ambiguous': 'El text apareix {count} vegades al fitxer. No s’ha canviat res.',
  'workspace_files.changed_during_command':
    'Algú altre ha editat, mentre s’executava l’ordre, fitxers que aquesta ha canviat: {paths}. No s’ha desat cap dels seus canvis. Torna-la a executar.',
  'workspace_files.command_no_room':
    'L’espai de treball és massa ple per executar ordres. Elimina alguna cosa primer.',
  'workspace_files.command_nul_character': 'Un argument conté un caràcter NUL.',
  'workspace_files.content_mismatch':
    'El text que s’ha de substituir no coincideix amb el fitxer. No s’ha canviat res.',
  'workspace_files.invalid_range': 'Interval de línies no vàlid: el fitxer té {count} línies.',
  'workspace_files.lone_surrogate': '{part} conté mig caràcter (un substitut solt). No s’ha canviat res.',
  'workspace_files.no_changes': 'La llista de canvis és buida. No s’ha canviat res.',
  'workspace_files.no_sandbox':
    'Aquest servidor no té cap entorn aïllat, per tant no es poden executar ordres ({reason}). Continua sense.',
  'workspace_files.nul_character': '{part} conté un caràcter NUL. No s’ha canviat res.',
  'workspace_files.overlap': 'Dos canvis se superposen. No s’ha canviat res.',
  'workspace_files.same_text': 'El text nou és igual que l’actual. No s’ha canviat res.',
  'workspace_files.stale_read': 'El fitxer ha canviat des que es va llegir. No s’ha canviat res.',
  'workspace_files.task_too_slow':
    'Ha trigat més de {seconds} s. No s’ha canviat res. Prova amb canvis més petits.',
  'workspace_files.too_many_commands': 'S’estan executant massa ordres. Torna-ho a provar més tard.',
} satisfies Partial<Record<MessageCode, string>>
