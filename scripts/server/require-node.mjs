/** As in `engines` of package.json: what the packages that Bellwether is built from need, too. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  if (isSupported) return
  console.error(`Bellwether needs Node 20.19, 22.12, 24 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
