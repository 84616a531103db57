/** The scripts and styles of one page, beyond those that every page loads. Written by the build. */
export interface PagePreloads {
  /** Such as `/assistants/[id]`. */
  route: string
  files: string[]
}

/** The `Link` header of a page: browsers load its files together with the app, not after the app has started. */
export function createPreloads(pages: readonly PagePreloads[]): (path: string) => string | undefined {
  const patterns = [...pages].sort(bySpecificity).map(({ route, files }) => ({
    pattern: toPattern(route),
    header: files.map(toLink).join(', '),
  }))
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.header || undefined
}

/** `/assistants/create` before `/assistants/[id]`. */
const bySpecificity = (a: PagePreloads, b: PagePreloads): number => parameters(a) - parameters(b)
const parameters = ({ route }: PagePreloads): number => route.split('[').length

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/\/$/, '').replaceAll(/\[[^\]]+\]/g, '[^/]+')}/?$`)

/** The app loads its styles with `crossorigin`; a preload without it would be loaded in vain. */
const toLink = (file: string): string =>
  `<${file}>; rel=${file.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload'}`
