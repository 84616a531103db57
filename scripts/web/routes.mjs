/** Where SvelteKit writes its client, below `web/`. */
export const GENERATED = '.svelte-kit/generated/client-optimized'

/**
 * `"/(app)/assistants/[id]": [7,[2]]` → the route without its group, and the numbers of its page and layouts. The
 * root layout (0) and the error page (1) are loaded with every route.
 *
 * @param {string} app the source of the generated `app.js`
 * @returns {{ route: string, nodes: number[] }[]}
 */
export function readRoutes(app) {
  const routes = [...app.matchAll(/^\s*"(\/[^"]*)": \[(~?\d+)(?:,\[([\d,]*)\])?/gm)].map(
    ([, route, page, layouts = '']) => ({
      route: route.replaceAll(/\/\([^)]*\)/g, '') || '/',
      nodes: [page.replace('~', ''), ...layouts.split(',').filter(Boolean)].map(Number),
    }),
  )
  if (routes.length === 0)
    throw new Error('The routes of the web app were not found in what SvelteKit generated')
  return routes
}
