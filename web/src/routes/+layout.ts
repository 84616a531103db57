// Everything is drawn in the browser; the server sends one page for every address.
export const ssr = false
export const prerender = false
