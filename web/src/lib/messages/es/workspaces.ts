import type { MessageCode } from '@bellwether/wire'

export const workspaces = {
  'workspaces.edit_already_undone': 'Este cambio ya se ha deshecho',
  'workspaces.edited_again':
    '{path} se ha editado después (cambios: {edits}). Deshaz primero los cambios posteriores o restaura un punto de control.',
  'workspaces.edited_outside':
    '{path} se ha cambiado fuera del espacio de trabajo. Restaura un punto de control.',
  'workspaces.folder_forbidden': 'Solo un administrador del sistema puede abrir una carpeta del servidor',
  'workspaces.folder_not_allowed':
    'El operador del servidor no ha permitido esta carpeta (consulta WORKSPACE_ROOTS)',
  'workspaces.none_selected': 'No hay ningún espacio de trabajo elegido para esta herramienta.',
  'workspaces.too_many': 'Demasiados espacios de trabajo (límite: {limit} por persona). Elimina uno primero.',

  'workspace_files.already_exists': 'Ya existe un archivo o una carpeta con este nombre.',
  'workspace_files.being_replaced':
    'Otro programa no deja de reemplazar este archivo. Inténtalo de nuevo en un momento.',
  'workspace_files.binary': 'Es un archivo binario. Solo se pueden leer y editar archivos de texto.',
  'workspace_files.busy':
    'Este archivo se está cambiando en este momento. Inténtalo de nuevo dentro de poco.',
  'workspace_files.changed_by_other_program':
    'Otro programa ha cambiado {path} al mismo tiempo. No se ha guardado nada. Lee el archivo de nuevo.',
  'workspace_files.changed_while_opening': '{path} ha cambiado mientras se abría.',
  'workspace_files.changed_while_restoring': '{path} ha cambiado durante la restauración. Restaura de nuevo.',
  'workspace_files.disk_full': 'El disco está lleno. No se ha cambiado nada.',
  'workspace_files.disk_read_only': 'El disco es de solo lectura. No se ha cambiado nada.',
  'workspace_files.dot_dot':
    'No se permite «..» en {path}. Indica la ruta desde la carpeta del espacio de trabajo.',
  'workspace_files.file_not_found': 'No se ha encontrado el archivo: {path}.',
  'workspace_files.file_read_only': '{path} es de solo lectura. No se ha cambiado nada.',
  'workspace_files.file_too_large': 'El archivo es demasiado grande: {size} bytes (límite: {limit}).',
  'workspace_files.folder_became_link':
    '{path} se ha convertido en un enlace. Elimínalo y restaura de nuevo.',
  'workspace_files.folder_moved': 'La carpeta de este espacio de trabajo se ha movido o eliminado.',
  'workspace_files.folder_not_found': 'No se ha encontrado la carpeta: {path}.',
  'workspace_files.hard_link':
    'Este archivo tiene un enlace físico en otro lugar y no se puede abrir aquí. Sustitúyelo por una copia.',
  'workspace_files.is_a_file': '{path} es un archivo, no una carpeta.',
  'workspace_files.is_a_folder': 'Es una carpeta, no un archivo.',
  'workspace_files.link_broken': '{path} es un enlace a un archivo que no existe.',
  'workspace_files.link_to_missing_folder': 'La ruta contiene un enlace a una carpeta que no existe.',
  'workspace_files.links_outside':
    'La ruta contiene un enlace que sale del espacio de trabajo o forma un bucle.',
  'workspace_files.not_found': 'No se ha encontrado el archivo.',
  'workspace_files.not_regular': 'No es un archivo normal.',
  'workspace_files.not_utf8':
    'El archivo no es UTF-8 válido y se dañaría al editarlo. No se ha cambiado nada.',
  'workspace_files.outside': '{path} está fuera del espacio de trabajo.',
  'workspace_files.path_absolute':
    'Usa una ruta dentro del espacio de trabajo, como src/main.py, en lugar de {path}.',
  'workspace_files.path_characters': 'La ruta contiene un carácter no permitido.',
  'workspace_files.path_is_workspace': 'Es la carpeta del espacio de trabajo. Indica la ruta de un archivo.',
  'workspace_files.path_too_long': 'La ruta es demasiado larga.',
  'workspace_files.pattern_invalid': 'Patrón no válido: {reason}',
  'workspace_files.pattern_too_long': 'El patrón es demasiado largo (límite: {limit} caracteres).',
  'workspace_files.permission_denied':
    'El servidor no tiene permiso para hacer esto. No se ha cambiado nada.',
  'workspace_files.restricted': 'Los asistentes no pueden acceder a {path}: {part} está restringido.',
  'workspace_files.search_too_slow':
    'La búsqueda ha tardado más de {seconds} s. Usa un patrón más sencillo o una carpeta más pequeña.',
  'workspace_files.stale': 'El archivo ha cambiado desde que lo abriste. No se ha guardado nada.',
  'workspace_files.too_many_entries':
    'El espacio de trabajo tiene demasiados archivos y carpetas (límite: {limit}).',
  'workspace_files.too_many_files':
    'El espacio de trabajo está lleno (límite: {limit} archivos). Elimina algunos primero.',
  'workspace_files.too_many_lines': 'El archivo tiene demasiadas líneas (límite: {limit}).',
  'workspace_files.too_many_links': 'La ruta contiene demasiados enlaces.',
  'workspace_files.unchanged': 'Esta edición no cambia {path}.',
  'workspace_files.version_damaged': 'Esta versión anterior está dañada en el disco.',
  'workspace_files.version_gone': 'Esta versión anterior ya no se conserva.',
  'workspace_files.workspace_full':
    'El espacio de trabajo está lleno (límite: {limit} bytes). Elimina algunos archivos primero.',
  'workspace_files.write_too_large':
    'El archivo es demasiado grande (límite: {limit} bytes). No se ha cambiado nada.',
  'workspace_files.zip_damaged': 'El archivo zip está dañado o incompleto. Créalo de nuevo y sube el nuevo.',
  'workspace_files.zip_expands_too_much':
    'El archivo zip contiene más datos de los que caben en el espacio de trabajo.',
  'workspace_files.zip_password':
    'El archivo zip está protegido con contraseña. Sube una copia sin contraseña.',
  'workspace_files.zip_too_many_files':
    'El archivo zip tiene {count} archivos, más de los que caben en el espacio de trabajo (límite: {limit}).',
  'workspace_files.zip_too_slow':
    'Descomprimir el archivo zip ha tardado más de {seconds} s. Divídelo en archivos más pequeños.',
  'workspace_files.ambiguous': 'El texto aparece {count} veces en el archivo. No se ha cambiado nada.',
  'workspace_files.changed_during_command':
    'Alguien más ha editado, mientras se ejecutaba el comando, archivos que este ha cambiado: {paths}. No se ha guardado ninguno de sus cambios. Ejecútalo de nuevo.',
  'workspace_files.command_no_room':
    'El espacio de trabajo está demasiado lleno para ejecutar comandos. Elimina algo primero.',
  'workspace_files.command_nul_character': 'Un argumento contiene un carácter NUL.',
  'workspace_files.content_mismatch':
    'El texto que se debe sustituir no coincide con el archivo. No se ha cambiado nada.',
  'workspace_files.invalid_range': 'Intervalo de líneas no válido: el archivo tiene {count} líneas.',
  'workspace_files.lone_surrogate':
    '{part} contiene medio carácter (un sustituto suelto). No se ha cambiado nada.',
  'workspace_files.no_changes': 'La lista de cambios está vacía. No se ha cambiado nada.',
  'workspace_files.no_sandbox':
    'Este servidor no tiene un entorno aislado, por lo que no se pueden ejecutar comandos ({reason}). Continúa sin ellos.',
  'workspace_files.nul_character': '{part} contiene un carácter NUL. No se ha cambiado nada.',
  'workspace_files.overlap': 'Dos cambios se solapan. No se ha cambiado nada.',
  'workspace_files.same_text': 'El texto nuevo es igual que el actual. No se ha cambiado nada.',
  'workspace_files.stale_read': 'El archivo ha cambiado desde que se leyó. No se ha cambiado nada.',
  'workspace_files.task_too_slow':
    'Ha tardado más de {seconds} s. No se ha cambiado nada. Prueba con cambios más pequeños.',
  'workspace_files.too_many_commands': 'Se están ejecutando demasiados comandos. Inténtalo más tarde.',
} satisfies Partial<Record<MessageCode, string>>
