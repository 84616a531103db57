/** The state of the server itself. */
export const serverMessages = {
  'server.database_busy': 'The database is busy. Try again in a moment.',
  'server.database_disk_full':
    'Nothing was saved because the disk is full. You can still read your data; saving will work again once there is space.',
  'server.database_io': 'The database can’t be read or written at the moment',
  'server.database_restarting': 'The database is restarting. Check whether your change was saved.',
  'server.database_unreachable': 'The database can’t be reached at the moment. Try again shortly.',
  'server.disk_full': 'The server’s disk is full. Nothing was saved.',
  'server.files_moved':
    'The files of this installation were moved to another storage. This server must be restarted.',
  'server.storage_unavailable': 'The server can’t reach its file storage. Try again in a moment.',
  'server.import_not_kb':
    'The archive doesn’t contain the database of a LAMB knowledge base server (lamb-kb-server.db)',
  'server.import_not_library':
    'The zip has no folder of LAMB’s library manager (content or library-manager.db)',
  'server.import_not_lamb': 'The file is not a LAMB database',
  'server.import_not_webui': 'The file is not an Open WebUI database',
  'server.import_not_zip': 'The archive can’t be read. Send a zip without a password.',
  'server.import_zip_too_large':
    'The archive is too large. Import the folder with npm run import-lamb on the server.',
  'server.import_running': 'An import is already running. Wait until it has finished.',
  'server.downloads_busy': 'The server is preparing too many downloads. Try again in a moment.',
  'server.downloads_of_person': 'You already have {limit} downloads in progress. Wait for one to finish.',
  'server.key_busy': 'This API key already has {limit} answers in progress. Try again when one has finished.',
  'server.overloaded': 'The server has too many open requests. Try again in a moment.',
  'server.person_busy': 'You already have {limit} answers in progress. Wait for one to finish.',
  'server.report_too_slow': 'The report took too long. Choose a shorter period.',
  'server.secret_unreadable':
    'A stored secret can’t be decrypted with this encryption key. Enter the secret again or restore the key.',
  'server.setup_code_wrong': 'Incorrect setup code. Copy it from the server’s start-up log.',
  'server.setup_done': 'An admin account already exists. Sign in instead.',
  'server.shutting_down': 'The server is shutting down. Try again in a moment.',
  'server.too_many_reports': 'Too many reports are running. Try again in a moment.',
} as const
