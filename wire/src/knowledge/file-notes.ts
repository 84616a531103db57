/** How the note about headers and footers that were left out of a PDF starts. */
export const RUNNING_HEADS_NOTE = 'Left out because they repeat at the edge of the pages'

/** How the note about pictures on pages of a PDF that have text of their own starts. */
export const PICTURES_NOTE = 'Pictures that may contain text are on'
