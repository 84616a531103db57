const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** HTML that shows the chat on another site: in the page, or behind a button in its corner. Pure. */
export function embedSnippets(server: string, code: string, title: string) {
  const name = escapeAttribute(title)
  return {
    frame: `<iframe src="${server}/l/${code}" title="${name}" style="width:100%;height:640px;border:0" loading="lazy"></iframe>`,
    bubble: `<script src="${server}/embed.js" data-link="${code}" data-title="${name}" async></script>`,
  }
}
