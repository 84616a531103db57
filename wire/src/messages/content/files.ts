export const fileMessages = {
  'files.extension': 'Only {extensions} files can be uploaded here',
  'files.handed_over': 'A file with this name was just handed over to a colleague. Try again.',
  'files.image_type': 'The image must be a PNG, JPEG, WebP or GIF file',
  'files.name_required': 'The file has no name',
  'files.name_too_long': 'The file name is too long (limit: {limit} characters)',
  'files.not_utf8': 'The file is not plain UTF-8 text. Save it as UTF-8 and upload it again.',
  'files.path_invalid': 'Invalid file path',
  'files.storage_full': 'Your storage is full: {used} used (limit: {limit}). Delete some files first.',
  'files.too_large': 'The file is too large (limit: {limit})',
  'files.too_large_to_send': 'This file is too large to be downloaded',
  'files.too_many': 'Too many files (limit: {limit} per person). Delete some first.',
} as const
