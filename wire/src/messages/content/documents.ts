/** Why a document can't be read, and what to do about it. */
export const documentMessages = {
  'documents.blank_pdf':
    'This PDF contains neither text nor scanned images. Upload the document it was made from, or export its pages as images and upload those.',
  'documents.copy_protected':
    'This e-book is copy-protected (DRM), so its text can’t be read. Upload a copy without protection, if you are allowed to have one.',
  'documents.corrupt':
    'This file is damaged or incomplete. Open it in the program that created it, save it again, and upload the new file.',
  'documents.empty': 'No text was found in this file. Check that it is the right file.',
  'documents.empty_file': 'This file is empty (0 bytes). Upload it again.',
  'documents.expands_too_much':
    'This file unpacks to far more than its size and was rejected. If it is a real document, split it into smaller files.',
  'documents.image_not_described': 'If this is an image of text, turn on OCR. {reason}',
  'documents.image_too_large':
    'This image has {width} × {height} pixels (limit: {limit} in total). Make it smaller, or split it.',
  'documents.image_unreadable':
    'This image is damaged or has an unsupported format. Save it as PNG or JPEG and upload it again.',
  'documents.needs_ocr':
    'This file contains an image of text. Turn on OCR (text recognition) and process it again, or upload a version with real text.',
  'documents.needs_password':
    'This file is password-protected. Enter the password and process it again, or upload a copy without one.',
  'documents.no_text_at_address': 'No text was found at this URL',
  'documents.no_text_because': 'No text was found at this URL. {reason}',
  'documents.nothing_recognized':
    'No text was recognized in the images of this PDF. Check that the OCR languages match the document, or upload a sharper scan.',
  'documents.office_protection':
    'The protection of this Office file is not supported. Open it in Office, remove the password (File, Info, Protect), and upload that copy.',
  'documents.original_missing': 'The uploaded file is missing on the server. Upload it again.',
  'documents.page_too_deep':
    'This page is nested too deeply. Save its content as text or PDF and upload that.',
  'documents.json_too_deep': 'This JSON file is nested too deeply. Simplify it and upload it again.',
  'documents.recording_too_large':
    'This recording can’t be split, and only recordings up to {limit} MB can be sent as they are. Save it as MP3, or upload subtitles (.vtt, .srt).',
  'documents.silent_recording': 'No speech was found in this recording. Check that it is the right file.',
  'documents.unsupported_recording':
    'Audio and video can’t be read here. Upload a transcript or subtitles (.vtt, .srt), or add the recording to a knowledge base.',
  'documents.site_too_large':
    'The pages of this site are too large (limit: {limit} MB). Lower the page limit, or exclude some paths.',
  'documents.too_large': 'This file is too large (limit: {limit} MB). Split it and upload the parts.',
  'documents.too_many_characters':
    'This file has too much text (limit: {limit} characters). Split it and upload the parts.',
  'documents.too_many_parts':
    'This file consists of {count} parts (limit: {limit}). Split it into smaller files.',
  'documents.too_many_pages': 'This file has {count} pages (limit: {limit}). Split it and upload the parts.',
  'documents.too_many_sheets':
    'This file has {count} sheets (limit: {limit}). Split it and upload the parts.',
  'documents.too_many_slides':
    'This file has {count} slides (limit: {limit}). Split it and upload the parts.',
  'documents.took_too_long':
    'Processing this file took longer than {seconds} seconds. Split it and upload the parts.',
  'documents.unexpected':
    'Something went wrong on the server while this file was being processed. Try again. If it keeps failing, contact the operator.',
  'documents.unsupported_archive':
    'This is a zip archive or an unknown Office format. Unpack it and upload the files inside.',
  'documents.unsupported_binary_excel':
    'Binary Excel files (.xlsb) are not supported. Open the file in Excel or LibreOffice, save it as .xlsx and upload that.',
  'documents.unsupported_encrypted_opendocument':
    'Password-protected OpenDocument files (.odt, .odp, .ods) are not supported. Open the file in LibreOffice, save a copy without a password (File > Save As, clear “Save with password”) and upload that.',
  'documents.unsupported_old_office':
    'Old Office files (.doc, .ppt, .xls) are not supported. Open the file in Microsoft Office or LibreOffice, save it as .docx, .pptx or .xlsx and upload that.',
  'documents.unsupported_outlook':
    'Outlook messages (.msg) are not supported. Save the message as .eml and upload that file.',
  'documents.unsupported_type':
    'This file type is not supported. Upload a PDF, Word, PowerPoint, Excel, HTML, Markdown, text, CSV or JSON file.',
  'documents.unknown_kind':
    'This file can’t be read: it is damaged or has an unusual format. Save it again in the program that created it, and upload the new file.',
  'documents.reader_ended':
    'The program that reads documents crashed on this file. It may be damaged or need too much memory. Try again; if it keeps failing, save the file again in the program that created it, or split it.',
  'documents.stopped_server':
    'The server stopped every time it processed this file. Split it into smaller files and upload those, or contact the operator.',
  'documents.wrong_extension':
    'This file is named .{extension}, but it is damaged or a different type of file (expected: {type}). Save it again in the program that created it, and upload the new file.',
  'documents.wrong_password': 'Incorrect password for this file. Check it and try again.',
} as const

