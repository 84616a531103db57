// The search of the help pages: the index is loaded when the field is first used.
const form = document.querySelector('.search')
const input = form.querySelector('input')
const results = document.querySelector('#results')
const article = document.querySelector('article')
let index

const MAX_RESULTS = 30

const load = () => {
  index ??= fetch('/help/search.json').then((response) => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return response.json()
  })
  return index
}

const scoreOf = ({ title, heading, text }, words) => {
  const name = `${title} ${heading}`.toLowerCase()
  const all = `${name} ${text.toLowerCase()}`
  if (!words.every((word) => all.includes(word))) return 0
  return 1 + words.filter((word) => name.includes(word)).length
}

const excerptOf = (text, word) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60)
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 180)}…`
}

const make = (tag, text) => {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  results.hidden = words.length === 0
  article.hidden = words.length > 0
  if (words.length === 0) return
  let entries
  try {
    entries = await load()
  } catch {
    index = undefined
    results.replaceChildren(make('p', 'The search index could not be loaded. Try again.'))
    return
  }
  const matches = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
  const list = document.createElement('ul')
  for (const { entry } of matches) {
    const link = make('a', entry.heading ? `${entry.title}: ${entry.heading}` : entry.title)
    link.href = entry.url
    link.addEventListener('click', () => {
      input.value = ''
      search()
    })
    const item = document.createElement('li')
    item.append(link, make('p', excerptOf(entry.text, words[0])))
    list.append(item)
  }
  results.replaceChildren(make('h1', matches.length > 0 ? 'Search results' : 'No results found'), list)
}

form.hidden = false
form.addEventListener('submit', (event) => event.preventDefault())
input.addEventListener('input', search)
