/** How the note about headers and footers that were left out of a PDF starts. */
export const RUNNING_HEADS_NOTE = 'Left out because they repeat at the edge of the pages'
