export const rubricMessages = {
  'rubrics.column_name':
    'Invalid rubric structure: column {column} of the table needs a name such as “Good (3)” (level and score)',
  'rubrics.criteria_not_json': 'The criteria are not valid JSON',
  'rubrics.invalid': 'Invalid rubric structure: {reason}',
  'rubrics.invalid_json': 'Invalid rubric structure: the file is not valid JSON',
  'rubrics.no_criteria_heading': 'Invalid rubric structure: the file has no heading “{heading}”',
  'rubrics.no_title': 'Invalid rubric structure: the file has no title. Start it with “# ” and the title.',
  'rubrics.no_table':
    'No rubric found. Use a table with one row per criterion and one column per level, such as “Excellent (4)”.',
  'rubrics.nothing_to_read': 'Choose a file or paste a table',
  'rubrics.no_text': 'There is no text to assess',
  'rubrics.not_ready': 'This rubric can’t be used yet. Add criteria, each with levels.',
  'rubrics.showcase_forbidden': 'Only an organization admin can change the showcase',
  'rubrics.showcase_needs_public': 'Only a public rubric can be added to the showcase',
  'rubrics.too_many': 'Too many rubrics (limit: {limit} per person). Delete some first.',
  'rubrics.different_scale':
    '“{name}” has a highest score of {score}; the total is scaled by that of the first criterion ({scale})',
  'rubrics.no_level': '“{name}” has no level',
  'rubrics.no_usable_proposal':
    'The model returned no usable rubric, even after a second attempt: {problems}',
  'rubrics.quotes_not_found': '“{name}”: quotes that are not in the text were left out ({count})',
  'rubrics.weights_not_100': 'The weights of the rubric sum to {sum}, not to 100',
} as const
