export const evaluationMessages = {
  'evaluations.already_running': 'You already have an evaluation running. Wait until it has finished.',
  'evaluations.csv_columns': 'The first line of the CSV file must name the columns: {columns}',
  'evaluations.duplicate_question': 'This question is already saved',
  'evaluations.import_failed': 'Nothing was imported. Errors: {count}. First error: {reason}',
  'evaluations.import_no_questions': 'The file contains no questions',
  'evaluations.import_not_json': 'The file is not valid JSON',
  'evaluations.import_not_utf8': 'The file is not UTF-8 text. Save it as JSON or as CSV (UTF-8).',
  'evaluations.import_shape': 'The file must contain {example}',
  'evaluations.import_too_large': 'The file is too large (limit: {limit} MB)',
  'evaluations.import_too_many': 'Too many questions: {count} (limit: {limit} per import)',
  'evaluations.no_questions': 'There are no questions yet. Add some first.',
  'evaluations.took_too_long':
    'The evaluation took longer than {seconds} seconds and was not saved. Try fewer questions, or leave out the comparison.',
  'evaluations.too_many_questions':
    'Too many questions: {count} (limit: {limit} per knowledge base). Delete some first.',
  'evaluations.file_not_found': 'This knowledge base has no file {id}',
  'evaluations.import_field': 'Row {row}: {field}: {problem}',
  'evaluations.import_repeated': 'The same question as in row {row}',
  'evaluations.import_row': 'Row {row}: {problem}',
} as const
