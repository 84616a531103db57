const ICON = /\/@lucide\/svelte\/dist\/icons\/[^/]+\.svelte$/
const DATA = /const iconData = (\{.*\});/

const attributes = (all) =>
  Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')

/** What an icon of the app can be given. Labelled icons are images, others are decoration. */
export const ICON_PROPS = ['size', 'strokeWidth', 'class', 'aria-label', 'aria-hidden']

/**
 * Compiles Lucide's icons to plain SVG. Its own component builds each icon from data whenever one is shown, which was a
 * quarter of the time that a page took to appear.
 *
 * @returns {import('vite').Plugin}
 */
export function staticIcons() {
  return {
    name: 'static-icons',
    enforce: 'pre',
    transform: {
      filter: { id: ICON },
      handler: (source) => toStaticIcon(source),
    },
  }
}

/** The source of an icon component of Lucide as one without logic. */
export function toStaticIcon(source) {
  const data = DATA.exec(source)?.[1]
  if (data === undefined)
    throw new Error('The icons of @lucide/svelte have another form: see static-icons.mjs')
  const { size: box, node } = JSON.parse(data)
  const shapes = node.map(([tag, shape]) => `<${tag} ${attributes(shape)} />`).join('')
  return `<script>
  let { size = ${box}, strokeWidth = 2, class: look, 'aria-label': label } = $props()
</script>
<svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} viewBox="0 0 ${box} ${box}" fill="none" stroke="currentColor" stroke-width={strokeWidth} stroke-linecap="round" stroke-linejoin="round" class={look} role={label ? 'img' : undefined} aria-label={label} aria-hidden={label ? undefined : 'true'}>${shapes}</svg>
`
}
