/** Knowledge bases and their documents. */
export const knowledgeMessages = {
  'knowledge.already_processing':
    'This document is already being processed. Wait until it is done, or cancel it.',
  'knowledge.cancel_not_running': 'Only a document that is waiting or being processed can be cancelled',
  'knowledge.citation_outdated':
    'The document has changed since it was cited. Ask again to see its current content.',
  'knowledge.file_empty': 'The file “{name}” is empty',
  'knowledge.file_gone': 'The file had already been deleted',
  'knowledge.file_required': 'The form contains no file. Send it in the field “files”.',
  'knowledge.file_too_large':
    'The file “{name}” is too large (limit: {limit} MB). Split it and upload the parts.',
  'knowledge.in_use_by_colleagues':
    'Assistants of colleagues use this knowledge base and would lose access: {assistants}. Repeat the request with force to stop sharing anyway.',
  'knowledge.name_taken': 'You already have a knowledge base named “{name}”',
  'knowledge.no_image_model': 'No model is available for describing images',
  'knowledge.no_transcription_model':
    'Audio and video need a transcription model. Ask an organization admin to choose one (Organization > Knowledge), or upload subtitles (.vtt, .srt).',
  'knowledge.not_from_web': 'This file was uploaded and can’t be fetched again. Upload it again instead.',
  'knowledge.passage_order': 'A passage must start before it ends, as in 1200-1950',
  'knowledge.passage_too_long': 'The passage is too long (limit: {limit} characters)',
  'knowledge.plugin_needs_file': '“{plugin}” reads an uploaded file. Upload one, or choose url_ingest.',
  'knowledge.plugin_needs_url': '“{plugin}” reads a web page. Choose a plugin that reads files.',
  'knowledge.plugin_not_found': 'Plugin “{plugin}” not found. Available: {plugins}',
  'knowledge.plugin_other_source': '“{plugin}” is for other sources. Available: {plugins}',
  'knowledge.plugin_params_invalid': 'Invalid settings: {reason}',
  'knowledge.retry_not_allowed': 'Only a document that failed or was cancelled can be processed again',
  'knowledge.storage_full': 'Your knowledge bases have no storage left. Delete some files first.',
  'knowledge.replace_from_web':
    'This document is from the web and can’t be replaced by a file. Fetch it again instead.',
  'knowledge.replace_name_taken':
    'This knowledge base already has a file named “{name}”. Rename the new version, or replace that file.',
  'knowledge.replace_one_file': 'Choose one file as the new version',
  'knowledge.replace_zip': 'A zip archive can’t replace a file. Upload it to add its files.',
  'knowledge.too_many': 'Too many knowledge bases (limit: {limit}). Delete some first.',
  'knowledge.too_many_files': 'Too many files (limit: {limit} per person). Delete some first.',
  'knowledge.too_many_files_at_once': 'Too many files (limit: {limit} per upload)',
  'knowledge.too_many_tags': '“{name}” would have more than {limit} tags',
  'knowledge.vectors_inconsistent': 'The provider returned vectors of different dimensions for one document',
  'knowledge.zip_damaged_file': 'Damaged in the archive',
  'knowledge.zip_required': 'Choose a zip archive',
  'knowledge.zip_empty': 'This archive contains no files',
  'knowledge.zip_encrypted_file':
    'Password-protected. Unpack the archive on your computer and upload the file.',
  'knowledge.zip_expands_too_much':
    'This archive expands to many times its size and was rejected. If that is expected, split it into smaller archives.',
  'knowledge.zip_download_too_large':
    'These files are too large for one zip (limit: {limit} GB). Select fewer files.',
  'knowledge.zip_link': 'A link, not a file',
  'knowledge.zip_nested': 'An archive inside the archive. Unpack it and upload its files.',
  'knowledge.zip_no_originals': 'These documents are from the web, so there are no files to download',
  'knowledge.zip_password':
    'This archive is password-protected. Unpack it on your computer and upload its files.',
  'knowledge.zip_too_many_files':
    'This archive contains {count} files (limit: {limit}). Split it and upload the parts.',
  'knowledge.zip_unreadable':
    'None of the files in this archive can be added: they are password-protected, damaged, links or archives.',
  'knowledge.zip_unsafe_name': 'Unsafe file name: its path points outside the archive',
  'knowledge.embedding_failed':
    'Something went wrong on the server while a file was being embedded. Tell the administrators of this server.',
} as const
