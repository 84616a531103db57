export const en = {
  add: 'Add',
  more: 'More settings',
  upload: 'Upload',
  import: 'Import',
  newBase: 'New knowledge base',
  findBase: 'Add a knowledge base, or drop files here',
  noBases: 'No other knowledge base. Upload a file to make one.',
  findRubric: 'Choose a rubric',
  noRubrics: 'No rubric of that name. Import one, or write it under Rubrics.',
  findFile: 'Choose a file',
  noFiles: 'No file of that name. Upload one.',
  notJson: 'This is not JSON yet. Check the quotes, commas and brackets.',
  titles: {
    collections: 'Knowledge bases',
    top_k: 'Passages',
    threshold: 'Least similarity',
    rubric_id: 'Rubric',
    format: 'Format',
    file_path: 'File',
    max_chars: 'At most this many characters',
    numbered: 'Number the passages',
    query: 'Search for',
  },
  hints: {
    top_k: 'How many are given to the model.',
    threshold: 'Passages that fit less well are left out.',
    numbered: 'So that the answer can say where each thing comes from.',
    query: 'Instead of the last question; may name another tool’s place, such as {query}.',
  },
}

export type Texts = typeof en
