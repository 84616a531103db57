import adapter from '@sveltejs/adapter-static'
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

/** One page that draws everything in the browser: the server behind it is the product's own. */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter({ pages: '../dist/web', assets: '../dist/web', fallback: 'index.html' }),
    alias: { $ui: 'src/lib/ui', $features: 'src/lib/features' },
    // Absolute, because one page answers every address.
    paths: { relative: false },
    version: { pollInterval: 0 },
  },
}
