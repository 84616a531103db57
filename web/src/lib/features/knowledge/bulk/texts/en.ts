import { plural } from '$lib/i18n/plural.ts'

export const en = {
  search: 'Search files',
  tag: 'Tag',
  anyTag: 'All tags',
  tagWithCount: (tag: string, count: string) => `${tag} (${count})`,
  status: 'Status',
  statuses: {
    all: 'All statuses',
    completed: 'Ready',
    processing: 'Processing',
    pending: 'Queued',
    failed: 'Failed',
    cancelled: 'Stopped',
  },
  noMatchesTitle: 'No matching files',
  noMatchesText: 'Try another search, tag or status.',
  clearFilters: 'Clear filters',
  selectPage: 'Select all on this page',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => plural('en', count, { one: '# file selected', other: '# files selected' }),
  selectAll: (count: number) =>
    plural('en', count, { one: 'Select the one file', other: 'Select all # files' }),
  clear: 'Clear selection',
  actions: 'Actions for the selected files',
  tags: 'Tags',
  again: 'Process again',
  download: 'Download',
  deleteAll: 'Delete',
  deleted: (count: number) => plural('en', count, { one: '# file deleted', other: '# files deleted' }),
  files: (count: number) => plural('en', count, { one: '# file', other: '# files' }),
  processing: (count: number) =>
    plural('en', count, {
      one: '# file is being processed again',
      other: '# files are being processed again',
    }),
  alreadyProcessing: (count: number) =>
    plural('en', count, {
      one: '# file was already being processed',
      other: '# files were already being processed',
    }),
  tagsSaved: 'Tags saved',
  tagged: {
    titleOne: (name: string) => `Tags of ${name}`,
    titleMany: (count: number) => plural('en', count, { one: 'Tags of # file', other: 'Tags of # files' }),
    text: 'To rename a tag, remove it and add the new name.',
    add: 'Add a tag',
    addHint: 'For example “Unit 3” or “Exam topics”. Up to 20 per file.',
    addNow: 'Add',
    current: 'Current tags',
    inBase: 'Tags in this knowledge base',
    removeNamed: (tag: string) => `Remove ${tag}`,
    keepNamed: (tag: string) => `Keep ${tag}`,
    willAdd: 'will be added',
    willRemove: 'will be removed',
    none: 'No tags yet.',
  },
  usedBy: 'Used by',
  notUsed: 'No assistant uses it yet',
  othersUse: (count: number) =>
    plural('en', count, { one: '# assistant of a colleague', other: '# assistants of colleagues' }),
  moreUse: (count: number) => plural('en', count, { one: '# more', other: '# more' }),
  replace: 'Replace with a new version',
  replacing: (name: string) => `Uploading the new version of “${name}”…`,
  replaced: (name: string) => `New version of “${name}” uploaded, now processing`,
  same: (name: string) => `“${name}” is unchanged: it has the same content`,
  whatChanged: 'What changed',
  changesOf: (name: string) => `What changed in ${name}`,
  numbers: {
    unchanged: (count: number) =>
      plural('en', count, { one: '# passage unchanged', other: '# passages unchanged' }),
    changed: (count: number) => plural('en', count, { one: '# changed', other: '# changed' }),
    added: (count: number) => plural('en', count, { one: '# added', other: '# added' }),
    removed: (count: number) => plural('en', count, { one: '# removed', other: '# removed' }),
  },
  change: { changed: 'Changed', added: 'Added', removed: 'Removed' },
  passage: (number: string) => `Passage ${number}`,
  noDifferences: 'All passages are the same as before.',
  firstOnly: (count: string) => `Only the first ${count} differences are shown.`,
}

export type Texts = typeof en
