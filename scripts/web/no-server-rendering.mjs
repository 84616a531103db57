// SvelteKit compiles every page twice, first for rendering on a server. This app is drawn in the browser alone
// (`ssr = false`), so empty components are enough for that pass. They save a third of the build's time.

// With a place for children, because SvelteKit warns about layouts without one.
const EMPTY = '<script>const { children } = $props()</script>{@render children?.()}'

/** @returns {import('vite').Plugin} */
export function noServerRendering() {
  return {
    name: 'no-server-rendering',
    enforce: 'pre',
    apply: 'build',
    load: (id, options) => (options?.ssr && id.endsWith('.svelte') ? EMPTY : undefined),
  }
}
