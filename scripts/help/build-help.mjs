// The documentation in docs/ as pages under /help, so that it is there wherever the product runs: no request leaves the server.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { Marked } from 'marked'
import { compressAll } from '../compress.mjs'
import { root } from '../setup.mjs'

const DOCS = join(root, 'docs')
const SECTIONS = [
  ['educators', 'For educators'],
  ['students.md', 'For students'],
  ['admins', 'For admins'],
  ['developers', 'For developers'],
  ['reference', 'Reference'],
]
const IMAGE = /\.(png|svg|gif|webp)$/

export async function buildHelp(outdir = join(root, 'dist/web/help')) {
  writePages(outdir)
  await compressAll(outdir)
}

export function writePages(outdir) {
  rmSync(outdir, { recursive: true, force: true })
  const files = readdirSync(DOCS, { recursive: true }).map((file) => file.replaceAll('\\', '/'))
  const pages = new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, readPage(file)]))
  const menu = toMenu(pages)
  for (const [file, { title, html }] of pages)
    write(outdir, `${targetOf(file)}.html`, toPage(title, menu(file), html))
  for (const file of files.filter((candidate) => IMAGE.test(candidate)))
    cpSync(join(DOCS, file), ensureFolder(join(outdir, file)))
  write(outdir, 'search.json', JSON.stringify([...pages].flatMap(([file, page]) => toEntries(file, page))))
  for (const file of ['help.css', 'help.js']) cpSync(join(root, 'scripts/help', file), join(outdir, file))
}

/** `admins/README.md` is the page /help/admins, `README.md` is /help itself. */
function targetOf(file) {
  const path = file.replace(/\.md$/, '').replace(/(^|\/)README$/, '')
  return path === '' ? 'index-page' : path
}

const addressOf = (file) => (targetOf(file) === 'index-page' ? '/help' : `/help/${targetOf(file)}`)

function readPage(file) {
  const source = readFileSync(join(DOCS, file), 'utf8')
  const title = /^# (.+)$/m.exec(source)?.[1] ?? file
  return { title, source, html: toHtml(source, file) }
}

function toHtml(source, file) {
  const ids = new Map()
  const renderer = {
    heading({ tokens, depth }) {
      const inner = this.parser.parseInline(tokens)
      const id = uniqueId(toId(inner.replace(/<[^>]+>/g, '')), ids)
      return `<h${depth} id="${id}">${inner}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens)
      const target = toLink(href, file)
      return target === undefined ? inner : `<a href="${target}">${inner}</a>`
    },
    image({ href, text }) {
      return `<img src="${toLink(href, file) ?? href}" alt="${escapeHtml(text)}" loading="lazy">`
    },
  }
  return new Marked({ renderer, gfm: true }).parse(source)
}

/** As GitHub makes them, so that links to headings work in both places. */
const toId = (text) =>
  text
    .toLowerCase()
    .replace(/&[a-z#0-9]+;/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

function uniqueId(id, ids) {
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

/** The URL of a link under /help. Undefined for a file of the repository that is not a page: only its text is shown. */
function toLink(href, file) {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [path, anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), path))
  if (target.startsWith('..')) return
  const suffix = anchor ? `#${anchor}` : ''
  if (target.endsWith('.md')) return addressOf(target) + suffix
  if (IMAGE.test(target)) return `/help/${target}`
  if (/^[a-z-]+\/?$/.test(target)) return `/help/${target.replace(/\/$/, '')}${suffix}`
}

/** A guide's own README lists its pages in reading order. */
function toMenu(pages) {
  const groups = SECTIONS.map(([path, label]) => ({
    label,
    files: path.endsWith('.md') ? [path] : inReadingOrder(path, pages),
  }))
  const rest = ['api.md', 'architecture.md', 'security.md', 'glossary.md'].filter((file) => pages.has(file))
  groups.push({ label: 'More', files: rest })
  return (current) =>
    groups
      .map(
        ({ label, files }) =>
          `<section><h2>${label}</h2><ul>${files
            .map(
              (file) =>
                `<li><a href="${addressOf(file)}"${file === current ? ' aria-current="page"' : ''}>${escapeHtml(plain(pages.get(file).title))}</a></li>`,
            )
            .join('')}</ul></section>`,
      )
      .join('')
}

function inReadingOrder(folder, pages) {
  const all = [...pages.keys()].filter((file) => posix.dirname(file) === folder).sort()
  const readme = `${folder}/README.md`
  const linked = pages.has(readme)
    ? [...pages.get(readme).source.matchAll(/\]\(([\w-]+\.md)/g)].map(([, name]) => `${folder}/${name}`)
    : []
  const ordered = [readme, ...linked, ...all].filter((file) => all.includes(file))
  return [...new Set(ordered)]
}

/** The search index: pages split at their headings. */
function toEntries(file, { title, html }) {
  return html.split(/(?=<h2 id=)/).map((part) => {
    const [, id, heading = ''] = /^<h2 id="([^"]*)">(.*?)<\/h2>/.exec(part) ?? []
    return {
      url: addressOf(file) + (id === undefined ? '' : `#${id}`),
      title: plain(title),
      heading: toText(heading),
      text: toText(part).slice(0, 4000),
    }
  })
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const toText = (html) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name) => ENTITIES[name])
    .replace(/\s+/g, ' ')
    .trim()

/** A title without Markdown. */
const plain = (title) => title.replace(/[`*]/g, '').trim()

const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const toPage = (title, menu, html) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(plain(title))} · Bellwether help</title><link rel="stylesheet" href="/help/help.css"><script src="/help/help.js" defer></script></head>
<body><a class="skip" href="#content">Skip to content</a>
<header><a class="home" href="/help">Bellwether help</a>
<form role="search" class="search" hidden><input type="search" aria-label="Search the documentation" placeholder="Search the documentation" aria-controls="results" autocomplete="off"></form>
<a href="/">Open Bellwether</a></header>
<div class="page"><nav aria-label="Documentation">${menu}</nav>
<main id="content"><section id="results" aria-live="polite" hidden></section><article>${html}</article></main></div></body></html>`

function ensureFolder(path) {
  mkdirSync(dirname(path), { recursive: true })
  return path
}

const write = (outdir, file, text) => writeFileSync(ensureFolder(join(outdir, file)), text)
