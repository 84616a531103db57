export const workspaceMessages = {
  'workspaces.edit_already_undone': 'This edit has already been undone',
  'workspaces.edited_again':
    '{path} has been edited since (edits: {edits}). Undo the later edits first, or restore a checkpoint.',
  'workspaces.edited_outside': '{path} has been changed outside the workspace. Restore a checkpoint instead.',
  'workspaces.folder_forbidden': 'Only a system admin can open a folder on the server',
  'workspaces.folder_not_allowed': 'The operator has not allowed this folder (see WORKSPACE_ROOTS)',
  'workspaces.none_selected': 'No workspace selected for this tool.',
  'workspaces.too_many': 'Too many workspaces (limit: {limit} per person). Delete one first.',
} as const

/** Files of a workspace. Models read these too, so every one ends with a period. */
export const workspaceFileMessages = {
  'workspace_files.already_exists': 'A file or folder with this name already exists.',
  'workspace_files.being_replaced': 'Another program keeps replacing this file. Try again in a moment.',
  'workspace_files.binary': 'This is a binary file. Only text files can be read and edited.',
  'workspace_files.busy': 'This file is being changed at the moment. Try again shortly.',
  'workspace_files.changed_by_other_program':
    '{path} was changed by another program at the same time. Nothing was saved. Read the file again.',
  'workspace_files.changed_while_opening': '{path} was changed while it was being opened.',
  'workspace_files.changed_while_restoring': '{path} was changed during the restore. Restore again.',
  'workspace_files.disk_full': 'The disk is full. Nothing was changed.',
  'workspace_files.disk_read_only': 'The disk is read-only. Nothing was changed.',
  'workspace_files.dot_dot': '“..” is not allowed in {path}. Start the path at the workspace folder.',
  'workspace_files.file_not_found': 'File not found: {path}.',
  'workspace_files.file_read_only': '{path} is read-only. Nothing was changed.',
  'workspace_files.file_too_large': 'The file is too large: {size} bytes (limit: {limit}).',
  'workspace_files.folder_became_link': '{path} is now a link. Remove it and restore again.',
  'workspace_files.folder_moved': 'The folder of this workspace has been moved or deleted.',
  'workspace_files.folder_not_found': 'Folder not found: {path}.',
  'workspace_files.hard_link':
    'This file has a hard link elsewhere and can’t be opened here. Replace it with a copy.',
  'workspace_files.is_a_file': '{path} is a file, not a folder.',
  'workspace_files.is_a_folder': 'This is a folder, not a file.',
  'workspace_files.link_broken': '{path} is a link to a file that does not exist.',
  'workspace_files.link_to_missing_folder': 'The path contains a link to a folder that does not exist.',
  'workspace_files.links_outside':
    'The path contains a link that points outside the workspace or forms a loop.',
  'workspace_files.not_found': 'File not found.',
  'workspace_files.not_regular': 'This is not a regular file.',
  'workspace_files.not_utf8':
    'The file is not valid UTF-8, and editing it would damage it. Nothing was changed.',
  'workspace_files.outside': '{path} is outside the workspace.',
  'workspace_files.path_absolute': 'Use a path within the workspace, such as src/main.py, not {path}.',
  'workspace_files.path_characters': 'The path contains a character that is not allowed.',
  'workspace_files.path_is_workspace': 'This is the workspace folder. Give the path of a file.',
  'workspace_files.path_too_long': 'The path is too long.',
  'workspace_files.pattern_invalid': 'Invalid pattern: {reason}',
  'workspace_files.pattern_too_long': 'The pattern is too long (limit: {limit} characters).',
  'workspace_files.permission_denied': 'The server has no permission to do this. Nothing was changed.',
  'workspace_files.restricted': 'Assistants can’t access {path}: {part} is off limits.',
  'workspace_files.search_too_slow':
    'The search took longer than {seconds} s. Use a simpler pattern or a smaller folder.',
  'workspace_files.stale': 'The file has changed since you opened it. Nothing was saved.',
  'workspace_files.too_many_entries': 'The workspace has too many files and folders (limit: {limit}).',
  'workspace_files.too_many_files': 'The workspace is full (limit: {limit} files). Delete some first.',
  'workspace_files.too_many_lines': 'The file has too many lines (limit: {limit}).',
  'workspace_files.too_many_links': 'The path contains too many links.',
  'workspace_files.unchanged': 'This edit would not change {path}.',
  'workspace_files.version_damaged': 'This older version is damaged on disk.',
  'workspace_files.version_gone': 'This older version is no longer stored.',
  'workspace_files.workspace_full': 'The workspace is full (limit: {limit} bytes). Delete some files first.',
  'workspace_files.write_too_large': 'The file is too large (limit: {limit} bytes). Nothing was changed.',
  'workspace_files.zip_damaged':
    'The zip file is damaged or incomplete. Create it again and upload the new one.',
  'workspace_files.zip_expands_too_much': 'The zip file unpacks to more data than the workspace can hold.',
  'workspace_files.zip_password': 'The zip file is password-protected. Upload a copy without a password.',
  'workspace_files.zip_too_many_files':
    'The zip file has {count} files, more than the workspace can hold (limit: {limit}).',
  'workspace_files.zip_too_slow':
    'Unpacking the zip file took longer than {seconds} s. Split it into smaller files.',
  'workspace_files.ambiguous': 'The text occurs {count} times in the file. Nothing was changed.',
  'workspace_files.changed_during_command':
    'Files that the command changed were also edited by someone else while it ran: {paths}. None of the command’s changes were saved. Run it again.',
  'workspace_files.command_no_room': 'The workspace is too full to run commands. Delete something first.',
  'workspace_files.command_nul_character': 'An argument contains a NUL character.',
  'workspace_files.content_mismatch': 'The text to be replaced does not match the file. Nothing was changed.',
  'workspace_files.invalid_range': 'Invalid line range: the file has {count} lines.',
  'workspace_files.lone_surrogate':
    '{part} contains half a character (a lone surrogate). Nothing was changed.',
  'workspace_files.no_changes': 'The list of changes is empty. Nothing was changed.',
  'workspace_files.no_sandbox':
    'This server has no sandbox, so commands can’t be run ({reason}). Continue without them.',
  'workspace_files.nul_character': '{part} contains a NUL character. Nothing was changed.',
  'workspace_files.overlap': 'Two changes overlap. Nothing was changed.',
  'workspace_files.same_text': 'The new text is the same as the current text. Nothing was changed.',
  'workspace_files.stale_read': 'The file has changed since it was read. Nothing was changed.',
  'workspace_files.task_too_slow':
    'This took longer than {seconds} s. Nothing was changed. Try smaller changes.',
  'workspace_files.too_many_commands': 'Too many commands are running. Try again later.',
} as const
