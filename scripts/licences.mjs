// The licences of the packages that the release contains or was built from, as those licences ask.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i
const LINE = '='.repeat(80)

/** @param {Record<string, any>} packages of the lock file */
export function licencesOf(packages) {
  /** Packages with the same text, which most repeat word for word, by text. */
  const names = new Map()
  for (const path of [...pathsIn(packages)].sort()) {
    const text = textOf(join(root, path)) ?? `Licence: ${packages[path].license ?? 'see the package'}`
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${packages[path].version}`
    names.set(text, [...(names.get(text) ?? []), name])
  }
  return [...names].map(([text, list]) => `${LINE}\n${list.join('\n')}\n${LINE}\n\n${text}\n`).join('\n')
}

/** What server and web app need, and what that needs, as far as it is installed on this platform. */
function pathsIn(packages) {
  const paths = new Set()
  const visit = (from, dependencies = {}) => {
    for (const name of Object.keys(dependencies)) {
      const path = find(packages, from, name)
      if (!path || paths.has(path) || !existsSync(join(root, path))) continue
      paths.add(path)
      const { dependencies: needed, optionalDependencies } = packages[path]
      visit(path, { ...needed, ...optionalDependencies })
    }
  }
  for (const own of ['server', 'web']) {
    const { dependencies, devDependencies } = packages[own]
    visit(own, { ...dependencies, ...devDependencies })
  }
  return paths
}

/** As Node looks for packages: in the folder itself, then in those above. */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[path] && !packages[path].link) return path
    if (folder === '') return undefined
  }
}

function textOf(folder) {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  if (files.length === 0) return undefined
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
}
