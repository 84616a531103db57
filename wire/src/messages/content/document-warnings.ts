/** What was left out of a document, and how to include it. */
export const documentWarningMessages = {
  'document_warnings.attachment_damaged': 'It is damaged.',
  'document_warnings.attachment_not_read': 'The attachment “{name}” was not read. {reason}',
  'document_warnings.attachment_over_limit': 'There are too many attachments (limit: {limit}).',
  'document_warnings.description_empty': 'The model returned no text',
  'document_warnings.description_failed': 'Something went wrong on the server',
  'document_warnings.description_timeout': 'The model took too long',
  'document_warnings.cut_off':
    'The file ends too early, so the end of its text may be missing. If it is, upload the file again.',
  'document_warnings.hidden_sheets':
    'Hidden sheets were left out: {sheets}. Show them in Excel or LibreOffice and upload the file again to include them.',
  'document_warnings.images_not_described':
    'Images not described by a model: {missing} of {total}. Their alternative text was kept. To describe the rest, upload the file again. Reason: {reason}',
  'document_warnings.images_over_limit':
    'Only the first {limit} images were described by a model. Not described: {count}. Split the file to have all of them described.',
  'document_warnings.images_unsupported':
    'Images in a format or size that models can’t read: {count}. Save them as PNG or JPEG in the document to have them described.',
  'document_warnings.images_with_text':
    'Pages with images that may contain text: {pages}. To read them, process the file again with “Read images with OCR”.',
  'document_warnings.ocr_doubtful':
    'OCR may have misread these pages: {pages}. Check their text, or upload a sharper scan.',
  'document_warnings.ocr_doubtful_image':
    'OCR may have misread this image. Check its text, or upload a sharper image.',
  'document_warnings.page_numbers':
    'Page numbers left out: {count}. To keep them, process the file again with “Keep headers, footers and page numbers”.',
  'document_warnings.pages_without_text':
    'Pages without text: {pages}. If they are images of text, turn on OCR and process the file again.',
  'document_warnings.pages_without_text_after_ocr':
    'Pages without text: {pages}. OCR found nothing on them. It reads scanned images, but not text that is drawn as shapes.',
  'document_warnings.part': '{part}: {reason}',
  'document_warnings.repeated_lines':
    'Headers and footers that repeat were kept only once (in brackets: how often they were left out): {lines}. To keep them, process the file again with “Keep headers, footers and page numbers”.',
  'document_warnings.site_broken_links':
    'The site has too many broken links, so the rest was not followed. Pages read: {count}. Include only the paths you need.',
  'document_warnings.site_links':
    'The site has more links than can be followed. Pages read: {count}. Include only the paths you need.',
  'document_warnings.site_page_failed': 'The page {url} could not be fetched. {reason}',
  'document_warnings.site_page_limit':
    'The site has more pages than the limit. Pages read: {count}. Raise the limit, or include only the paths you need.',
  'document_warnings.site_pages_failed':
    'Pages that could not be fetched: {count}. The first one is {url}. {reason}',
  'document_warnings.site_timeout':
    'Fetching the site took too long. Pages read: {count}. Raise the time limit, or include only the paths you need.',
} as const