/** Why a web page or a transcript can't be fetched, and what to do about it. */
export const webPageMessages = {
  'web_pages.compressed':
    '{host} sent the page in an unsupported compression. Save the page in a browser and upload it as a file.',
  'web_pages.credentials_in_url':
    'The URL contains a user name or password. Remove it. If the page needs a sign-in, save it and upload it as a file.',
  'web_pages.excluded_by_robots':
    '{host} does not allow this page to be fetched (robots.txt). Ask the site’s owner, or save the page and upload it as a file.',
  'web_pages.noindex':
    '{host} asks crawlers to skip this page (noindex). Add its URL on its own if you need it.',
  'web_pages.failed': 'The page can’t be fetched: {reason}',
  'web_pages.not_found': 'Page not found on {host} (status {status}). Check the URL.',
  'web_pages.not_a_page':
    'This is not the URL of a web page. Copy it from your browser; it starts with https:// or http://.',
  'web_pages.outside_scope':
    'This page redirects to {url}, outside the selected site. Add that URL on its own if you need it.',
  'web_pages.redirect_not_a_page':
    'This page redirects to something that is not a web page. Open it in a browser and copy the final URL.',
  'web_pages.response_unreadable': '{host} sent a response that can’t be read',
  'web_pages.robots_unavailable':
    'The robots.txt of {host} is not available (status {status}). Try again later.',
  'web_pages.settings_invalid': 'The page can’t be fetched with these settings: {reason}',
  'web_pages.status': '{host} responded with status {status}. Open the URL in a browser and check it.',
  'web_pages.status_forbidden':
    '{host} denied access (status {status}). Save the page in a browser and upload it as a file.',
  'web_pages.status_server_error': '{host} has a problem (status {status}). Try again later.',
  'web_pages.status_too_many_requests':
    '{host} limits the number of requests (status {status}). Try again later.',
  'web_pages.timed_out':
    '{host} did not send the page within {seconds} s. Try again later, or save the page and upload it as a file.',
  'web_pages.too_large':
    'The page on {host} is too large (limit: {limit} MB). Download it, split it, and upload the parts as files.',
  'web_pages.transcript_blocked':
    'YouTube isn’t responding to this server at the moment. Try again later, or copy the transcript into a text file and upload it.',
  'web_pages.transcript_chunk_duration': 'The chunk duration must be between 5 and 3600 seconds',
  'web_pages.transcript_language':
    'This video has no transcript in {languages}. Available languages: {available}.',
  'web_pages.transcript_missing':
    'This video has no transcript. Choose another video, or upload the text as a file.',
  'web_pages.transcript_sign_in':
    'YouTube requires a sign-in for this video, so its transcript can’t be fetched. Upload the text as a file.',
  'web_pages.unsupported_type':
    '{host} sent “{type}”, which is not supported. Use the URL of a web page, PDF, Word, PowerPoint, Excel, text, Markdown, CSV or JSON file.',
  'web_pages.url_scheme': 'The URL must start with https:// or http://',
  'web_pages.url_too_long': 'The URL is too long (limit: {limit} characters)',
  'web_pages.video_not_found': 'This YouTube video does not exist or is private. Check the URL.',
  'web_pages.video_url_invalid':
    'This is not the URL of a YouTube video. It looks like https://www.youtube.com/watch?v=… or https://youtu.be/….',
} as const
