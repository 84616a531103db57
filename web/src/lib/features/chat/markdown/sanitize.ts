import DOMPurify from 'dompurify'

/** Safe content of an answer: no scripts, no external images, links without a referrer. */
export function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS:
      'a b blockquote br button code del em h1 h2 h3 h4 h5 h6 hr i img input li ol p pre s span strong sub sup table tbody td th thead tr ul'.split(
        ' ',
      ),
    ALLOWED_ATTR: [
      'href',
      'src',
      'alt',
      'title',
      'class',
      'type',
      'data-cite',
      'data-tex',
      'aria-label',
      'loading',
      'start',
      'align',
      'checked',
      'disabled',
    ],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#|data:image\/(?:png|jpeg|gif|webp);)/i,
    ALLOW_DATA_ATTR: false,
    // Their values are not URLs and need not look like one.
    ADD_URI_SAFE_ATTR: ['type', 'data-cite', 'data-tex', 'loading', 'start', 'align', 'checked', 'disabled'],
  })
}
