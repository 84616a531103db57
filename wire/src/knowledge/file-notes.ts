/** Codes of warnings with a way to read the file again. */
export const REPEATED_LINES = 'document_warnings.repeated_lines'
export const PAGE_NUMBERS = 'document_warnings.page_numbers'
export const IMAGES_WITH_TEXT = 'document_warnings.images_with_text'

/** How these warnings start in files that were processed before warnings had codes. */
export const OLD_REPEATED_LINES = 'Left out because they repeat at the edge of the pages'
export const OLD_IMAGES_WITH_TEXT = 'Pictures that may contain text are on'
