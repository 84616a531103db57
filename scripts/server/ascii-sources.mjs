import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

const NOT_ASCII = /[^\0-\x7f]/
const RAW_TEXT = /\braw`[^`]*[^\0-\x7f]/
const LOADERS = { '.ts': 'ts', '.mts': 'ts' }

/**
 * JavaScript with escapes instead of other characters than ASCII.
 *
 * @param {string} source
 */
export function toAscii(source) {
  // Escapes of raw text would stay as they are written.
  if (RAW_TEXT.test(source))
    throw new Error('In String.raw, write characters other than ASCII as escapes (\\u2013)')
  return source.replace(/(\\*)([^\0-\x7f])/g, (_, slashes, character) => {
    // An escaped character without a special meaning is the character itself.
    const before = slashes.length % 2 === 1 ? slashes.slice(1) : slashes
    return `${before}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/**
 * A single “’” in a regular expression, which esbuild leaves as it is, makes V8 store the whole bundle with two bytes per
 * character: 3 MB more, and as much again while it is loaded.
 *
 * @type {import('esbuild').Plugin}
 */
export const ASCII_SOURCES = {
  name: 'ascii-sources',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (!NOT_ASCII.test(source)) return undefined
      return { contents: toAscii(source), loader: LOADERS[extname(path)] ?? 'js' }
    })
  },
}
